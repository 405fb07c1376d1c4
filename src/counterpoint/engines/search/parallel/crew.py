"""Threads that run native code together, and of which Ctrl-C interrupts none."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")


class Crew:
    """`workers` threads; the calling thread only waits for them.

    >>> with Crew(2) as crew:
    ...     crew.do(lambda: crew.together(lambda worker: worker + 1))
    [1, 2]
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="crew")

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown()

    def do(self, work: Callable[[], T]) -> T:
        """The result of `work`, which one of the threads does.

        Ctrl-C raises `KeyboardInterrupt` when the work is done, so that it never ends half way.
        """
        doing = self._pool.submit(work)
        try:
            return doing.result()
        except KeyboardInterrupt:
            _wait_for(doing)
            raise

    def together(self, task: Callable[[int], T]) -> list[T]:
        """The results of the task for each worker, from 0; called in `work`, by one of them."""
        others = [self._pool.submit(task, worker) for worker in range(1, self.workers)]
        own = task(0)
        return [own, *(other.result() for other in others)]


def _wait_for(doing: Future[T]) -> None:
    while not doing.done():
        with suppress(KeyboardInterrupt):
            doing.exception()
