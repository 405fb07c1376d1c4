"""What differs between two values."""

from __future__ import annotations

from typing import Any

from hypothesis import given

from counterpoint.report.changed import Change, How, changes
from counterpoint.tla.values import function, record

from .test_spread import values


def told(was: Any, now: Any) -> list[Change]:
    return changes({"v": was}, {"v": now})


def test_what_stays_is_not_told() -> None:
    assert changes({"x": 1, "y": (2, 3)}, {"x": 1, "y": (2, 3)}) == []


def test_a_plain_value_is_told_with_what_it_was() -> None:
    assert told(1, 2) == [Change("v", How.IS, 2, 1)]


def test_a_variable_that_was_not_there_is_told() -> None:
    assert changes({}, {"v": 1}) == [Change("v", How.IS, 1)]


def test_the_key_of_a_function_is_told() -> None:
    assert told(("e1", "e1"), ("e1", "cs")) == [Change("v[2]", How.IS, "cs", "e1")]


def test_places_are_written_as_in_the_language() -> None:
    here = record(log=function({(1, 2): 0, (2, 2): 0}), x=0)
    there = record(log=function({(1, 2): 0, (2, 2): 5}), x=0)
    assert told(here, there) == [Change("v.log[2, 2]", How.IS, 5, 0)]
    odd = function({"a b": 0, "c": 1}), function({"a b": 2, "c": 1})
    assert told(*odd) == [Change('v["a b"]', How.IS, 2, 0)]


def test_a_short_function_that_changes_everywhere_is_told_as_a_whole() -> None:
    assert told((1, 2), (2, 1)) == [Change("v", How.IS, (2, 1), (1, 2))]


def test_a_function_that_changes_in_many_places_is_told_as_a_whole() -> None:
    was, now = (0,) * 20, (1,) * 19 + (0,)
    assert told(was, now) == [Change("v", How.IS, now, was)]


def test_short_collections_are_told_as_a_whole() -> None:
    assert told((1,), (1, 2)) == [Change("v", How.IS, (1, 2), (1,))]
    one, two = frozenset({1}), frozenset({1, 2})
    assert told(one, two) == [Change("v", How.IS, two, one)]


def test_elements_of_a_longer_set_come_and_go() -> None:
    was = frozenset(range(10, 30))
    now = was - {10} | {40}
    gained, lost = frozenset({40}), frozenset({10})
    assert told(was, now) == [Change("v", How.GAINS, gained), Change("v", How.LOSES, lost)]


def test_items_of_a_longer_sequence_come_at_its_end_and_go_at_its_front() -> None:
    was = tuple(range(10, 30))
    assert told(was, (*was, 7)) == [Change("v[21]", How.NEW, 7)]
    assert told(was, was[2:]) == [Change("v", How.DROPS, (10, 11))]
    assert told(was, was[:-1]) == [Change("v[20]", How.GONE, None, 29)]


def test_keys_of_a_longer_function_come_and_go() -> None:
    was = function(dict.fromkeys(range(2, 9), "something"))
    now = function(dict.fromkeys(range(3, 10), "something"))
    assert told(was, now) == [
        Change("v[2]", How.GONE, None, "something"),
        Change("v[9]", How.NEW, "something"),
    ]


@given(values, values)
def test_something_is_told_exactly_where_values_differ(was: Any, now: Any) -> None:
    assert bool(told(was, now)) is (was != now)


@given(values, values)
def test_what_is_told_is_true_of_the_values(was: Any, now: Any) -> None:
    for change in told(was, now):
        if change.how in {How.GAINS, How.LOSES}:
            assert change.now
        elif change.how is How.IS:
            assert change.now != change.was
