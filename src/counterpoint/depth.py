"""How deep calls may nest: Python's own limit, and the stack of the machine.

The limit belongs to the process, and all its threads share it. Lowered while another thread is
deeper than that, it ends the process (`Fatal Python error`). So it is lifted for as long as anybody
needs it. A Python function that calls another takes no room on the stack of the machine, but one
that goes through C does. So what nests deeply runs in a thread with a large stack.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from .alarm import Alarm
from .aside import aside
from .errors import NoValue
from .stopped import INTERRUPTED

_FRAMES = 1_000_000

_STACKS = (512 << 20, 64 << 20)
"""How large a stack may be: the first that the machine grants. What is not used costs nothing."""

_turn = threading.Lock()
_usual: list[int] = []
"""The limit as it was, once for each that needs it lifted."""

_sizing = threading.Lock()

T = TypeVar("T")


@contextmanager
def any_depth() -> Iterator[None]:
    """Meanwhile calls may nest as deep as the stack of the machine allows.

    Calls of Python functions take no room on that, but those that go through C do.

    >>> def depth(n): return 0 if n == 0 else 1 + depth(n - 1)
    >>> with any_depth():
    ...     depth(5_000)
    5000
    """
    with _turn:
        _usual.append(sys.getrecursionlimit() if not _usual else _usual[0])
        sys.setrecursionlimit(max(_FRAMES, _usual[0]))
    try:
        yield
    finally:
        with _turn:
            usual = _usual.pop()
            if not _usual:
                sys.setrecursionlimit(usual)


def roomy(compute: Callable[[], T]) -> T:
    """What is computed, on a large stack if Python's own limit does not suffice.

    >>> def depth(n): return 0 if n == 0 else 1 + depth(n - 1)
    >>> roomy(lambda: depth(5_000))
    5000
    """
    try:
        return compute()
    except RecursionError:
        return on_large_stack(compute)


def on_large_stack(compute: Callable[[], T]) -> T:
    """What is computed in a thread with a large stack."""
    alarm = Alarm()

    def work() -> T:
        try:
            with any_depth():
                return alarm.run(compute)
        except RecursionError:
            raise NoValue("this nests too deeply to be evaluated") from None

    def abandon() -> None:
        alarm.stopped = alarm.stopped or INTERRUPTED

    return aside(work, abandon, _started)


def _started(work: Callable[[], None]) -> threading.Thread:
    with _sizing:  # the size is that of all threads which are started meanwhile
        before = threading.stack_size()
        try:
            for size in _STACKS:
                threading.stack_size(size)
                thread = threading.Thread(target=work, name="deep", daemon=True)
                try:
                    thread.start()
                except RuntimeError:  # so much room is not to be had
                    continue
                return thread
        finally:
            threading.stack_size(before)
    raise NoValue("there is no room for a recursion as deep as this one")
