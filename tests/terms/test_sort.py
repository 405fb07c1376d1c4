"""Sorts: their values, the codes of these, and the Python objects that stand for them."""

from __future__ import annotations

from enum import Enum
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from counterpoint.errors import BadTerm, OutOfSort
from counterpoint.terms.sort import (
    Bool,
    Enumeration,
    Interval,
    SetOf,
    Sort,
    code,
    is_member,
    size,
    sort_of,
    subsets_of,
    text_of_sort,
    text_of_value,
    value,
    values,
)

from .terms import sorts


class Colour(Enum):
    RED = 1
    GREEN = 2


@given(sorts)
def test_codes_number_the_values_from_zero(sort: Sort) -> None:
    listed = list(values(sort))
    assert [code(sort, one) for one in listed] == list(range(size(sort)))
    assert [value(sort, number) for number in range(size(sort))] == listed
    assert len(set(listed)) == size(sort)


@pytest.mark.parametrize(
    ("given", "sort"),
    [
        (bool, Bool()),
        (range(1, 3), Interval(1, 2)),
        (range(-2, 1), Interval(-2, 0)),
        (("red", "green"), Enumeration(("red", "green"))),
        (["red", "green"], Enumeration(("red", "green"))),
        ("red  green", Enumeration(("red", "green"))),
        ((1, 5, 9), Enumeration((1, 5, 9))),
        (Colour, Enumeration((Colour.RED, Colour.GREEN))),
        (subsets_of("a b"), SetOf(("a", "b"))),
        (np.arange(2).tolist(), Enumeration((0, 1))),
    ],
)
def test_python_objects_stand_for_sorts(given: object, sort: Sort) -> None:
    assert sort_of(given) == sort


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (int, r"numbers need bounds, such as range\(10\)"),
        (3, r"range\(3\) has the numbers from 0 to 2"),
        (float, "give bool, a range, a tuple"),
        ({0, 1}, "in an order, as a tuple or a list"),
        (range(0), "is empty"),
        (range(0, 4, 2), r"range\(0, 3\) for numbers, or list\(range\(0, 4, 2\)\) for members"),
        ((), r"\(\) has no members: at least one is needed"),
        ("a b a", r"a stands twice in \{a, b, a\}: leave one out"),
        ((1, True), "1 and true are equal in Python"),
        (([],), "it can change"),
        (((1, []), (2, [])), r"\(1, \[\]\) cannot be a member: it can change"),
    ],
)
def test_other_objects_are_refused(given: object, why: str) -> None:
    with pytest.raises(BadTerm, match=why):
        sort_of(given)


@pytest.mark.parametrize(
    ("sort", "given"),
    [
        (Bool(), 1),
        (Interval(0, 1), True),
        (Interval(0, 1), 2),
        (Interval(0, 1), 0.0),
        (Interval(0, 1), None),
        (Enumeration((0, 1)), True),
        (Enumeration(("a",)), "b"),
        (Enumeration(("a",)), ["a"]),
        (Enumeration(((1, 2),)), ([], 2)),
        (SetOf(("a", "b")), {"c"}),
        (SetOf(("a", "b")), "a"),
    ],
)
def test_what_is_no_value_has_no_code(sort: Sort, given: Any) -> None:
    assert not is_member(sort, given)
    with pytest.raises(OutOfSort, match="is not in"):
        code(sort, given)


def test_sorts_and_values_read_well() -> None:
    assert text_of_sort(Bool()) == "bool"
    assert text_of_sort(sort_of(range(3))) == "0..2"
    assert text_of_sort(sort_of(Colour)) == "{RED, GREEN}"
    assert text_of_value(((1, "a"), frozenset({2}))) == "((1,a),{2})"
