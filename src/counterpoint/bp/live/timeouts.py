"""The timeouts that run in a run, and those that are due."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import TypeAlias

from ...data import dataclass
from ..armed import armed, timeouts_of
from ..event import Event
from ..sync import Sync
from ..timeout import length
from .running import Running

Time: TypeAlias = float | Fraction
"""A time in seconds; exact if it is virtual."""

Clock: TypeAlias = Callable[[], float]
"""Returns the time in seconds, from any moment on; it never goes back."""


@dataclass(slots=True)
class _Armed:
    """A statement with timeouts: as it was made, when each is due, and which are due by now."""

    said: Sync
    ends: dict[Event, Time]
    due: frozenset[Event] = frozenset()

    @property
    def stands(self) -> Sync:
        """The statement as it stands now."""
        return armed(self.said, self.due)

    @property
    def running(self) -> Iterator[tuple[Event, Time]]:
        return ((event, end) for event, end in self.ends.items() if event not in self.due)


class Timeouts:
    """The timeouts of the b-threads that stand at statements with some.

    `clock` None stands for virtual time, which goes on only by `pass_until`.
    """

    def __init__(self, clock: Clock | None) -> None:
        self.is_virtual = clock is None
        self.clock = clock
        self._passed = Fraction(0)
        self._armed: dict[Running, _Armed] = {}

    def __bool__(self) -> bool:
        return bool(self._armed)

    @property
    def now(self) -> Time:
        """The time in seconds, since the start of the run if it is virtual."""
        return self._passed if self.clock is None else self.clock()

    def arm(self, thread: Running, statement: Sync) -> Sync:
        """Start the timeouts of a statement; returns the statement as it stands while they run."""
        now = self.now
        ends = {event: self._later(now, length(event)) for event in timeouts_of(statement)}
        self._armed[thread] = each = _Armed(statement, ends)
        return each.stands

    def _later(self, now: Time, seconds: Fraction) -> Time:
        return now + seconds if self.is_virtual else now + float(seconds)

    def running(self, living: Iterable[Running]) -> Iterator[tuple[Event, Time]]:
        """The timeouts that run, with the time when each is due."""
        for thread in self._standing(living):
            yield from self._armed[thread].running

    def _standing(self, living: Iterable[Running]) -> list[Running]:
        """The b-threads that still stand at their statements; the others are forgotten."""
        alive = set(living)
        self._armed = {
            thread: each
            for thread, each in self._armed.items()
            if thread in alive and thread.sync is each.stands
        }
        return sorted(self._armed, key=lambda thread: thread.number)

    def pass_until(self, end: Fraction) -> None:
        """Let virtual time pass."""
        self._passed = max(self._passed, end)

    def due(self, living: Iterable[Running], forced: Event | None = None) -> list[Running]:
        """The b-threads for which a timeout has become due, which their statements request then.

        `forced` is a timeout that is taken as due.
        """
        now = self.now
        changed = []
        for thread in self._standing(living):
            each = self._armed[thread]
            if forced in each.ends:
                each.ends[forced] = now
            due = frozenset(event for event, end in each.ends.items() if end <= now)
            if due != each.due:
                each.due = due
                changed.append(thread)
        return changed

    def standing(self, thread: Running) -> Sync:
        """The statement of a b-thread as it stands now."""
        return self._armed[thread].stands

    def remaining(self, living: Iterable[Running]) -> tuple[tuple[Time, ...], ...]:
        """For each b-thread with timeouts, in their order, the seconds until each is due."""
        now = self.now
        return tuple(
            tuple(end - now for end in self._armed[thread].ends.values())
            for thread in self._standing(living)
        )

    def restore(self, living: Iterable[Running], remaining: Iterable[tuple[Time, ...]]) -> None:
        """Set the seconds until each timeout is due, as `remaining` gave them."""
        now = self.now
        for thread, left in zip(self._standing(living), remaining, strict=True):
            each = self._armed[thread]
            each.ends = {event: now + some for event, some in zip(each.ends, left, strict=True)}
