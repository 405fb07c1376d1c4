"""Deep recursion: levels are counted, and the deep ones run on a stack of their own.

A Python function that calls another takes no room on the stack of the machine, but one that goes
through C does. So what nests deeply runs in a thread with a large stack. That thread hears of what
is to end the work of the one that waits for it, and goes on to its next level at most.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from ...alarm import Alarm, require_going_on
from ...aside import aside
from ...depth import any_depth
from ...errors import NoValue
from ...stopped import INTERRUPTED

SHALLOW = 40
"""From this level of recursion on, a large stack is used."""

LEVELS = 25_000
"""More levels than any computation needs that ends."""

_STACKS = (512 << 20, 64 << 20)
"""How large a stack may be: the first that the machine grants. What is not used costs nothing."""

_turn = threading.Lock()

T = TypeVar("T")


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
    with _turn:  # the size is that of all threads which are started meanwhile
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


class Level:
    """How deep the recursion is, for one evaluation."""

    __slots__ = ("number",)

    def __init__(self) -> None:
        self.number = 0

    def deeper(self, name: str, compute: Callable[[], Any]) -> Any:
        """What is computed one level deeper."""
        self.number += 1
        try:
            if self.number == SHALLOW:
                return on_large_stack(compute)
            if self.number > LEVELS:
                raise NoValue(f"{name} uses itself more than {LEVELS:,} times without an end")
            require_going_on()
            return compute()
        finally:
            self.number -= 1
