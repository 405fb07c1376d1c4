"""Reading a target in a separate thread, because code that runs on import may never end."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

TRIES = 20
"""Maximum number of attempts to end a reading that is no longer needed."""

PAUSE = 0.05
"""Seconds between two attempts."""


class Reading(Generic[T]):
    """What `read` returned or raised; even an exception such as `SystemExit` ends only the thread.

    >>> reading = Reading(lambda: 6 * 7)
    >>> reading.ended(20), reading.found
    (True, 42)
    """

    def __init__(self, read: Callable[[], T]) -> None:
        self.found: T | None = None
        self.error: BaseException | None = None
        self.is_reported = False
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
        """End a reading that is no longer needed, if it is running Python code.

        Its code may catch the exception, so one may not be enough.
        """
        ident = ctypes.c_ulong(self._thread.ident or 0)
        for _ in range(TRIES):
            if not self._thread.is_alive():
                return
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(SystemExit))
            self._thread.join(PAUSE)

    def ended(self, seconds: float) -> bool:
        """Whether the reading has ended; waits for up to `seconds`."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    @property
    def seconds(self) -> float:
        """The seconds since it began."""
        return time.monotonic() - self._since
