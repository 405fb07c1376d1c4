"""Threads that do the parts of a work, each with a stepper of its own."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from queue import SimpleQueue
from typing import TypeVar

from .stepper import Stepper

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 2
"""Parts for each thread that are handed out before their results are taken."""


class Pool:
    """Threads, of which each uses another stepper; with one stepper, all is done by the caller."""

    def __init__(self, steppers: Sequence[Stepper]) -> None:
        self.size = len(steppers)
        self._steppers: SimpleQueue[Stepper] = SimpleQueue()
        for stepper in steppers:
            self._steppers.put(stepper)
        self._threads = ThreadPoolExecutor(self.size) if self.size > 1 else None

    def map(self, work: Callable[[Stepper, T], R], parts: Iterable[T]) -> Iterator[R]:
        """The results for the parts, in their order.

        If the iterator is closed early, or a part fails, parts that were begun end first.
        """
        every = iter(parts)
        first = list(islice(every, 2))
        if self._threads is None or len(first) < 2:
            for part in (*first, *every):
                yield self._done(work, part)
            return
        begun: deque[Future[R]] = deque()
        try:
            for part in (*first, *every):
                begun.append(self._threads.submit(self._done, work, part))
                if len(begun) > AHEAD * self.size:
                    yield begun.popleft().result()
            while begun:
                yield begun.popleft().result()
        finally:
            for left in begun:
                left.cancel()
            for left in begun:
                if not left.cancelled():
                    left.exception()

    def _done(self, work: Callable[[Stepper, T], R], part: T) -> R:
        stepper = self._steppers.get()
        try:
            return work(stepper, part)
        finally:
            self._steppers.put(stepper)

    def close(self) -> None:
        """End the threads."""
        if self._threads is not None:
            self._threads.shutdown()
