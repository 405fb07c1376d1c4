"""Equality is that of the values, and raises where TLC would not compare."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from counterpoint.errors import NoValue
from counterpoint.tla.values import FALSE, TRUE, ModelValue, equal, show

from .small import Small

SAMPLES: list[Any] = [
    0, 1, "a", "", TRUE, FALSE, ModelValue("m"), (), (1,), ((1, 2), "a"), (1, 2), ("a",),
    frozenset(), frozenset({1}), frozenset({"a"}), frozenset({1, 2}),
]  # fmt: skip
WRITTEN = [show(each) if each != ModelValue("m") else "m" for each in SAMPLES]


def answer(small: Small, name: str, state: tuple[Any, ...]) -> str:
    try:
        return str(small.holds(name, state))
    except NoValue:
        return "no value"


def expected(a: Any, b: Any) -> str:
    try:
        return str(equal(a, b))
    except NoValue:
        return "no value"


@pytest.mark.parametrize("number", range(len(SAMPLES)))
def test_equality_with_a_constant_is_that_of_values(number: int) -> None:
    small = Small(
        f"CONSTANT m VARIABLES x, y Right == x = {WRITTEN[number]} Left == {WRITTEN[number]} = x",
        m=ModelValue("m"),
    )
    for other in SAMPLES:
        wanted = expected(other, SAMPLES[number])
        assert answer(small, "Right", (other, 0)) == wanted
        assert answer(small, "Left", (other, 0)) == wanted


def test_equality_of_variables_is_that_of_values() -> None:
    small = Small("VARIABLES x, y Same == x = y Other == ~(x # y)")
    for pair in itertools.product(SAMPLES, repeat=2):
        assert answer(small, "Same", pair) == expected(*pair)
        assert answer(small, "Other", pair) == expected(*pair)


def test_an_entry_equals_a_constant_or_cannot_be_compared() -> None:
    small = Small('VARIABLES pc, p Ready == pc[p] = "go"')
    at = Small('Pc == [q \\in {"a", "b"} |-> IF q = "a" THEN "go" ELSE 1]').value("Pc")
    assert answer(small, "Ready", (at, "a")) == "True"
    assert answer(small, "Ready", (at, "b")) == "no value"
    assert answer(small, "Ready", (("go", "no"), 1)) == "True"
    assert answer(small, "Ready", (("go", "no"), 2)) == "False"
