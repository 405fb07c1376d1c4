"""What takes too long is ended, wherever it is, and is a finding."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

LONGEST = 10.0
"""Seconds of work after which a check with small limits hangs, on however loaded a machine.

For each ten thousand bytes that are given there is one more: thousands of lines may be meant.

One that waits for ever without working is ended from outside, by what makes the rounds.
"""


class Hang(BaseException):
    """It took too long; says where it was then."""


@contextmanager
def in_time(size: int = 0) -> Iterator[None]:
    """Raise `Hang` where it takes too long for so many bytes, as far as the machine can."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def hang(_number: int, frame: FrameType | None) -> None:
        raise Hang(f"{frame.f_code.co_filename}:{frame.f_lineno}" if frame else "")

    before = signal.signal(signal.SIGPROF, hang)
    signal.setitimer(signal.ITIMER_PROF, LONGEST + size / 10_000)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)
