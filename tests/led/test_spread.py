"""Numbers that stand for several: what they answer is so at each position of their box."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from operator import add, mul, sub
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from counterpoint.led.values.spread import (
    Box,
    Notes,
    Split,
    asked_again,
    coordinate,
    frozen,
    thawed,
)

Formula = Callable[[Any, Any], Any]

boxes = st.builds(
    lambda x, y, w, h: Box(x, y, x + w, y + h),
    st.integers(0, 6),
    st.integers(0, 6),
    st.integers(0, 5),
    st.integers(0, 5),
)

numbers = st.fractions(-4, 4, max_denominator=3)


@st.composite
def formulas(draw: st.DrawFn, depth: int = 3) -> Formula:
    """A function of two coordinates, which may be spreads."""
    kind = draw(st.sampled_from(["x", "y", "number", *(["binary"] * depth), *(["unary"] * depth)]))
    if kind in ("x", "y"):
        return (lambda x, y: x) if kind == "x" else (lambda x, y: y)
    if kind == "number":
        value = draw(numbers)
        return lambda x, y: value
    inner = draw(formulas(depth - 1))
    if kind == "unary":
        how = draw(
            st.sampled_from(
                [lambda a: -a, abs, floor, ceil, lambda a: a**2, lambda a: a / 3, lambda a: a % 4]
            )
        )
        return lambda x, y: how(inner(x, y))
    other, operate = draw(formulas(depth - 1)), draw(st.sampled_from([add, sub, mul]))
    return lambda x, y: operate(inner(x, y), other(x, y))


def positions(box: Box) -> list[tuple[int, int]]:
    return [(x, y) for x in range(box.left, box.right + 1) for y in range(box.bottom, box.top + 1)]


COMPARED: dict[str, Callable[[Any], bool]] = {
    "<": lambda a: a < 0,
    "<=": lambda a: a <= 0,
    ">": lambda a: a > 0,
    ">=": lambda a: a >= 0,
    "=": lambda a: a == 0,
}


def answered(box: Box, formula: Formula, sign: str) -> tuple[bool, Notes]:
    """The answer of a spread, with notes; None if it is none."""
    notes = Notes()
    made = formula(coordinate(box, notes, "x"), coordinate(box, notes, "y"))
    return made.compared(sign, 0) if hasattr(made, "compared") else COMPARED[sign](made), notes


@given(boxes, formulas(), st.sampled_from(list(COMPARED)))
def test_an_answer_is_so_at_every_position(box: Box, formula: Formula, sign: str) -> None:
    cut: Split | None = None
    try:
        answer, _ = answered(box, formula, sign)
    except Split as split:
        cut = split
    if cut is not None:
        low, high = (box.left, box.right) if cut.axis == "x" else (box.bottom, box.top)
        assert low <= cut.at < high
        return
    assert {COMPARED[sign](formula(x, y)) for x, y in positions(box)} == {answer}


@given(boxes, formulas(), st.sampled_from(list(COMPARED)))
def test_cutting_comes_to_an_end_and_covers_the_box(box: Box, formula: Formula, sign: str) -> None:
    todo, done = [box], []
    while todo:
        here = todo.pop()
        try:
            answer, _ = answered(here, formula, sign)
            done.append((here, answer))
        except Split as split:
            todo += here.cut(split.axis, split.at)
    covered = [position for part, _ in done for position in positions(part)]
    assert sorted(covered) == sorted(positions(box))
    for part, answer in done:
        assert all(COMPARED[sign](formula(x, y)) is answer for x, y in positions(part))


@given(boxes, boxes, formulas(), st.sampled_from(list(COMPARED)))
def test_a_box_that_answers_the_same_questions_alike_gives_the_same_answer(
    box: Box, other: Box, formula: Formula, sign: str
) -> None:
    try:
        answer, notes = answered(box, formula, sign)
    except Split:
        assume(False)
    assume(not notes.opaque)
    asked: dict[Any, Any] = notes.asked
    try:
        alike = all(
            asked_again(other, kind, linear) == given for (kind, linear), given in asked.items()
        )
    except Split:
        return
    if alike:
        assert {COMPARED[sign](formula(x, y)) for x, y in positions(other)} == {answer}


def test_a_comparison_with_a_constant_is_cut_where_it_changes() -> None:
    x = coordinate(Box(0, 0, 1000, 800), Notes(), "x")
    for sign, at in (("<", 99), (">=", 99), ("<=", 100), (">", 100)):
        with pytest.raises(Split) as raised:
            x.compared(sign, 100)
        assert (raised.value.axis, raised.value.at) == ("x", at)


def test_whole_positions_are_never_equal_to_a_fraction() -> None:
    x = coordinate(Box(0, 0, 9, 9), Notes(), "x")
    assert not x.compared("=", Fraction(1, 2))
    assert not (2 * x).compared("=", 3)


def test_what_is_frozen_thaws_over_another_box() -> None:
    x = coordinate(Box(0, 0, 9, 9), Notes(), "x")
    (_, again) = thawed(frozen((1, x + 2)), Box(5, 0, 5, 0), Notes())
    assert again.settled() == 7
