"""Comparisons with numbers that an expression never has are slips, and said to be."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint import Model, count_of, if_, subsets_of
from counterpoint.errors import OutOfSort
from counterpoint.terms.apply import variables_of
from counterpoint.terms.evaluate import evaluate
from counterpoint.terms.possible import require_possible
from counterpoint.terms.sort import values
from counterpoint.terms.term import Term

from .terms import numbers

model = Model("slips")
x, y = model.var("x", range(3)), model.var("y", range(-2, 2))
a = model.array("a", range(3), range(1, 4))
s = model.var("s", subsets_of("p q"))


@pytest.mark.parametrize(
    ("compare", "message"),
    [
        (lambda: x == 3, "x is never 3: it is in 0..2"),
        (lambda: x != -1, "x is never -1: it is in 0..2"),
        (lambda: x == 7, "x is never 7: it is in 0..2"),
        (lambda: a[2] == 0, "a[2] is never 0: it is in 1..3"),
        (lambda: x + y == 5, "x + y is never 5: it is in -2..3"),
        (lambda: 2 * x == 5, "2 * x is never 5: it is in 0..4"),
        (lambda: a[x] == 4, "if_(x <= 0, a[0], if_(x <= 1, a[1], a[2])) is never 4: it is in 1..3"),
    ],
)
def test_a_number_that_is_never_met_is_refused(compare: Callable[[], Any], message: str) -> None:
    with pytest.raises(OutOfSort) as raised:
        compare()
    assert raised.value.message == message
    assert raised.value.place is not None
    assert raised.value.place.file == __file__


def test_what_can_be_met_is_compared_and_so_is_what_is_only_ordered() -> None:
    for condition in (x + 1 == 3, x * y == -4, x - y != 4, y == -2):
        assert len(list(variables_of(condition.term)))
    assert repr(x < 9) == "<true>"
    assert repr(x >= 9) == "<false>"


def test_what_is_counted_may_be_compared_with_any_number() -> None:
    for few in (count_of([x == 0, y == 0]), s.size(), if_(x == 0, 1, 2), count_of([])):
        assert repr(few == 3) == "<false>"
        assert repr(few != 3) == "<true>"
        assert repr(few + 1 == 9) == "<false>"


@given(term=numbers(2), number=st.integers(-9, 9))
def test_what_is_refused_is_true_in_no_state(term: Term, number: int) -> None:
    try:
        require_possible(term, number)
    except OutOfSort:
        assert number not in everything_that(term)


def everything_that(term: Term) -> set[Any]:
    """All values of a term, by trying all values of its variables."""
    read = list({variable.name: variable for variable in variables_of(term)}.values())
    rows = product(*(values(variable.sort) for variable in read))
    return {evaluate(term, dict(zip((v.name for v in read), row, strict=True))) for row in rows}
