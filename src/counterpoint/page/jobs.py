"""Work in the background of the page: in a thread, with progress, and with cancellation."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from ..engines.base.task import Progress, Watcher

T = TypeVar("T")


class Cancelled(BaseException):
    """Work was cancelled because its result is not needed; engines let this exception pass."""


class Job(Generic[T]):
    """Work in a separate thread: `done` gets the result or the exception.

    Neither `done` nor `progress` is called once the job is cancelled.

    >>> job = Job(lambda watch: 6 * 7, print, print)
    >>> job.start().wait()
    42
    """

    def __init__(
        self,
        work: Callable[[Watcher], T],
        done: Callable[[T | Exception], object],
        progress: Callable[[Progress], object],
    ) -> None:
        self._work = work
        self._done = done
        self._progress = progress
        self._cancelled = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> Job[T]:
        """Start the job and return it."""
        self._thread.start()
        return self

    def cancel(self) -> None:
        """Cancel the work at its next report of progress."""
        self._cancelled.set()

    def wait(self) -> None:
        """Return when the work has ended."""
        self._thread.join()

    def _watch(self, progress: Progress) -> None:
        if self._cancelled.is_set():
            raise Cancelled
        self._progress(progress)

    def _run(self) -> None:
        found: Any
        try:
            found = self._work(self._watch)
        except Cancelled:
            return
        except Exception as error:
            found = error
        if not self._cancelled.is_set():
            self._done(found)
