"""Deeply nested calls: Python's recursion limit, and the size of the C stack.

The recursion limit belongs to the process, and all its threads share it. Lowering it while another
thread is deeper ends the process (`Fatal Python error`). So the limit stays raised as long as any
thread needs it. A Python function that calls another uses no C stack, but a call that goes through
C does. So deeply nested work runs in a thread with a large stack.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TypeVar

from .alarm import Alarm
from .aside import aside
from .errors import NoValue
from .stopped import INTERRUPTED

_FRAMES = 1_000_000

_STACKS = (512 << 20, 64 << 20)
"""Stack sizes in bytes; the first that the machine grants is used. Unused stack costs nothing."""

_DEEP = "deep"
"""The name of threads with a large stack."""

_turn = threading.Lock()
_usual: list[int] = []
"""The original limit, once for each `AnyDepth` that is active."""

_sizing = threading.Lock()

T = TypeVar("T")


class AnyDepth:
    """A context in which calls may nest as deep as the C stack allows.

    Calls of Python functions use no C stack, but calls that go through C do. It is a class, because
    it is entered for each condition of each state, where a generator takes longer than the work.

    >>> def depth(n): return 0 if n == 0 else 1 + depth(n - 1)
    >>> with AnyDepth():
    ...     depth(5_000)
    5000
    """

    def __enter__(self) -> None:
        with _turn:
            _usual.append(sys.getrecursionlimit() if not _usual else _usual[0])
            sys.setrecursionlimit(max(_FRAMES, _usual[0]))

    def __exit__(self, *_: object) -> None:
        with _turn:
            usual = _usual.pop()
            if not _usual:
                sys.setrecursionlimit(usual)


def roomy(compute: Callable[[], T]) -> T:
    """The result of `compute`, on a large stack if it exceeds Python's recursion limit.

    >>> def depth(n): return 0 if n == 0 else 1 + depth(n - 1)
    >>> roomy(lambda: depth(5_000))
    5000
    """
    try:
        return compute()
    except RecursionError:
        return on_large_stack(compute)


def on_large_stack(compute: Callable[[], T]) -> T:
    """The result of `compute` in a thread with a large stack; raises `NoValue` if that is full."""
    alarm = Alarm()

    def work() -> T:
        try:
            with AnyDepth():
                return alarm.run(compute)
        except RecursionError:
            raise NoValue("this nests too deeply to be evaluated") from None

    def abandon() -> None:
        alarm.stopped = alarm.stopped or INTERRUPTED

    return aside(work, abandon, start_deep)


def is_deep_running() -> bool:
    """Whether a thread with a large stack is there, perhaps in native code that nothing can end."""
    return any(thread.name == _DEEP for thread in threading.enumerate())


def start_deep(work: Callable[[], None]) -> threading.Thread:
    """A thread with a large stack that does some work; raises `NoValue` if there is no room."""
    with _sizing:  # the size applies to every thread that is started meanwhile
        before = threading.stack_size()
        try:
            for size in _STACKS:
                threading.stack_size(size)
                thread = threading.Thread(target=work, name=_DEEP, daemon=True)
                try:
                    thread.start()
                except RecursionError:  # too deep to start one: a caller has more room
                    raise
                except RuntimeError:  # the machine does not grant this size
                    continue
                return thread
        finally:
            threading.stack_size(before)
    raise NoValue("there is no room for a recursion as deep as this one")
