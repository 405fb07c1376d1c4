"""Timeouts: events that come when some time has passed since a statement was made."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable
from fractions import Fraction

from ..arguments import says_what_it_takes
from ..errors import BadEvent
from .event import Event
from .tick import plain

AFTER = "after"
"""The name of all timeouts."""


@says_what_it_takes
def after(seconds: float) -> Event:
    """The event that this number of seconds have passed since the b-thread made its statement.

    A b-thread waits for it (`wait_for`, or `request`, which is the same) or is interrupted by it,
    beside other events. If it leaves the statement before, nothing comes of it. It comes when
    nothing else can be selected, and can be blocked until later. In a run of asyncio time is real;
    in a `Runner` and in a check it is virtual. Raises `BadEvent` unless `seconds` is a finite
    number above 0.

    >>> from counterpoint import Program, Runner, events, sync, thread
    >>> PAID, CANCEL = events("PAID CANCEL")
    >>> @thread
    ... def order():
    ...     event = yield sync(wait_for=[PAID, after(30)])
    ...     if event == after(30):
    ...         yield sync(request=CANCEL)
    >>> Runner(Program(order())).run().events
    (after(seconds=30), CANCEL)
    """
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise BadEvent(f"after() takes a number of seconds, not {seconds!r}")
    if not 0 < seconds <= sys.float_info.max:
        raise BadEvent(f"after() takes a finite number of seconds above 0, not {seconds!r}")
    return Event(AFTER, seconds=plain(Fraction(str(seconds))))


def is_timeout(event: Event) -> bool:
    """Whether an event is one that `after` makes.

    >>> is_timeout(after(3)), is_timeout(Event("after")), is_timeout(Event("after", 3))
    (True, False, False)
    """
    return event.name == AFTER and event.fields.keys() == {"seconds"} and _is_length(event)


def _is_length(event: Event) -> bool:
    seconds: object = event.fields["seconds"]
    return not event.args and type(seconds) in (int, float) and 0 < seconds < math.inf  # type: ignore[operator]


def length(timeout: Event) -> Fraction:
    """The seconds of a timeout, exactly as they are written.

    >>> length(after(0.1)), length(after(3))
    (Fraction(1, 10), Fraction(3, 1))
    """
    return Fraction(str(timeout.fields["seconds"]))


def unit_of(lengths: Iterable[Fraction]) -> Fraction:
    """The greatest length that all lengths are multiples of; 0 if there are none.

    >>> unit_of([Fraction(30), Fraction(45, 2)]), unit_of([])
    (Fraction(15, 2), Fraction(0, 1))
    """
    lengths = list(lengths)
    over = math.lcm(*(each.denominator for each in lengths))
    return Fraction(math.gcd(*(int(each * over) for each in lengths)), over)
