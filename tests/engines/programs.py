"""Programs that the engines are tried on: small ones of every kind, and random ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from counterpoint import (
    Body,
    Event,
    EventSet,
    Ordered,
    Priority,
    Program,
    ThreadPriority,
    Uniform,
    events,
    named,
    sync,
    thread,
)
from counterpoint.bp.eventset import SetLike
from counterpoint.bp.strategy import Said

A, B, C, D = EVENTS = events("A B C D")


@thread
def request(
    *wanted: EventSet, times: int | None = None, hot: bool = False, priority: float | None = None
) -> Body:
    while times is None or times > 0:
        yield sync(request=wanted, hot=hot, priority=priority)
        times = None if times is None else times - 1


@thread
def wait_then_block(event: SetLike, count: int) -> Body:
    for _ in range(count):
        yield sync(wait_for=event)
    yield sync(block=event)


@thread
def alternate(first: SetLike, second: SetLike) -> Body:
    while True:
        yield sync(wait_for=first, block=second)
        yield sync(wait_for=second, block=first)


TURNS = Program(
    request(A),
    request(B),
    alternate(A, B),
    external=(),
    owners={"one": A, "two": B},
    requirements={"one": "<<one>> F once(A)", "A first": "G (once(B) -> once(A))"},
)
"""A game only by the rule of turns."""


@thread
def forbid(event: SetLike) -> Body:
    yield sync(wait_for=event)
    raise AssertionError(f"{event} came")


@thread
def wait_then_request(event: SetLike, count: int, wanted: EventSet) -> Body:
    for _ in range(count):
        yield sync(wait_for=event)
    yield sync(request=wanted)


@thread
def wait_then_assert_not(event: SetLike, forbidden: SetLike) -> Body:
    yield sync(wait_for=event)
    came = yield sync(wait_for=[event, forbidden])
    assert came is not forbidden


@thread
def alternate_requests(first: EventSet, second: EventSet) -> Body:
    while True:
        yield sync(request=first)
        yield sync(request=second)


@thread
def in_turn(*wanted: EventSet) -> Body:
    while True:
        for event in wanted:
            yield sync(request=event)


@thread
def until(interrupt: SetLike, event: SetLike) -> Body:
    while True:
        yield sync(wait_for=event, interrupt=interrupt)


@thread
def hot_from(first: SetLike, then: SetLike) -> Body:
    yield sync(wait_for=first)
    while True:
        yield sync(wait_for=then, hot=True)


@thread
def count_up() -> Body:
    number = 0
    while True:
        number += 1
        yield sync(request=A)


@thread
def count_events() -> Body:
    number = 0
    while True:
        number += 1
        yield sync(request=Event("Number", number))


@thread
def stop_at(limit: int) -> Body:
    yield sync(wait_for=Event("Number", limit))
    yield sync(block=named("Number"))


@thread
def parent() -> Body:
    yield sync(request=A, start=[request(B, times=1)])
    yield sync(request=C, start=[request(D, times=2), forbid(A)])


def row(table: tuple[Any, ...], local: int) -> Any:
    """One entry of a random automaton, as a statement; the next local states by event."""
    return table[local % len(table)]


@thread
def follow(table: tuple[Any, ...]) -> Body:
    """A b-thread that does what a table says: a random automaton."""
    local = 0
    while True:
        said, targets = row(table, local)
        event = yield sync(**dict(said))
        local = dict(targets).get(event, local)
        if local < 0:
            assert local != -2, "the table says so"
            return


def a_set() -> st.SearchStrategy[tuple[Event, ...]]:
    return st.lists(st.sampled_from(EVENTS), max_size=2, unique=True).map(tuple)


@st.composite
def a_statement(draw: Any) -> tuple[Any, ...]:
    said = {
        "request": draw(a_set()),
        "wait_for": draw(a_set()),
        "block": draw(st.one_of(st.just(()), a_set())),
        "interrupt": draw(st.one_of(st.just(()), st.just(()), a_set())),
        "priority": draw(st.sampled_from([None, 0, 1, 2])),
        "hot": draw(st.booleans()),
    }
    targets = draw(st.dictionaries(st.sampled_from(EVENTS), st.sampled_from([-2, -1, 0, 1, 2])))
    return tuple(said.items()), tuple(targets.items())


def a_table() -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(a_statement(), min_size=1, max_size=3).map(tuple)


def first_by_name(said: Sequence[Said]) -> list[Event]:
    """A strategy of a user's own: the enabled event whose name comes first."""
    blocked = [other.sync.block for other in said]
    enabled = {
        event
        for one in said
        for event in one.sync.request
        if not any(event in block for block in blocked)
    }
    return sorted(enabled, key=str)[:1]


STRATEGIES = (
    Uniform(),
    Ordered(),
    Priority(),
    ThreadPriority({"follow": 1, "request": 2}),
    first_by_name,
)


@st.composite
def a_program(draw: Any, strategies: tuple[Any, ...] = STRATEGIES) -> Program:
    tables = draw(st.lists(a_table(), min_size=1, max_size=4))
    external = draw(st.one_of(st.just(()), st.just(()), a_set()))
    return Program(
        *map(follow, tables),
        strategy=draw(st.sampled_from(strategies)),
        external=external,
        final=draw(st.one_of(st.just(()), a_set())),
    )
