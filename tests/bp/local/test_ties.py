"""What is sorted though it may tie, and hashes that are more than compared, show an order."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import pytest

from counterpoint import Body, Event, sync, thread
from counterpoint.bp.local.bytecode.uses import Uses
from counterpoint.bp.local.outside.opaque import Doubt
from counterpoint.bp.local.outside.surroundings import Surroundings


class Ranked:
    """Less than others by its rank, and equal to what has the same name."""

    def __init__(self, name: Any, rank: Any) -> None:
        self.name, self.rank = name, rank

    def __lt__(self, other: Any) -> Any:
        return self.rank < other.rank

    def __hash__(self) -> Any:
        return hash(self.name)

    def __eq__(self, other: Any) -> Any:
        return hash(self.name) == hash(other.name)


@dataclass(frozen=True, order=True)
class Ordered:
    name: str


RANKED = {Ranked("a", 1), Ranked("b", 1)}


@thread
def takes_the_least() -> Body:
    least = min({Ranked("a", 1), Ranked("b", 1)})
    yield sync(request=Event(least.name))


@thread
def takes_the_least_outside() -> Body:
    yield sync(request=Event(min(RANKED).name))


@thread
def sorts_what_cannot_tie() -> Body:
    least = min({Ordered("a"), Ordered("b")})
    yield sync(request=Event(least.name))


@thread
def sorts_sets() -> Body:
    least = min({frozenset({"a"}), frozenset({"b"})})
    yield sync(request=Event(*least))


@pytest.mark.parametrize("rule", [takes_the_least, takes_the_least_outside, sorts_sets])
def test_the_order_of_what_ties_and_is_not_equal_is_a_doubt(rule: Any) -> None:
    doubts = Surroundings(rule.function).doubts
    assert Doubt.UNORDERED in {each.doubt for each in doubts}


def test_the_order_of_what_cannot_tie_is_none() -> None:
    assert not Surroundings(sorts_what_cannot_tie.function).doubts


class Hashed:
    """Methods of classes that ask for hashes in ways that show them."""

    def __init__(self) -> None:
        self.name = "a"

    def keeps(self) -> Any:
        self.kept = hash(self.name)
        return self.kept

    def cuts(self) -> Any:
        return hash(self.name) % 2

    def compares(self, other: Any) -> Any:
        return hash(self.name) < hash(other.name)

    def goes_by(self, other: Any) -> Any:
        return (hash(self.name) ^ 1) == other


@pytest.mark.parametrize(
    ("method", "name"),
    [("keeps", "__hash__"), ("cuts", "__hash__"), ("compares", "__eq__"), ("goes_by", "__eq__")],
)
def test_a_hash_that_is_more_than_compared_shows_what_it_is(method: Any, name: Any) -> None:
    function = getattr(Hashed, method)
    code = function.__code__.replace(co_name=name)
    assert list(Uses(code, vars(sys.modules[__name__])).lines_that_look())


@pytest.mark.parametrize("method", ["__hash__", "__eq__"])
def test_a_hash_that_is_only_compared_shows_nothing(method: Any) -> None:
    code = getattr(Ranked, method).__code__
    assert not list(Uses(code, vars(sys.modules[__name__])).lines_that_look())
