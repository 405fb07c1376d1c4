"""The timeouts of a run: when each is due, and for which b-threads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from ...data import dataclass
from ...errors import Misuse
from ..armed import armed, timeouts_of
from ..event import Event
from ..sync import Sync
from ..timeout import length
from .running import Running

Time: TypeAlias = float | Fraction
"""A time in seconds; exact if it is virtual."""

Clock: TypeAlias = Callable[[], float]
"""Returns the time in seconds, from any moment on; it never goes back."""


class Pending(NamedTuple):
    """A timeout of a b-thread, with the seconds until it is due; 0 if it is."""

    event: Event
    seconds: float
    thread: str


@dataclass(slots=True)
class _Armed:
    """A statement with timeouts: as it was made, as it stands, and when each timeout is due."""

    thread: Running
    said: Sync
    stands: Sync
    ends: dict[Event, Fraction]


class Timeouts:
    """The timeouts of those of the `living` b-threads that stand at statements with some.

    `now` is the time to which the run has come. All that happens in a step happens at that time,
    however long the step takes. By a clock it may lag behind, so that what was due meanwhile, and
    what came from outside, is taken in its order. `clock` None stands for virtual time. A timeout
    that `is_blocked` waits until it is free.
    """

    def __init__(
        self,
        clock: Clock | None,
        living: Mapping[int, Running],
        is_blocked: Callable[[Event], bool],
    ) -> None:
        self.clock = clock
        self.now: Time = Fraction(0)
        self._living = living
        self._is_blocked = is_blocked
        self._armed: dict[int, _Armed] = {}  # by the numbers of the b-threads
        self.now = self.read()

    @property
    def is_virtual(self) -> bool:
        """Whether time is virtual."""
        return self.clock is None

    def read(self) -> Time:
        """The time by the clock, or virtual time; raises `Misuse` for a clock that gives none."""
        if self.clock is None:
            return self.now
        said: object = self.clock()
        if isinstance(said, float | int | Fraction) and said - said == 0:
            return said
        raise Misuse(f"clock= takes a function that returns seconds, not {said!r}")

    def come_to(self, time: Time) -> None:
        """Let time pass, if it is not as late yet."""
        self.now = max(self.now, time)

    def arm(self, thread: Running, statement: Sync) -> Sync:
        """Start the timeouts of a statement; returns the statement as it stands while they run."""
        now = Fraction(self.now)
        ends = {event: now + length(event) for event in timeouts_of(statement)}
        stands = armed(statement)
        self._armed[thread.number] = _Armed(thread, statement, stands, ends)
        return stands

    @property
    def pending(self) -> tuple[Pending, ...]:
        """The timeouts, in the order of the b-threads."""
        time = self.read()
        return tuple(
            Pending(event, max(0.0, float(end - Fraction(time))), each.thread.name)
            for each in self._standing()
            for event, end in each.ends.items()
        )

    @property
    def first(self) -> tuple[Event, Fraction] | None:
        """The first timeout that is not blocked, and when it is due; None without one."""
        if not self._armed:
            return None
        return min(self._free().items(), key=itemgetter(1), default=None)

    @property
    def next_by_itself(self) -> tuple[Event, Fraction] | None:
        """The first timeout, if it comes without any waiting unless an outside event does."""
        first = self.first
        return first if first is not None and (self.is_virtual or first[1] <= self.read()) else None

    @property
    def left(self) -> float | None:
        """The seconds until the first timeout is due; None without one."""
        first = self.first
        return None if first is None else max(0.0, float(first[1] - Fraction(self.read())))

    def may_come(self, event: Event) -> bool:
        """Whether an event is a timeout that may come next: it is due, or in virtual time first."""
        free = self._free() if self._armed else {}
        if event not in free:
            return False
        by_itself = self.next_by_itself
        return free[event] <= self.now or (by_itself is not None and free[event] <= by_itself[1])

    def _free(self) -> dict[Event, Fraction]:
        """The timeouts that are not blocked, each with the first time when it is due."""
        free: dict[Event, Fraction] = {}
        for each in self._standing():
            for event, end in each.ends.items():
                free[event] = min(end, free.get(event, end))
        return {event: end for event, end in free.items() if not self._is_blocked(event)}

    def release(self, event: Event) -> list[Running]:
        """Let the b-threads for which a timeout is due stand as waiting for it; returns these.

        Time passes until it is due for one.
        """
        self.come_to(self._free()[event])
        released = []
        for each in self._standing():
            if event in each.ends and each.ends[event] <= self.now:
                each.stands = each.thread.sync = armed(each.said, (event,))
                released.append(each.thread)
        return released

    def go_on_by(self, clock: Clock, since: Time) -> Fraction:
        """Go on by a clock at the time that was `since`; timeouts have the time left they had.

        Returns how much later all times are by this clock.
        """
        self.clock = clock
        offset = Fraction(self.read()) - Fraction(since)
        self.now = Fraction(self.now) + offset
        for each in self._armed.values():
            each.ends = {event: end + offset for event, end in each.ends.items()}
        return offset

    def _standing(self) -> list[_Armed]:
        """What the b-threads that have not moved on stand at; the others are forgotten."""
        self._armed = {
            number: each
            for number, each in sorted(self._armed.items())
            if number in self._living and each.thread.sync is each.stands
        }
        return list(self._armed.values())
