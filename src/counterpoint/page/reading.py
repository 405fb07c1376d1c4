"""A target that is read in a thread of its own: what a file does when it is read may never end."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


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

    def ended(self, seconds: float) -> bool:
        """Whether it has been read, within so many seconds from now."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    @property
    def seconds(self) -> float:
        """The seconds since it was begun."""
        return time.monotonic() - self._since
