"""Threads that do the parts of a work, each with a tool of its own, such as a stepper."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from queue import SimpleQueue
from typing import Generic, TypeVar

S = TypeVar("S")
T = TypeVar("T")
R = TypeVar("R")

AHEAD = 2
"""Parts for each thread that are handed out before their results are taken."""


class Pool(Generic[S]):
    """Threads, of which each uses another tool; with one tool, all is done by the caller."""

    def __init__(self, tools: Sequence[S]) -> None:
        self.size = len(tools)
        self._tools: SimpleQueue[S] = SimpleQueue()
        for tool in tools:
            self._tools.put(tool)
        self._threads = ThreadPoolExecutor(self.size) if self.size > 1 else None

    def map(self, work: Callable[[S, T], R], parts: Iterable[T]) -> Iterator[R]:
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

    def _done(self, work: Callable[[S, T], R], part: T) -> R:
        tool = self._tools.get()
        try:
            return work(tool, part)
        finally:
            self._tools.put(tool)

    def close(self) -> None:
        """End the threads."""
        if self._threads is not None:
            self._threads.shutdown()
