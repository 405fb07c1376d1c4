"""Code that was compiled quickly, and is replaced by better code while it runs, if that pays.

Optimisation takes several times as long as quick compilation, and most runs of code that was just
written end sooner. So it begins when the code has run for about as long as it takes, in a thread
beside it: LLVM does not hold Python's lock. The kernels of a library stay the same objects; their
next call uses the better code (J. Aycock, "A brief history of just-in-time", 2003).
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from .library import Kernel, Library

Run = Callable[[Sequence[Any]], int]

_COMPILER = threading.Lock()
"""Held while a thread is in the compiler, so that no process is forked meanwhile."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_COMPILER.acquire,
        after_in_parent=_COMPILER.release,
        after_in_child=_COMPILER.release,
    )


SECONDS_A_BYTE = 12e-6
"""Approximate seconds that optimisation takes for a byte of quick code."""

SOONER_AGAIN = 16
"""The part of that time after which code is improved that was in the cache: it is used often."""

_MEASURED = float("inf")
"""The seconds left of code that is not measured any more."""


class Improving:
    """The code of a library: `quick` until `improve` has made a better one.

    That begins when its kernels have run for `pays_after` seconds, in all.
    """

    def __init__(self, quick: Library, improve: Callable[[], Library], pays_after: float) -> None:
        self._runs = {name: kernel.run for name, kernel in quick.kernels.items()}
        self._improve = improve
        self._left = pays_after
        self._begun = threading.Lock()
        self.library = Library(
            quick.engine,
            {
                name: Kernel(kernel.signature, self._run_of(name))
                for name, kernel in quick.kernels.items()
            },
        )

    def _run_of(self, name: str) -> Run:
        runs = self._runs

        def run(args: Sequence[Any]) -> int:
            if self._left == _MEASURED:
                return runs[name](args)
            began = time.perf_counter()
            answer = runs[name](args)
            self._left -= time.perf_counter() - began
            if self._left <= 0:
                self._begin()
            return answer

        return run

    def _begin(self) -> None:
        """Start the thread, once."""
        self._left = _MEASURED
        if self._begun.acquire(blocking=False):
            with suppress(RuntimeError):  # no more threads can be started: quick code does it too
                threading.Thread(target=self._replace, name="better code").start()

    def _replace(self) -> None:
        with suppress(Exception), _COMPILER:  # the quick code is right too
            better = self._improve()
            for name, kernel in better.kernels.items():
                self._runs[name] = kernel.run


def is_improving() -> bool:
    """Whether a thread is in the compiler: Python would wait for it when it exits."""
    return _COMPILER.locked()
