"""Values of options that have no meaning are refused, before any search."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import Model, check, where
from counterpoint.errors import Misuse

COIN = Model("coin")
COIN.var("heads", bool, init=False)

REFUSED = [
    (
        "engine",
        ["explicit"],
        "engine= is one of auto, explicit, tabled, symbolic, cudd, bounded, portfolio, not",
    ),
    ("tuning", None, "tuning= takes a Tuning, not None"),
    ("tuning", 3, "tuning= takes a Tuning, not 3"),
    ("watch", 3, "watch= takes a function of the progress, or None, not 3"),
]
OF_CHECKS = [
    ("name", [], r"name= takes a text, not \[\]"),
    ("stop_first", "x", "stop_first= takes True or False, not 'x'"),
    ("coverage", 1, "coverage= takes True or False, not 1"),
    ("workers", 0, "workers= takes a number from 1 up, or 'auto', not 0"),
    ("workers", 1.5, "workers= takes a number from 1 up, or 'auto', not 1.5"),
    ("workers", None, "workers= takes a number from 1 up, or 'auto', not None"),
    ("keeper", {}, "keeper= takes an object with the methods begin, kept and look, or None, not"),
    ("limit_depth", -1, "limit_depth= takes a number from 0 up, or None, not -1"),
]


@pytest.mark.parametrize(("name", "value", "said"), [*REFUSED, *OF_CHECKS])
def test_a_check_refuses_a_value_without_meaning(name: str, value: Any, said: str) -> None:
    options: Any = {name: value}
    with pytest.raises(Misuse, match=said):
        check(COIN, **options)


@pytest.mark.parametrize(("name", "value", "said"), REFUSED)
def test_where_refuses_a_value_without_meaning(name: str, value: Any, said: str) -> None:
    options: Any = {name: value}
    with pytest.raises(Misuse, match=said):
        where(COIN, "true", **options)
