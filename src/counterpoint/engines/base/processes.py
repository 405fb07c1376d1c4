"""Several things computed at once, each in a process that begins with all that this one knows."""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import get_all_start_methods, get_context, parent_process
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from ...alarm import TimeIsUp, require_going_on

T = TypeVar("T")

LISTENS_EVERY = 0.05
"""Seconds between two looks at whether everything is to end."""

MOMENT = 0.15
"""Seconds that processes have to tell what they found, where everything is to end."""


def at_once(
    tasks: Sequence[Callable[[], T]], workers: int, heard: Callable[[int, T], None]
) -> None:
    """Compute what some functions give, so many of them at a time; `heard` gets each, by number.

    It gets nothing of one that came to no end, or gave what no other process can be told, nor of
    any where processes cannot be forked. Where Ctrl-C ends it, the processes get it too, and what
    they then tell soon is heard before it is raised again.

    >>> found = {}
    >>> at_once([lambda: 1 + 1, lambda: 1 // 0, lambda: lambda: 3], 2, found.__setitem__)
    >>> found
    {0: 2}
    """
    if "fork" not in get_all_start_methods():
        return
    crew = _Crew(heard)
    waiting = list(enumerate(tasks))
    try:
        while waiting or crew.running:
            while waiting and len(crew.running) < workers:
                crew.start(*waiting.pop(0))
            require_going_on()
            crew.listen(LISTENS_EVERY)
    except KeyboardInterrupt as error:
        crew.hurry(interrupt=not isinstance(error, TimeIsUp))
        raise
    finally:
        crew.dismiss()


class _Crew:
    """Processes that compute something, by the end of a pipe that they tell it through."""

    def __init__(self, heard: Callable[[int, Any], None]) -> None:
        self.running: dict[Any, tuple[int, Any]] = {}
        self._heard = heard

    def start(self, number: int, task: Callable[[], Any]) -> None:
        """Begin with a task."""
        context = get_context("fork")
        here, there = context.Pipe(duplex=False)
        process = context.Process(target=_tell, args=(task, there))
        with warnings.catch_warnings():  # threads are left behind: none is needed
            warnings.simplefilter("ignore", DeprecationWarning)
            process.start()
        there.close()
        self.running[here] = number, process

    def listen(self, seconds: float) -> None:
        """Hear of those that are done, as soon as one is, but not for longer than some seconds."""
        for ready in wait(list(self.running), seconds):
            assert isinstance(ready, Connection)
            number, process = self.running.pop(ready)
            try:
                with suppress(EOFError, OSError):  # it ended without a word
                    self._heard(number, ready.recv())
            finally:
                process.join()

    def hurry(self, *, interrupt: bool) -> None:
        """Hear what those have found that tell it within a moment."""
        if interrupt:
            for _, process in self.running.values():
                with suppress(ProcessLookupError):
                    os.kill(process.pid, signal.SIGINT)
        until = time.monotonic() + MOMENT
        while self.running and (left := until - time.monotonic()) > 0:
            self.listen(left)

    def dismiss(self) -> None:
        """End those that are not done."""
        for _, process in self.running.values():
            process.kill()
            process.join()


def _tell(task: Callable[[], Any], to: Connection) -> None:
    """Send what a function gives, or nothing."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.set_wakeup_fd(-1)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    with suppress(BaseException):
        to.send(task())
    to.close()


def _end_with_the_parent() -> None:
    """End this process when that one has ended which it works for."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
