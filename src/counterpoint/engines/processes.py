"""Several things computed at once, each in a process that begins with all that this one knows."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar, cast

T = TypeVar("T")


def at_once(tasks: Sequence[Callable[[], T]], workers: int) -> list[T | None]:
    """What each of some functions gives, so many of them computed at a time.

    None for one that came to no end, or gave what no other process can be told. All are None where
    processes cannot be forked.

    >>> at_once([lambda: 1 + 1, lambda: 1 // 0, lambda: lambda: 3], workers=2)
    [2, None, None]
    """
    found: list[T | None] = [None] * len(tasks)
    if "fork" not in get_all_start_methods():
        return found
    context, waiting = get_context("fork"), list(enumerate(tasks))
    running: dict[Any, tuple[int, Any]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < workers:
                number, task = waiting.pop(0)
                here, there = context.Pipe(duplex=False)
                process = context.Process(target=_tell, args=(task, there))
                with warnings.catch_warnings():  # threads are left behind: none is needed
                    warnings.simplefilter("ignore", DeprecationWarning)
                    process.start()
                there.close()
                running[here] = number, process
            for ready in wait(list(running)):
                number, process = running.pop(ready)
                with suppress(Exception):  # it ended, or told what cannot be understood here
                    found[number] = cast(Connection, ready).recv()
                process.join()
    finally:
        for _, process in running.values():
            process.terminate()
    return found


def _tell(task: Callable[[], Any], to: Connection) -> None:
    """Send what a function gives, or nothing."""
    with suppress(BaseException):
        to.send(task())
    to.close()
