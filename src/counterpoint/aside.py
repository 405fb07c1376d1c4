"""Run work in a separate thread while the calling thread waits."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def _started(work: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=work, name="aside", daemon=True)
    thread.start()
    return thread


def aside(
    work: Callable[[], T],
    abandon: Callable[[], None],
    start: Callable[[Callable[[], None]], threading.Thread] = _started,
) -> T:
    """The result of `work`, run in another thread; raises what `work` raises.

    Python handles signals in the main thread only, so Ctrl-C interrupts this wait and never the
    work itself. Then `abandon` is called; it must make the work end soon.

    >>> aside(lambda: 6 * 7, lambda: None)
    42
    """
    done: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            done.append(work())
        except BaseException as error:
            failed.append(error)

    try:
        start(run).join()
    except BaseException:
        abandon()
        raise
    if failed:
        raise failed[0]
    return done[0]
