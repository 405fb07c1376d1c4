"""How far a repair has come, for a watcher of progress."""

from __future__ import annotations

import time
from collections.abc import Callable

from ..engines.base.task import Progress, Watcher
from .search import Search


class Reporter:
    """Reports to a watcher, if there is one: states, then the size of the additions that are tried.

    It does so at most once in `every` seconds. The seconds that it reports are those since `begin`.
    """

    def __init__(self, watch: Watcher | None, every: float) -> None:
        self._watch = watch
        self._every = every
        self._search: Search | None = None
        self._began = self._last = time.perf_counter()

    @property
    def of_checks(self) -> Watcher | None:
        """The watcher of the checks that a repair makes."""
        return None if self._watch is None else self._checking

    def begin(self, search: Search | None = None) -> None:
        """Count the seconds from now, and report how far `search` has come."""
        self._search = search
        self._began = self._last = time.perf_counter()

    def explored(self, states: int, waiting: int) -> None:
        """Report, if it is time, how many states were explored and how many wait."""
        self._report(lambda seconds: Progress(states, waiting, seconds))

    def tried(self) -> None:
        """Report, if it is time, how many additions were tried, and of which size."""
        search = self._search
        assert search is not None
        self._report(lambda seconds: Progress(0, 0, seconds, size=search.size, tried=search.tried))

    def _checking(self, progress: Progress) -> None:
        if self._search is not None:
            self.tried()
        elif self._watch is not None:
            self._watch(progress)

    def _report(self, made: Callable[[float], Progress]) -> None:
        now = time.perf_counter()
        if self._watch is not None and now - self._last > self._every:
            self._last = now
            self._watch(made(now - self._began))
