"""One order of all values."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from counterpoint.tla.values import FALSE, TRUE, ModelValue, function, in_order, key, members

from .models import tried, values


@tried
@given(values, values)
def test_values_have_the_same_key_just_when_they_are_equal(a: Any, b: Any) -> None:
    assert (key(a) == key(b)) is (a == b)


@tried
@given(st.lists(values, max_size=6))
def test_any_values_can_be_sorted_and_the_order_does_not_depend_on_how_they_came(
    some: list[Any],
) -> None:
    assert in_order(some) == in_order(reversed(in_order(some)))
    assert in_order(some) == sorted(some, key=key)


@tried
@given(st.frozensets(values, max_size=5))
def test_the_members_of_a_set_are_its_elements_in_order(some: frozenset[Any]) -> None:
    assert list(members(some)) == sorted(some, key=key)
    assert members(some) is members(frozenset(list(some)))


def test_kinds_come_one_after_another() -> None:
    some = [function({"a": 1}), (), frozenset(), "s", -1, TRUE, FALSE, ModelValue("m")]
    assert in_order(some) == [
        ModelValue("m"), FALSE, TRUE, -1, "s", frozenset(), (), function({"a": 1})
    ]  # fmt: skip


def test_sets_and_functions_are_ordered_by_size_before_what_they_hold() -> None:
    assert in_order([frozenset({1, 2}), frozenset({9})]) == [frozenset({9}), frozenset({1, 2})]
    assert in_order([(1, 1), (9,)]) == [(9,), (1, 1)]


def test_numbers_and_strings_have_the_order_that_one_expects() -> None:
    assert in_order([10, 9, -3]) == [-3, 9, 10]
    assert in_order(["b", "a", "B"]) == ["B", "a", "b"]


@given(st.lists(st.tuples(st.integers(-3, 3), st.sampled_from("ab")), max_size=6))
def test_tuples_of_plain_values_are_ordered_place_by_place(some: list[Any]) -> None:
    assert in_order(some) == sorted(some, key=key)
    assert in_order([*some, (1, 2), ()]) == sorted([*some, (1, 2), ()], key=key)
