"""Threads that run native code together, and of which Ctrl-C interrupts none."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, ThreadPoolExecutor, wait
from contextlib import suppress
from typing import Generic, TypeVar

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
        job = _Job(work)
        try:
            return self._pool.submit(job).result()
        except KeyboardInterrupt:
            job.end()
            raise

    def together(self, task: Callable[[int], T]) -> list[T]:
        """The results of the task for each worker, from 0; called in `work`, by one of them."""
        others = [self._pool.submit(task, worker) for worker in range(1, self.workers)]
        try:
            own = task(0)
        finally:
            wait(others)
        return [own, *(other.result() for other in others)]


def undisturbed(work: Callable[[], T]) -> T:
    """The result of `work`, which Ctrl-C does not end half way: a thread of its own does it.

    >>> undisturbed(lambda: 1 + 1)
    2
    """
    with Crew(1) as crew:
        return crew.do(work)


class _Job(Generic[T]):
    """Work that another thread does. `end` calls it off, or waits if it has begun."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._turn = threading.Lock()
        self._begun = self._off = False
        self._done = threading.Event()

    def __call__(self) -> T:
        with self._turn:
            if self._off:
                raise CancelledError
            self._begun = True
        try:
            return self._work()
        finally:
            self._done.set()

    def end(self) -> None:
        while True:
            with suppress(KeyboardInterrupt):
                with self._turn:
                    self._off = True
                if self._begun:
                    self._done.wait()
                return
