"""Measure the memory of this process: what all searches, spaces and graphs take together.

Each engine calculates the size of its own arrays, and before they grow, their next size. That is
exact and the same on every machine, but it misses what Python, libraries and earlier searches hold.
The meter includes these, so it has the last word; its values differ a little from run to run.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import Any

ALLOWANCE = 96 << 20
"""Bytes that are not counted: those of code that is loaded and compiled meanwhile."""

LASTS = 0.003
"""Seconds for which a measurement is used: no more is taken meanwhile than the allowance covers."""

_STATM = "/proc/self/statm"


def resident() -> int:
    """The resident memory of this process in bytes; 0 if the system does not report it.

    >>> resident() >= 0
    True
    """
    try:
        with open(_STATM, "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def give_back() -> None:
    """Give memory that is free back to the system, where the C library can do that."""
    import ctypes  # few searches end for want of memory

    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


class Meter:
    """Measures the memory that this process has taken since the meter was created.

    >>> meter = Meter()
    >>> meter.exceeds(1 << 40)
    False
    """

    def __init__(self) -> None:
        self._before = self._resident = resident()
        self._measured = time.perf_counter()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as nothing: another process measures itself, from where it begins."""
        return Meter, ()

    @property
    def used(self) -> int:
        """The bytes taken since then, without the allowance; never negative.

        It is measured again when some milliseconds have passed: a search asks for it often.
        """
        now = time.perf_counter()
        if now - self._measured > LASTS:
            self._resident, self._measured = resident(), now
        return max(0, self._resident - self._before - ALLOWANCE)

    def exceeds(self, limit: int, more: int = 0) -> bool:
        """Whether `used`, with `more` bytes added, is above a limit in bytes."""
        return self.used + more > limit
