"""What waits outside of a run: events that were put, until it is their turn."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from ...errors import Misuse
from ..event import Event
from ..timeout import is_timeout
from .saved import Came
from .timeouts import Time

LONGEST_SLEEP = 86_400.0
"""Seconds after which a run that waits looks at its clock in any case."""


class Outside:
    """The events from outside that wait for their turn, each with the time at which it came.

    `declared` are the events that may come, None if any may. Other OS threads may put events and
    close it; only a step of the run takes events.
    """

    def __init__(self, declared: tuple[Event, ...] | None) -> None:
        self.declared = declared
        self.closed = False
        self.waiting: deque[Came] = deque()
        self._bell = threading.Event()  # set when something comes

    def put(self, event: Event, time: Time) -> None:
        """Queue an event that came at a time."""
        self.waiting.append(Came(event, time))
        self.ring()

    def close(self) -> None:
        """Nothing comes from now on."""
        self.closed = True
        self.ring()

    def ring(self) -> None:
        """End the `wait` of a run: something has changed."""
        self._bell.set()

    def wait(self, left: float | None) -> None:
        """Wait until something comes, or for the seconds that are left until a timeout."""
        self._bell.wait(None if left is None else min(left, LONGEST_SLEEP))
        self._bell.clear()  # what came is queued, so the next step sees it

    def first(self, is_blocked: Callable[[Event], bool]) -> int | None:
        """The place of the first event that is not blocked, None without one."""
        places = range(len(self.waiting))
        return next((place for place in places if not is_blocked(self.waiting[place].event)), None)

    def take(self, place: int) -> Came:
        """Take the event at a place out of the queue."""
        came = self.waiting[place]
        del self.waiting[place]
        return came

    def may_come(self, event: Event) -> bool:
        """Whether an event could be put now."""
        is_declared = self.declared is None or event in self.declared
        return is_declared and not self.closed and not is_timeout(event)

    def require_possible(self, event: object, *, ended: bool) -> None:
        """Raise `Misuse` if an event cannot be put: it is none, no declared one, or all is over."""
        if not isinstance(event, Event):
            raise Misuse(f"put() takes an event, not {event!r}")
        if is_timeout(event):
            raise Misuse(f"put({event}): a timeout comes by itself; see pass_time and force")
        if self.declared is not None and event not in self.declared:
            names = ", ".join(map(str, self.declared)) or "no events"
            raise Misuse(f"put({event}): the program declares external={names}")
        if ended or self.closed:
            raise Misuse(f"put({event}): the run {'has ended' if ended else 'was closed'}")
