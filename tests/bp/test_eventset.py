from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Generator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint import (
    ALL,
    NONE,
    Body,
    Event,
    EventSet,
    Program,
    check,
    event_set,
    events,
    named,
    no_deadlock,
    sync,
    thread,
)
from counterpoint.bp.eventset import Finite, is_constant
from counterpoint.errors import BadEvent, BadSync

A, B, C, D = ALPHABET = events("A B C D")


def is_early(event: Any) -> Any:
    return event in (A, B)


leaves = st.one_of(
    st.sampled_from(ALPHABET),
    st.lists(st.sampled_from(ALPHABET)).map(tuple),
    st.sampled_from([is_early, named("C"), ALL, NONE]),
)


@given(leaves, leaves, leaves)
def test_the_algebra_is_that_of_sets(one: Any, other: Any, third: Any) -> None:
    def extent(value: Any) -> Any:
        return {event for event in ALPHABET if event in event_set(value)}

    left, right, more = event_set(one), event_set(other), event_set(third)
    x, y, z = extent(one), extent(other), extent(third)
    assert extent(left | right) == x | y
    assert extent(left & right) == x & y
    assert extent(left - right) == x - y
    assert extent(~left) == set(ALPHABET) - x
    assert extent((left | right) - more | ~right) == (x | y) - z | (set(ALPHABET) - y)


def test_plain_values_combine_from_the_left_too() -> None:
    assert ((A, B) | C).members == (A, B, C)
    assert ([A, B] & event_set(B)).members == (B,)
    assert ((A, B) - B).members == (A,)
    assert B in (is_early | C)


def test_finite_sets_keep_their_order_and_compare_by_it() -> None:
    assert (A | B | A).members == (A, B)
    assert Finite([A, B]) == (A | B)
    assert (A | B) != (B | A)
    assert hash(A | B) == hash(Finite([A, B]))
    both = A | B
    assert isinstance(both, Finite)
    assert (list(both), len(both), repr(both)) == ([A, B], 2, "{A, B}")


def test_a_python_set_is_taken_in_the_same_order_by_each_process() -> None:
    for shuffled in itertools.permutations(ALPHABET):
        assert event_set(set(shuffled)).members == ALPHABET


def test_sets_made_alike_are_equal() -> None:
    makes: list[Callable[[], EventSet]] = [
        lambda: ~A,
        lambda: is_early | A,
        lambda: named("A") & is_early,
        lambda: ALL - A,
    ]
    for make in makes:
        assert make() == make()
        assert hash(make()) == hash(make())


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (ALL, "ALL"),
        (NONE, "{}"),
        (~event_set(A), "~A"),
        (event_set(is_early), "{e: is_early(e)}"),
        (event_set([A, is_early]), "A | {e: is_early(e)}"),
        (event_set(is_early) - A, "({e: is_early(e)} & ~A)"),
    ],
)
def test_shows_how_it_was_made(value: Any, shown: Any) -> None:
    assert repr(value) == shown


def test_nested_iterables_are_one_set() -> None:
    assert event_set([A, (B, [C]), iter([D])]).members == ALPHABET
    assert event_set([A, [is_early, ~D]]).members is None


def test_double_complement_is_the_set_itself() -> None:
    assert ~~event_set(A) is A


@pytest.mark.parametrize("value", [3, "A", b"A", None, Event, [A, 3], [A, "B"]])
def test_refuses_what_is_no_event_set(value: Any) -> None:
    with pytest.raises(BadEvent, match="is not an event set: give an event, an iterable of events"):
        event_set(value)


@pytest.mark.parametrize("value", [A | B, ~A, named("A"), event_set(is_early), is_early | ~A])
def test_copies_hold_the_same_events(value: Any) -> None:
    for twin in (copy.copy(value), copy.deepcopy(value)):
        assert [event in twin for event in ALPHABET] == [event in value for event in ALPHABET]


def test_constants_are_those_that_cannot_yield_something_else_later() -> None:
    assert is_constant((A, (B, is_early), None))
    assert is_constant(frozenset({A}))
    assert not is_constant([A])
    assert not is_constant(iter([A]))
    assert not is_constant((A, [B]))


@pytest.mark.parametrize("predicate", [len, lambda: True])
def test_a_predicate_that_takes_no_event_is_an_error_of_the_statement(predicate: Any) -> None:
    with pytest.raises(BadSync, match="cannot be asked about the event A"):
        event_set(predicate).holds(A)


def test_what_a_predicate_raises_itself_passes_through() -> None:
    with pytest.raises(ZeroDivisionError):
        event_set(lambda event: 1 / 0).holds(A)


def test_sets_may_be_nested() -> None:
    nested: Any = A
    for _ in range(50):
        nested = [nested]
    assert A in event_set(nested)
    with pytest.raises(BadEvent, match="it is nested without end"):
        event_set([nested])


HOLDS_ITSELF: list[object] = []
HOLDS_ITSELF.append(HOLDS_ITSELF)


@pytest.mark.parametrize("value", [HOLDS_ITSELF, Generator[int, int, int]])
def test_what_gives_itself_is_no_set(value: Any) -> None:
    with pytest.raises(BadEvent, match="is not an event set: it is nested without end") as raised:
        event_set([value])
    assert str(value) in str(raised.value)


@pytest.mark.parametrize("thing", [None, "A", 3, A | B, frozenset()])
def test_what_is_no_event_is_in_no_set(thing: Any) -> None:
    some = (
        A,
        A | B,
        named("A"),
        A | named("B"),
        ~B,
        ALL,
        event_set(lambda event: event.name == "A"),
    )
    assert all(A in each for each in some)
    assert not any(thing in each for each in some)


def test_a_b_thread_may_ask_for_a_set_before_it_has_heard_an_event() -> None:
    @thread
    def asks_until(wanted: Any) -> Body:
        event = None
        while event not in wanted:
            event = yield sync(request=A, wait_for=wanted)

    assert check(Program(asks_until(named("B")), external=()), no_deadlock())
