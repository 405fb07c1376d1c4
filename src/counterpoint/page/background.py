"""Background work of a tab: deciding properties, and solving a game, each a job in a thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from ..engines.base.task import Progress, Watcher
from ..errors import CounterpointError
from ..games.advice import Advisor
from ..verdict import Verdicts
from .bounds import Off
from .fault import code_of, said_of
from .loaded import Loaded
from .properties import checking_data, properties_data
from .screen import Send

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

    def wait(self, seconds: float | None = None) -> None:
        """Return when the work has ended, or after so many seconds."""
        self._thread.join(seconds)

    @property
    def is_alive(self) -> bool:
        """Whether it is working."""
        return self._thread.is_alive()

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


class Background:
    """Runs one check and one solution at a time; a later request cancels an earlier one."""

    def __init__(self, send: Send) -> None:
        self.solving = False
        self._send = send
        self._lock = threading.RLock()
        self._was: Mapping[str, str] = {}
        self._wanted: tuple[Loaded, Off] | None = None
        self._check: Job[Verdicts] | None = None
        self._solving: Job[Advisor] | None = None
        self._cancelled: list[Job[Any]] = []

    def check(self, loaded: Loaded, off: Off, checked: Callable[[], object]) -> None:
        """Send the answers if they are known; otherwise start the check, and send its progress.

        `checked` is called when the answers, or the reason why there are none, have been sent.
        """
        self._cancel_check()
        self._wanted = loaded, off
        known = loaded.verdicts.get(off)
        if known is not None:
            self._show(loaded, off, known)
            checked()
            return
        try:
            wanted = loaded.wanted(off)
            work = loaded.checking(off)
        except CounterpointError as error:
            self._fail(error)
            checked()
            return
        self._send(checking_data(wanted, None))

        def done(found: Verdicts | Exception) -> None:
            with self._lock:
                if self._wanted != (loaded, off):
                    return
                if isinstance(found, Exception):
                    self._fail(found)
                else:
                    self._show(loaded, off, found)
            checked()

        def progress(so_far: Progress) -> None:
            self._send(checking_data(wanted, so_far))

        self._check = Job(work, done, progress).start()

    def _show(self, loaded: Loaded, off: Off, found: Verdicts) -> None:
        data = properties_data(found, loaded.wanted(off), self._was)
        self._was = {row["name"]: row["answer"] for row in data["rows"]}
        self._send(data)

    def _fail(self, error: Exception) -> None:
        said = {"code": code_of(error), "error": said_of(error)}
        self._send({"type": "properties", "rows": [], "done": True, **said})

    def solve(self, loaded: Loaded, off: Off, solved: Callable[[Exception | None], None]) -> None:
        """Start to solve a game unless it is solved; `solved` gets the error, or None."""
        if loaded.advisor(off) is not None:
            return
        work = loaded.advising(off)
        if self._solving is not None:
            self._solving.cancel()

        def done(found: Advisor | Exception) -> None:
            self.solving = False
            solved(found if isinstance(found, Exception) else None)

        self.solving = True
        self._solving = Job(work, done, lambda progress: None).start()

    def _cancel_check(self) -> None:
        if self._check is not None:
            self._check.cancel()
            self._cancelled = [job for job in self._cancelled if job.is_alive]
            self._cancelled.append(self._check)
            self._check = None

    def stop(self) -> None:
        """Cancel the work in progress."""
        self._cancel_check()
        if self._solving is not None:
            self._solving.cancel()
            self.solving = False

    def wait_until_stopped(self, until: float) -> None:
        """Return when the work that was cancelled has ended, or at this time of the clock."""
        for job in (*self._cancelled, *filter(None, [self._solving])):
            job.wait(max(0.0, until - time.monotonic()))

    def wait_until_solved(self) -> None:
        """Return when no game is being solved."""
        if self._solving is not None:
            self._solving.wait()

    def wait(self) -> None:
        """Return when all work that was started has ended."""
        for job in (self._check, self._solving):
            if job is not None:
                job.wait()
