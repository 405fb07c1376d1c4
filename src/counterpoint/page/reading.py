"""A target that is read in a thread of its own: what a file does when it is read may never end."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

TRIES = 20
"""How often a reading that nobody waits for is told to end."""

PAUSE = 0.05
"""Seconds between two of these."""


class Reading(Generic[T]):
    """What `read` returns or raises, once it has; even what would end Python ends only this.

    >>> reading = Reading(lambda: 6 * 7)
    >>> reading.ended(20), reading.found
    (True, 42)
    """

    def __init__(self, read: Callable[[], T]) -> None:
        self.found: T | None = None
        self.error: BaseException | None = None
        self.is_told = False
        self._read = read
        self._since = time.monotonic()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self.found = self._read()
        except BaseException as error:  # a file may raise KeyboardInterrupt as well
            self.error = error

    def give_up(self) -> None:
        """End what is still being read, if it runs Python: nobody waits for it any more.

        What it runs may take the exception for its own, so that one may not be enough.
        """
        ident = ctypes.c_ulong(self._thread.ident or 0)
        for _ in range(TRIES):
            if not self._thread.is_alive():
                return
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(SystemExit))
            self._thread.join(PAUSE)

    def ended(self, seconds: float) -> bool:
        """Whether it has been read, within so many seconds from now."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    @property
    def seconds(self) -> float:
        """The seconds since it was begun."""
        return time.monotonic() - self._since
