"""How the work of a thread is ended from outside: by Ctrl-C, or by a limit of time or memory.

A limit ends work only where that calls `require_going_on`: between two steps of a search,
after each statement of a b-thread. An exception that comes anywhere would leave imports, locks and
compilers in the middle of what they do. Ctrl-C raises `KeyboardInterrupt` wherever the work
happens to be, as Python always does; code of users can swallow that, and then goes on differently
than it would have, so whoever runs such code calls `require_going_on` after it, too.
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
    """A limit of time, or of memory, was reached."""


LOOK_EVERY = 0.01
"""Seconds after which it is looked again how much memory is taken."""


class _Current(threading.local):
    """The innermost alarm that is set for this thread, if one is."""

    alarm: Alarm | None = None


_current = _Current()


class Alarm:
    """Ends work of this thread after some seconds, or by Ctrl-C; `stopped` says why it ended.

    So it does where `exhausted`, which is asked now and then, says that memory is used up. Ctrl-C
    is listened to in the main thread, where nobody else has asked for it. With `why` it is
    the moment that is left where that has ended everything: the limits around it count no more.

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
        """What the work gives; raises `KeyboardInterrupt` where it was ended and let that pass."""
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
        """Why this work is to end, if it is: its own time may be up, or that of a whole."""
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
    """End what the main thread does: a handler of signals; raises `KeyboardInterrupt`."""
    _stop(INTERRUPTED)
    raise KeyboardInterrupt


def overdue(why: str) -> None:
    """End what the main thread does as Ctrl-C would, since its limit of time is long over.

    Raises `TimeIsUp`, which says why.
    """
    _stop(Stopped(why, Cause.TIME))
    raise TimeIsUp(why)


def _stop(why: Stopped) -> None:
    """Let all alarms of this thread end its work."""
    alarm = _current.alarm
    while alarm is not None:
        alarm.stopped = alarm.stopped or why
        alarm = alarm._outer


def stopped_by(error: KeyboardInterrupt) -> Stopped:
    """Why work was ended that got this exception."""
    alarm = _current.alarm
    if isinstance(error, TimeIsUp) and alarm is not None and alarm.stopped:
        return alarm.stopped
    return INTERRUPTED


def require_going_on() -> None:
    """Raise `TimeIsUp` or `KeyboardInterrupt` where the work of this thread is to end."""
    if limit_reached():
        raise TimeIsUp


def limit_reached() -> Stopped:
    """The limit that was reached, if one was, for work that can end by itself just there.

    Raises as `require_going_on` does where anything else ends it.
    """
    alarm = _current.alarm
    if alarm is None or not (stopped := alarm.look()):
        return NOT_STOPPED
    if alarm.is_moment:
        raise TimeIsUp
    if stopped.cause is Cause.INTERRUPTED:
        raise KeyboardInterrupt
    return stopped


def out_of_time(seconds: float) -> Stopped:
    """What is said where a limit of time was reached."""
    return Stopped(f"the limit of {show_time(seconds)} was reached", Cause.TIME)


def show_time(seconds: float) -> str:
    """A time for a reader.

    >>> show_time(0.5), show_time(90), show_time(7200)
    ('0.5 s', '90 s', '120 min')
    """
    return f"{seconds:g} s" if seconds < 600 else f"{seconds / 60:g} min"
