"""How much memory this process takes: what searches, spaces and graphs hold together.

Engines reckon what their own arrays take, and what these will take before they grow. That is exact
and the same on each machine, but knows nothing of what Python, a library or an earlier search hold.
The meter does, so it has the last word; what it says is a little different each time.
"""

from __future__ import annotations

import os

ALLOWANCE = 56 << 20
"""Bytes that are not counted: what is loaded and compiled on the way."""

_STATM = "/proc/self/statm"


def resident() -> int:
    """The bytes of memory that this process has now; 0 where the system does not say.

    >>> resident() >= 0
    True
    """
    try:
        with open(_STATM, "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


class Meter:
    """Measures what a process has taken since the meter was made.

    >>> meter = Meter()
    >>> meter.exceeds(1 << 40)
    False
    """

    def __init__(self) -> None:
        self._before = resident()

    @property
    def used(self) -> int:
        """The bytes that were taken, beside the allowance; 0 at least."""
        return max(0, resident() - self._before - ALLOWANCE)

    def exceeds(self, limit: int, more: int = 0) -> bool:
        """Whether that is more than a limit allows, with so many bytes more."""
        return self.used + more > limit
