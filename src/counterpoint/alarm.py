"""How the work of a thread is ended from outside: by Ctrl-C, or by a limit of time.

Both raise `KeyboardInterrupt` wherever the work happens to be. Code of users can swallow that, and
then goes on differently than it would have; so whoever runs such code calls `require_going_on`
after it.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

from .stopped import INTERRUPTED, NOT_STOPPED, Cause, Stopped

T = TypeVar("T")


class TimeIsUp(KeyboardInterrupt):
    """The limit of time was reached."""


class _Current(threading.local):
    """The innermost alarm that is set for this thread, if one is."""

    alarm: Alarm | None = None


_current = _Current()


class Alarm:
    """Ends work of this thread after some seconds, or by Ctrl-C; `stopped` says why it ended.

    The work gets a `TimeIsUp`, or a `KeyboardInterrupt`, once. Ctrl-C is listened to in the main
    thread, where nobody else has asked for it. `why` says more than that the time is over.

    >>> import time
    >>> alarm = Alarm(0.01)
    >>> try:
    ...     alarm.run(lambda: [time.sleep(0.001) for _ in iter(int, 1)])
    ... except TimeIsUp:
    ...     print(alarm.stopped)
    the limit of 0.01 s was reached
    """

    def __init__(self, seconds: float | None = None, why: Stopped = NOT_STOPPED) -> None:
        self.stopped: Stopped = NOT_STOPPED
        self._seconds = seconds
        self._why = why or out_of_time(seconds or 0.0)
        self._lock = threading.Lock()
        self._is_set = self._is_sent = False
        self._thread = threading.get_ident()
        self._timer: threading.Timer | None = None
        self._outer = _current.alarm
        self._inner: Alarm | None = None
        self._handler: Any = None

    def run(self, work: Callable[[], T]) -> T:
        """What the work gives; raises `KeyboardInterrupt` where it was ended and let that pass."""
        given: list[T] = []
        try:
            try:
                self._set()
                given.append(work())
            finally:
                self._unset()
        except KeyboardInterrupt as error:
            self._unset()  # it may have come while that was done
            if not (given and isinstance(error, TimeIsUp)):
                raise
        return given[0]

    def ring(self, why: Stopped) -> None:
        """Note why this work, and all that is done inside of it, is to end."""
        alarm: Alarm | None = self
        while alarm is not None:
            alarm.stopped = alarm.stopped or why
            alarm = alarm._inner

    def _set(self) -> None:
        self._is_set = True
        if self._outer is not None:
            self._outer._inner = self
        _current.alarm = self
        if threading.current_thread() is threading.main_thread():
            usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
            self._handler = signal.signal(signal.SIGINT, interrupt) if usual else None
        if self._seconds is not None:
            self._timer = threading.Timer(self._seconds, self._time_is_up)
            self._timer.daemon = True
            self._timer.start()

    def _unset(self) -> None:
        with self._lock:
            self._is_set = False
            if self._is_sent:
                _raise_in(self._thread, None)  # perhaps it has not come yet
        if self._timer is not None:
            self._timer.cancel()
        if self._handler is not None:
            signal.signal(signal.SIGINT, self._handler)
            self._handler = None
        _current.alarm = self._outer
        if self._outer is not None:
            self._outer._inner = None

    def _time_is_up(self) -> None:
        with self._lock:
            if self._is_set:
                self.ring(self._why)
                self._is_sent = True
                _raise_in(self._thread, TimeIsUp)


def interrupt(_number: int = 0, _frame: FrameType | None = None) -> None:
    """End what the main thread does: a handler of signals; raises `KeyboardInterrupt`."""
    alarm = _current.alarm
    while alarm is not None:
        alarm.stopped = alarm.stopped or INTERRUPTED
        alarm = alarm._outer
    raise KeyboardInterrupt


def stopped_by(error: KeyboardInterrupt) -> Stopped:
    """Why work was ended that got this exception."""
    alarm = _current.alarm
    if isinstance(error, TimeIsUp) and alarm is not None and alarm.stopped:
        return alarm.stopped
    return INTERRUPTED


def require_going_on() -> None:
    """Raise again what ended the work of this thread, where somebody swallowed it."""
    alarm = _current.alarm
    if alarm is not None and alarm.stopped:
        raise TimeIsUp if alarm.stopped.cause is Cause.TIME else KeyboardInterrupt


def out_of_time(seconds: float) -> Stopped:
    """What is said where a limit of time was reached."""
    return Stopped(f"the limit of {show_time(seconds)} was reached", Cause.TIME)


def show_time(seconds: float) -> str:
    """A time for a reader.

    >>> show_time(0.5), show_time(90), show_time(7200)
    ('0.5 s', '90 s', '120 min')
    """
    return f"{seconds:g} s" if seconds < 600 else f"{seconds / 60:g} min"


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Raise an exception in a thread as soon as it runs Python code; None takes it back."""
    import ctypes  # few checks have a limit of time

    wanted = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), wanted)
