"""How many threads and processes a search may use, and how many it used."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from ...data import dataclass
from ...tuning import Tuning

AUTO = "auto"


@dataclass(slots=True, eq=False)
class Workers:
    """The number of threads or processes that work at once: at most `most`, and so far `used`.

    If `most` is None, there may be a thread for each CPU, where that pays.
    """

    most: int | None = None
    used: int = 1

    def note(self, count: int) -> None:
        """Note that `count` threads or processes worked at once."""
        self.used = max(self.used, count)

    def tuned(self, tuning: Tuning) -> Tuning:
        """The tuning for searches of that many threads, or of 64: a table has no more parts.

        >>> Workers(3).tuned(Tuning()).workers, Workers(10**9).tuned(Tuning()).workers
        (3, 64)
        """
        return tuning if self.most is None else replace(tuning, threads=min(64, self.most))


Given: TypeAlias = int | str | Workers
"""How users say it: a number or `auto`; or an object that notes how many were used."""


def is_sensible(given: object) -> bool:
    """Whether this says how many workers there may be."""
    return given == AUTO or isinstance(given, Workers) or (type(given) is int and given > 0)


def workers_of(given: Given) -> Workers:
    """The workers that are given; the value must be sensible.

    >>> workers_of(2).most, workers_of("auto").most
    (2, None)
    """
    if isinstance(given, Workers):
        return given
    return Workers(None if isinstance(given, str) else given)
