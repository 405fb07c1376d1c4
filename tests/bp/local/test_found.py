"""Automata are found again with the same numbers, or not at all."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import Body, DifferentRun, Program, events, sync, thread
from counterpoint.bp.local.found import Found, found_of
from counterpoint.bp.local.network import network_of
from counterpoint.tuning import Tuning

UP, DOWN, END = events("UP DOWN END")


@thread
def climbs(most: int, last: Any) -> Body:
    height = 0
    while True:
        wanted = [UP] * (height < most) + [DOWN] * (height > 0)
        event = yield sync(request=wanted, block=last)
        height += 1 if event == UP else -1


@thread
def starts(children: int) -> Body:
    yield sync(request=END, start=[climbs(2, ()) for _ in range(children)])


FEW = Tuning(local_states=3)
"""Most local states are found by the search, in its own order."""


def parts(thread: Any, tuning: Tuning = FEW) -> Any:
    """The automaton of a program of one b-thread."""
    (part,) = network_of(Program(thread), tuning).automata
    return part


@pytest.mark.parametrize("made", [climbs(9, ()), starts(2)])
def test_local_states_get_their_numbers_in_any_order(made: Any) -> None:
    part = parts(made)
    waiting, seen = [0], {0}
    while waiting:  # depth first, the last event first
        local = waiting.pop()
        heard = part.locals[local].hears
        there = [part.step(local, event) for event in (2, 1, 0) if heard >> event & 1]
        waiting += [one for one in there if one not in seen]
        seen.update(there)
    other = parts(made)
    found_of(part).again(other)
    assert other.moves == part.moves
    assert other.locals[: len(part.locals)] == part.locals
    found_of(part).require_said(other)


def again(found: Found, part: Any) -> None:
    found.again(part)
    found.require_said(part)


@pytest.mark.parametrize(("one", "other"), [(climbs(9, ()), climbs(8, ())), (starts(2), starts(1))])
def test_what_leads_elsewhere_is_noticed(one: Any, other: Any) -> None:
    found = found_of(parts(one, Tuning()))
    again(found, parts(one, Tuning()))
    with pytest.raises(DifferentRun, match="not what it was when the program was pickled"):
        again(found, parts(other, Tuning()))


def lamp(blocked: Any, hot: bool) -> Any:
    @thread
    def lamp() -> Body:
        yield sync(request=[UP, DOWN], block=blocked, hot=hot)

    return lamp()


@pytest.mark.parametrize("other", [lamp(DOWN, False), lamp((), True)])
def test_what_is_said_otherwise_is_noticed(other: Any) -> None:
    found = found_of(parts(lamp((), False)))
    again(found, parts(lamp((), False)))
    part = parts(other)
    found.again(part)  # as all events lead to the same local states
    with pytest.raises(DifferentRun, match="not what it was when the program was pickled"):
        found.require_said(part)
