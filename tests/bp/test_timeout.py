"""Timeouts as events."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import pytest

from counterpoint import BadEvent, Event, Misuse, Program, after, sync
from counterpoint.bp.armed import armed, timeouts_of
from counterpoint.bp.tick import Tick, events_among
from counterpoint.bp.timeout import is_timeout, length, unit_of
from counterpoint.model.system import REST

from .timed import PAY, SHIP, beat


def test_equal_lengths_are_the_same_event() -> None:
    assert after(2) is after(2.0)
    assert after(0.5) is after(0.50)
    assert after(2) is Event("after", seconds=2)
    assert after(2) is pickle.loads(pickle.dumps(after(2)))
    assert str(after(0.1)) == "after(seconds=0.1)"


@pytest.mark.parametrize("given", [0, -1, float("inf"), float("nan"), True, "3", None])
def test_a_length_is_a_finite_number_above_0(given: Any) -> None:
    with pytest.raises(BadEvent, match=r"after\(\) takes a"):
        after(given)


@pytest.mark.parametrize(
    "event",
    [
        Event("after"), Event("after", 3), Event("after", 3, seconds=3), Event("later", seconds=3),
        Event("after", seconds="3"), Event("after", seconds=0), Event("after", seconds=True),
        Event("after", seconds=3, of=1), Event("after", seconds=float("inf")),
    ],
)  # fmt: skip
def test_other_events_of_this_name_are_no_timeouts(event: Event) -> None:
    assert not is_timeout(event)
    assert not sync(request=event, wait_for=[event]).has_timeouts


def test_lengths_are_taken_as_they_are_written() -> None:
    assert length(after(0.1)) == Fraction(1, 10)
    assert unit_of([Fraction(1, 10), Fraction(1, 4)]) == Fraction(1, 20)
    assert unit_of(map(length, [after(1e-9), after(3600)])) == Fraction(1, 10**9)


def test_timeouts_are_found_in_all_parts_that_resume_or_end_a_b_thread() -> None:
    every = [after(n) for n in (1, 2, 3, 4)]
    statement = sync(request=every[0], wait_for=[PAY, every[1]], block=every[3], interrupt=every[2])
    assert timeouts_of(statement) == tuple(every[:3])
    assert timeouts_of(sync(request=after(1))) == (after(1),)
    assert timeouts_of(sync(wait_for=after(1))) == (after(1),)
    assert timeouts_of(sync(wait_for=lambda event: True, block=after(1))) == ()
    assert timeouts_of(sync(wait_for=[PAY, [after(1) | SHIP]])) == (after(1),)


def test_a_statement_stands_without_the_timeouts_that_are_not_due() -> None:
    statement = sync(request=[after(1), PAY], wait_for=lambda _: True, interrupt=[after(2), SHIP])
    stands = armed(statement)
    assert stands.request == (PAY,)
    assert SHIP in stands.interrupt
    assert after(2) not in stands.interrupt
    assert after(1) not in stands.hears
    assert after(3) in stands.hears, "that of another b-thread"
    due = armed(statement, [after(2)])
    assert after(2) in due.interrupt
    assert after(1) not in due.hears
    assert armed(statement, [after(2)]) is due
    assert stands.priority is None
    same = sync(wait_for=[PAY, after(1)], priority=3, hot=True)
    assert (armed(same).priority, armed(same).hot) == (3, True)


def test_ticks_belong_to_no_set_that_is_made_of_predicates() -> None:
    tick: Any = Tick(Fraction(1))
    assert tick not in sync(wait_for=lambda _: True).wait_for
    assert tick not in sync(wait_for=~PAY).wait_for
    assert tick not in sync(wait_for=PAY | SHIP).wait_for
    assert events_among([PAY, tick, REST, SHIP]) == (PAY, SHIP)


def test_a_timeout_does_not_come_from_outside() -> None:
    with pytest.raises(Misuse, match="a timeout comes by itself"):
        Program(beat(1), external=[PAY, after(1)])
