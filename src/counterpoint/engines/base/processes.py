"""Run tasks in parallel, each in a forked process, which has a copy of all data of this one."""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing import get_all_start_methods, get_context, parent_process
from multiprocessing.connection import Connection, wait
from typing import Any, TypeAlias, TypeVar

from ...alarm import TimeIsUp, require_going_on

T = TypeVar("T")

Task: TypeAlias = Callable[[Callable[[T], None]], object]
"""Calls what it is given with each of its results."""

LISTENS_EVERY = 0.05
"""Seconds between two checks of whether everything must end."""

MOMENT = 0.15
"""Seconds that processes get to report their results when everything must end."""


def may_fork() -> bool:
    """Whether this system can fork processes; else no task is run."""
    return "fork" in get_all_start_methods()


def at_once(
    tasks: Sequence[Callable[[], T]], workers: int, heard: Callable[[int, T], None]
) -> None:
    """Run tasks, up to `workers` at a time, and call `heard` with the number and result of each.

    `heard` is not called for a task that raises, ends its process, or returns what cannot be
    pickled, nor for one for which no process can be started. After Ctrl-C, or at a limit, results
    that arrive within `MOMENT` are still passed on before the exception is raised again. Ctrl-C
    also interrupts the tasks.

    >>> found = {}
    >>> at_once([lambda: 1 + 1, lambda: 1 // 0, lambda: lambda: 3], 2, found.__setitem__)
    >>> found
    {0: 2}
    """
    streamed([partial(_with_one_result, task) for task in tasks], workers, heard)


def _with_one_result(task: Callable[[], T], say: Callable[[T], None]) -> None:
    say(task())


def streamed(tasks: Sequence[Task[T]], workers: int, heard: Callable[[int, T], None]) -> None:
    """Run tasks as `at_once` does; each may have several results, which are passed on at once.

    If `heard` raises an exception, the tasks that are not done are ended.
    """
    if not may_fork():
        return
    crew = _Crew(heard)
    waiting = list(enumerate(tasks))
    try:
        while waiting or crew.running:
            while waiting and len(crew.running) < workers:
                if not crew.starts(*waiting.pop(0)):
                    waiting.clear()
            require_going_on()
            crew.listen(LISTENS_EVERY)
    except KeyboardInterrupt as error:
        crew.hurry(interrupt=not isinstance(error, TimeIsUp))
        raise
    finally:
        crew.dismiss()


class _Crew:
    """The running processes, by the connections that they send their results through."""

    def __init__(self, heard: Callable[[int, Any], None]) -> None:
        self.running: dict[Any, tuple[int, Any]] = {}
        self._heard = heard

    def starts(self, number: int, task: Task[Any]) -> bool:
        """Start a process for a task; False if the system has none left, or no pipe to it."""
        try:
            self._start(number, task)
        except OSError:
            return False
        return True

    def _start(self, number: int, task: Task[Any]) -> None:
        context = get_context("fork")
        here, there = context.Pipe(duplex=False)
        process = context.Process(target=_send_results, args=(task, there))
        with warnings.catch_warnings():  # the fork lacks the other threads, and needs none
            warnings.simplefilter("ignore", DeprecationWarning)
            process.start()
        there.close()
        self.running[here] = number, process

    def listen(self, seconds: float) -> None:
        """Wait up to `seconds` until a process says something, and pass on what all do."""
        for ready in wait(list(self.running), seconds):
            assert isinstance(ready, Connection)
            number, process = self.running[ready]
            try:
                result = ready.recv()
            except (EOFError, OSError):  # it is done
                del self.running[ready]
                process.join()
            else:
                self._heard(number, result)

    def hurry(self, *, interrupt: bool) -> None:
        """Pass on the results that arrive within `MOMENT`; with `interrupt`, send SIGINT first."""
        if interrupt:
            for _, process in self.running.values():
                with suppress(ProcessLookupError):
                    os.kill(process.pid, signal.SIGINT)
        until = time.monotonic() + MOMENT
        while self.running and (left := until - time.monotonic()) > 0:
            self.listen(left)

    def dismiss(self) -> None:
        """Kill the processes that are not done."""
        for _, process in self.running.values():
            process.kill()
            process.join()


def _send_results(task: Task[Any], to: Connection) -> None:
    """Run a task in this process and send its results, those before an exception if it raises."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.set_wakeup_fd(-1)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    with suppress(BaseException):
        task(to.send)
    to.close()


def _end_with_the_parent() -> None:
    """Exit as soon as the parent process has ended."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
