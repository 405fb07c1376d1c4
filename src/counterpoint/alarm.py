"""End the work of a thread from outside: by Ctrl-C, or by a limit of time or memory.

A limit ends work only where the work calls `require_going_on`: between two steps of a search, or
after each statement of a b-thread. An exception raised anywhere else could leave imports, locks and
compilers in an inconsistent state. Ctrl-C raises `KeyboardInterrupt` at any point, as Python always
does. User code can swallow that exception and then continue on a different path, so every caller
of user code must call `require_going_on` after it, too.
"""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

from .stopped import INTERRUPTED, NOT_STOPPED, Cause, Stopped

T = TypeVar("T")


class TimeIsUp(KeyboardInterrupt):
    """A limit of time or memory was reached; the argument says which, as a `Stopped`."""


LOOK_EVERY = 0.01
"""Seconds between two checks of the memory in use."""


class _Current(threading.local):
    """The innermost active alarm of this thread; None if there is none."""

    alarm: Alarm | None = None


_current = _Current()


class Alarm:
    """Ends work of this thread after some seconds, or by Ctrl-C; `stopped` says why it ended.

    `exhausted` is polled to learn whether the memory is used up; if so, that ends the work too.
    Ctrl-C is handled in the main thread only, and only if no other handler is installed. With
    `why`, the work is already ending for that reason: the alarm is the grace period that is left,
    and the limits of enclosing alarms no longer apply.

    >>> alarm = Alarm(0.01)
    >>> try:
    ...     alarm.run(lambda: [require_going_on() for _ in iter(int, 1)])
    ... except TimeIsUp:
    ...     print(alarm.stopped)
    the limit of 0.01 s was reached
    """

    def __init__(
        self,
        seconds: float | None = None,
        why: Stopped = NOT_STOPPED,
        exhausted: Callable[[], Stopped] | None = None,
    ) -> None:
        self.stopped: Stopped = NOT_STOPPED
        self._why = why or out_of_time(seconds or 0.0)
        self._seconds = seconds
        self._until = math.inf
        self._exhausted = exhausted
        self._asks_at = 0.0 if exhausted else math.inf
        self._outer = _current.alarm
        self.is_moment = bool(why)

    def run(self, work: Callable[[], T]) -> T:
        """The result of `work`; raises `KeyboardInterrupt` if `work` is ended and lets it pass."""
        handler: Any = None
        if threading.current_thread() is threading.main_thread():
            usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
            handler = signal.signal(signal.SIGINT, interrupt) if usual else None
        try:
            if self._seconds is not None:
                self._until = time.monotonic() + self._seconds
            _current.alarm = self
            return work()
        finally:
            _current.alarm = self._outer
            if handler is not None:
                signal.signal(signal.SIGINT, handler)

    def look(self) -> Stopped:
        """Why this work must end, or `NOT_STOPPED`; limits of enclosing alarms count as well."""
        if not self.stopped:
            now = time.monotonic()
            if now > self._until:
                self.stopped = self._why
            elif now > self._asks_at and self._exhausted is not None:
                self._asks_at = now + LOOK_EVERY
                self.stopped = self._exhausted()
        if not self.stopped and self._outer is not None and not self.is_moment:
            self.stopped = self._outer.look()
        return self.stopped


def interrupt(_number: int = 0, _frame: FrameType | None = None) -> None:
    """Signal handler: end the work of the main thread; raises `KeyboardInterrupt`."""
    _stop(INTERRUPTED)
    raise KeyboardInterrupt


def overdue(why: Stopped) -> None:
    """End the work of the main thread as Ctrl-C would, because its time limit is long over.

    Raises `TimeIsUp` with the reason.
    """
    _stop(why)
    raise TimeIsUp(why)


def _stop(why: Stopped) -> None:
    """Mark all alarms of this thread as stopped, so that they end its work."""
    alarm = _current.alarm
    while alarm is not None:
        alarm.stopped = alarm.stopped or why
        alarm = alarm._outer


def stopped_by(error: KeyboardInterrupt) -> Stopped:
    """Why the work that raised this exception was ended."""
    alarm = _current.alarm
    if isinstance(error, TimeIsUp) and alarm is not None and alarm.stopped:
        return alarm.stopped
    return INTERRUPTED


def ended(stopped: Stopped) -> KeyboardInterrupt:
    """The exception to raise where no work may begin any more, as `stopped` says.

    It is `TimeIsUp` but for Ctrl-C.
    """
    return KeyboardInterrupt() if stopped.cause is Cause.INTERRUPTED else TimeIsUp(stopped)


def require_going_on() -> None:
    """Raise `TimeIsUp` or `KeyboardInterrupt` if the work of this thread must end."""
    if stopped := limit_reached():
        raise TimeIsUp(stopped)


def limit_reached() -> Stopped:
    """The limit that was reached, or `NOT_STOPPED`, for work that can end by itself at this point.

    Raises `KeyboardInterrupt` after Ctrl-C, and `TimeIsUp` when a grace period is over.
    """
    alarm = _current.alarm
    if alarm is None or not (stopped := alarm.look()):
        return NOT_STOPPED
    if alarm.is_moment:
        raise TimeIsUp(stopped)
    if stopped.cause is Cause.INTERRUPTED:
        raise KeyboardInterrupt
    return stopped


def out_of_time(seconds: float) -> Stopped:
    """The reason to give when a time limit was reached."""
    return Stopped(f"the limit of {show_time(seconds)} was reached", Cause.TIME)


def show_time(seconds: float) -> str:
    """A time in seconds as text for a reader, in minutes from 600 seconds on.

    >>> show_time(0.5), show_time(90), show_time(7200)
    ('0.5 s', '90 s', '120 min')
    """
    return f"{seconds:g} s" if seconds < 600 else f"{seconds / 60:g} min"
