"""The timeouts of a run: when each is due, and for which b-threads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from operator import itemgetter
from typing import TypeAlias

from ...data import dataclass
from ...errors import DifferentRun
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
    """A statement with timeouts: as it was made, as it stands, and when each timeout is due."""

    thread: Running
    said: Sync
    stands: Sync
    ends: dict[Event, Time]


class Timeouts:
    """The timeouts of those of the `living` b-threads that stand at statements with some.

    `clock` None stands for virtual time, which goes on only by `pass_until`. A timeout that
    `is_blocked` waits until it is free.
    """

    def __init__(
        self,
        clock: Clock | None,
        living: Mapping[int, Running],
        is_blocked: Callable[[Event], bool],
    ) -> None:
        self.clock = clock
        self.any_order = False
        """Whether each timeout may come next: it is not known when outside events came."""
        self._living = living
        self._is_blocked = is_blocked
        self._passed = Fraction(0)
        self._armed: dict[int, _Armed] = {}  # by the numbers of the b-threads

    @property
    def is_virtual(self) -> bool:
        """Whether time is virtual."""
        return self.clock is None

    @property
    def now(self) -> Time:
        """The time in seconds, since the start of the run if it is virtual."""
        return self._passed if self.clock is None else self.clock()

    def arm(self, thread: Running, statement: Sync) -> Sync:
        """Start the timeouts of a statement; returns the statement as it stands while they run."""
        now = self.now
        exact = isinstance(now, Fraction)
        lengths = {event: length(event) for event in timeouts_of(statement)}
        ends = {event: now + (n if exact else float(n)) for event, n in lengths.items()}
        stands = armed(statement)
        self._armed[thread.number] = _Armed(thread, statement, stands, ends)
        return stands

    def ends(self) -> Iterator[tuple[Event, Time]]:
        """Each timeout, with the time when it is due: in the order of the b-threads."""
        for each in self._standing():
            yield from each.ends.items()

    @property
    def first(self) -> tuple[Event, Time] | None:
        """The first timeout that is not blocked, and when it is due; None without one."""
        if not self._armed:
            return None
        return min(self._free().items(), key=itemgetter(1), default=None)

    @property
    def next_by_itself(self) -> Event | None:
        """The first timeout, if it comes without any waiting unless an outside event does."""
        first = self.first
        if first is None or not (self.is_virtual or first[1] <= self.now):
            return None
        return first[0]

    @property
    def left(self) -> float | None:
        """The seconds until the first timeout is due; None without one."""
        first = self.first
        return None if first is None else max(0.0, float(first[1] - self.now))

    def may_come(self, event: Event) -> bool:
        """Whether an event is a timeout that may come next: it is due, or is the first to be."""
        return event in self._next()

    def _next(self) -> dict[Event, Time]:
        """The timeouts that may come next, and when each is due."""
        free = self._free()
        latest = max(self.now, min(free.values(), default=0))
        return {event: end for event, end in free.items() if end <= latest or self.any_order}

    def _free(self) -> dict[Event, Time]:
        """The timeouts that are not blocked, each with the first time when it is due."""
        free: dict[Event, Time] = {}
        for event, end in self.ends():
            if event not in free or end < free[event]:
                free[event] = end
        return {event: end for event, end in free.items() if not self._is_blocked(event)}

    def pass_at_most(self, seconds: Fraction) -> None:
        """Let virtual time pass, but only until the first timeout is due."""
        end, first = self._passed + seconds, self.first
        self._pass_until(end if first is None else min(end, first[1]))

    def _pass_until(self, end: Time) -> None:
        self._passed = max(self._passed, Fraction(end))

    def release(self, event: Event) -> list[Running]:
        """Let the b-threads for which a timeout is due stand as waiting for it; returns these.

        Virtual time passes until then. In any order, it is taken as due for all.
        """
        at_once = self.any_order
        if self.is_virtual and not at_once:
            self._pass_until(self._free()[event])
        now = self.now
        released = []
        for each in self._standing():
            if event in each.ends and (at_once or each.ends[event] <= now):
                each.stands = each.thread.sync = armed(each.said, (event,))
                released.append(each.thread)
        return released

    def remaining(self) -> tuple[tuple[Time, ...], ...]:
        """For each b-thread with timeouts, in their order, the seconds until each is due."""
        now = self.now
        return tuple(tuple(end - now for end in each.ends.values()) for each in self._standing())

    def restore(self, remaining: Iterable[tuple[Time, ...]]) -> None:
        """Set the seconds until each timeout is due, as `remaining` gave them.

        From then on they come in their order. Raises `DifferentRun` if there are other timeouts.
        """
        self.any_order = False
        now, remaining = self.now, tuple(remaining)
        standing = self._standing()
        if list(map(len, remaining)) != [len(each.ends) for each in standing]:
            raise DifferentRun("its b-threads wait for other timeouts than before")
        for each, left in zip(standing, remaining, strict=True):
            each.ends = {event: now + some for event, some in zip(each.ends, left, strict=True)}

    def _standing(self) -> list[_Armed]:
        """What the b-threads that have not moved on stand at; the others are forgotten."""
        self._armed = {
            number: each
            for number, each in sorted(self._armed.items())
            if number in self._living and each.thread.sync is each.stands
        }
        return list(self._armed.values())
