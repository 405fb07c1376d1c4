"""B-threads whose statements are asked directly, one after another."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable
from operator import attrgetter
from types import FunctionType
from typing import Any, TypeAlias

from ..event import Event
from ..eventset import Either
from ..sync import NOTHING
from .plan import Part, Plan
from .running import Running, blame

_NUMBER = attrgetter("number")
_HEARS: Callable[[Plan], Part] = attrgetter("hears")
_INTERRUPTS: Callable[[Plan], Part] = attrgetter("interrupts")


class Loose:
    """The loose b-threads of a run, in their order.

    Each predicate is asked in that order. Where one answer is enough, sets without predicates
    answer first.
    """

    def __init__(self) -> None:
        self._threads: list[Running] = []

    def __len__(self) -> int:
        return len(self._threads)

    def add(self, thread: Running) -> None:
        insort(self._threads, thread, key=_NUMBER)

    def remove(self, thread: Running) -> None:
        """Remove a b-thread, if it is here."""
        place = bisect_left(self._threads, thread.number, key=_NUMBER)
        if self._threads[place : place + 1] == [thread]:
            del self._threads[place]

    @property
    def steady(self) -> bool:
        """Whether no user code decides which events the b-threads name."""
        for thread in self._threads:  # noqa: SIM110 (a generator would take thrice the time)
            if not thread.sync.steady:
                return False
        return True

    def staying(self) -> list[Running]:
        """Remove and return the b-threads that are steady and stand where they stood before.

        Before is when this was called last.
        """
        stay, rest = [], []
        for thread in self._threads:
            statement = thread.sync
            if statement is thread.stood and statement.steady:
                stay.append(thread)
            else:
                thread.stood = statement
                rest.append(thread)
        if stay:
            self._threads = rest
        return stay

    def requesting(self) -> list[Running]:
        """The b-threads that request something."""
        return [thread for thread in self._threads if thread.sync.request]

    def blocks(self) -> Blocks | None:
        """What the b-threads block; None if they block nothing."""
        found = None
        for thread in self._threads:
            if thread.sync.asks_block is not NOTHING:
                found = found or Blocks()
                found.add(thread)
        return found

    def interrupted_by(self, event: Event) -> list[Running]:
        """The b-threads that `event` interrupts."""
        return [
            thread
            for thread in self._threads
            if (asked := thread.sync.asks_interrupt) is not NOTHING
            and _names(thread, asked, event, _INTERRUPTS)
        ]

    def woken_by(self, event: Event) -> list[Running]:
        """The b-threads that request `event` or wait for it. A predicate is asked in either case.

        The two cases that are usual are written out, as many b-threads may be asked in each step.
        """
        woken = []
        for thread in self._threads:
            statement = thread.sync
            asked = statement.asks_wait_for
            if asked is NOTHING:
                if event in statement.requested:
                    woken.append(thread)
            elif type(asked) is FunctionType:
                try:
                    if asked(event) or event in statement.requested:
                        woken.append(thread)
                except Exception as error:
                    blame(error, thread, asked, event)
                    raise
            elif _names(thread, asked, event, _HEARS) or event in statement.requested:
                woken.append(thread)
        return woken


class Blocks:
    """What b-threads block, in their order: events, sets that never change, and predicates."""

    __slots__ = ("_events", "_predicates", "_sets")

    def __init__(self) -> None:
        self._events: set[Event] = set()
        self._sets: list[_Undecided] = []
        self._predicates: list[_Undecided] = []

    def add(self, thread: Running) -> None:
        """Add what the statement of a b-thread blocks."""
        blocked: Any = thread.sync.asks_block
        kind = type(blocked)
        if kind is FunctionType:
            self._predicates.append((thread, blocked, blocked))
        elif kind is Event:
            self._events.add(blocked)
        elif blocked.never_changes:
            self._sets.append((thread, blocked, blocked.holds))
        else:
            part = Plan.of(thread.sync).blocks
            self._events.update(part.events)
            assert part.asked is not None, "a set that may change has a predicate"
            self._predicates.append((thread, part.asked, part.asked.holds))

    def hold(self, event: Event) -> bool:
        """Whether `event` is blocked. Predicates are asked only if nothing else blocks it."""
        if event in self._events:
            return True
        for undecided in (self._sets, self._predicates):
            for thread, asked, answer in undecided:
                try:
                    if answer(event):
                        return True
                except Exception as error:
                    blame(error, thread, asked, event)
                    raise
        return False


_Undecided: TypeAlias = tuple[Running, Any, Callable[[Event], object]]
"""A b-thread, the predicate or the set that it names, and the function that decides."""


def _names(thread: Running, asked: Any, event: Event, part_of: Callable[[Plan], Part]) -> bool:
    """Whether a part of the statement of a b-thread, kept as `asked`, names `event`.

    The predicates of a union are asked even if another part of it names the event.
    """
    listed: tuple[Event, ...] = ()
    if type(asked) is Either and not asked.never_changes:
        part = part_of(Plan.of(thread.sync))
        asked, listed = part.asked, part.events
    try:
        named = asked(event) if type(asked) is FunctionType else asked.holds(event)
        return bool(named) or event in listed
    except Exception as error:
        blame(error, thread, asked, event)
        raise
