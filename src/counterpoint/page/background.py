"""Background work of a tab: deciding properties, and solving a game."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping

from ..engines.base.task import Progress
from ..errors import CounterpointError
from ..games.advice import Advisor
from ..verdict import Verdicts
from .fault import code_of, said_of
from .jobs import Job
from .loaded import Loaded, Off
from .properties import checking_data, properties_data
from .screen import Send


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
        texts = {one.name: one.text for one in loaded.wanted(off)}
        data = properties_data(found, texts, self._was)
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
            self._check = None

    def stop(self) -> None:
        """Cancel the work in progress."""
        self._cancel_check()
        if self._solving is not None:
            self._solving.cancel()
            self.solving = False

    def wait_until_solved(self) -> None:
        """Return when no game is being solved."""
        if self._solving is not None:
            self._solving.wait()

    def wait(self) -> None:
        """Return when all work that was started has ended."""
        for job in (self._check, self._solving):
            if job is not None:
                job.wait()
