"""Which part of a search a worker has."""

from __future__ import annotations

from pathlib import Path

from ....data import dataclass
from ..levels.shelf import WORK


@dataclass(frozen=True, slots=True)
class Place:
    """Which of so many workers this is, and the folder of the search."""

    number: int
    workers: int
    folder: Path
    uri: str = ""
    """Where finished levels are copied, if they are."""

    @property
    def work(self) -> Path:
        """The folder that it uses for a while."""
        return self.folder / WORK / f"{self.number:03d}"


def shards_of(number: int, workers: int, shards: int) -> range:
    """The shards that a worker holds.

    >>> [list(shards_of(number, 3, 8)) for number in range(3)]
    [[0, 1], [2, 3, 4], [5, 6, 7]]
    """
    return range(number * shards // workers, (number + 1) * shards // workers)
