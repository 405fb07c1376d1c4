"""Views of dictionaries make sets of what had an order, wherever they come to."""

from __future__ import annotations

import collections.abc
import functools
import operator
from typing import Any

import pytest

from counterpoint.bp.local.outside.opaque import Doubt
from counterpoint.bp.local.outside.surroundings import Surroundings

JOBS = {"ape": 1, "bee": 2}
OTHERS = {"bee": 1, "cat": 2}
KEYS = JOBS.keys()


class Ring:
    def __init__(self) -> None:
        self.jobs = dict(JOBS)

    def names(self) -> Any:
        return self.jobs.keys()


RING = Ring()


def missing(want: Any, have: Any) -> Any:
    return list(want - have)


def by_a_default(keys: Any = KEYS) -> Any:
    return list(keys - ["bee"])


def one_by_one() -> Any:
    yield JOBS.keys()


def out_of_a_list() -> Any:
    first, *_ = [each.keys() for each in (JOBS, OTHERS)]
    return list(first - ["bee"])


def of_those_there_are() -> Any:
    keys: Any = JOBS.keys() if JOBS else ()
    return list(keys - ["bee"])


ELSEWHERE = {
    "given to a function": lambda: missing(JOBS.keys(), ["bee"]),
    "given by a method": lambda: list(RING.names() - ["bee"]),
    "by map": lambda: list(functools.reduce(operator.and_, map(dict.keys, (JOBS, OTHERS)))),
    "in a list": out_of_a_list,
    "of those there are": of_those_there_are,
    "a global": lambda: list(KEYS - ["bee"]),
    "a default": by_a_default,
    "out of a generator": lambda: [list(keys - ["bee"]) for keys in one_by_one()],
    "by a word": lambda: list(operator.methodcaller("keys")(JOBS) - ["bee"]),
    "by its class": lambda: list(collections.abc.KeysView(JOBS) - ["bee"]),
    "a method kept": lambda: [list(get() - ["bee"]) for get in (JOBS.keys,)],
}


@pytest.mark.parametrize("function", ELSEWHERE.values(), ids=ELSEWHERE)
def test_a_view_that_is_combined_elsewhere_shows_an_order(function: Any) -> None:
    assert Doubt.UNORDERED in {each.doubt for each in Surroundings(function).doubts}


def goes_through_both() -> Any:
    total = 0
    for name, number in JOBS.items():
        total |= number - len(name)
    return total, sorted(JOBS.keys()), max(OTHERS.items()), "ape" in JOBS.keys()  # noqa: SIM118


BLIND = {
    "looked at where they are": goes_through_both,
    "sorted": lambda: sorted(JOBS.keys() - OTHERS.keys()),
    "without combining": lambda: list(RING.names()),
    "numbers alone": lambda: JOBS["ape"] - OTHERS["bee"],
}


@pytest.mark.parametrize("function", BLIND.values(), ids=BLIND)
def test_a_view_that_is_not_combined_shows_none(function: Any) -> None:
    assert not Surroundings(function).doubts
