"""One shard of a search on disk: the states whose keys begin with the same bits."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ...base.arrays import U8, U64
from .keys import Keys
from .shelf import Shelf


class Shard:
    """Tells which targets of a level are new (delayed duplicate detection).

    What is known is in sorted runs, one for each level; when there are many, all are merged into
    one. Only blocks in whose range a target lies are read.
    """

    def __init__(self, number: int, shelf: Shelf, keys: Keys, block: int, fan: int) -> None:
        """A run is read in blocks of `block` keys; there are at most `fan` runs."""
        self.number = number
        self._shelf, self._keys = shelf, keys
        self._block, self._fan = block, fan
        self._runs: list[tuple[Path, U64]] = []
        self._merged = 0

    def know(self, levels: int) -> None:
        """Know the states of the first levels on disk."""
        for level in range(levels):
            path = self._shelf.level(level, self.number)
            self._add(path, self._shelf.read(path))

    def absorb(self, level: int, parts: Sequence[Path]) -> int:
        """Keep the targets in these files that are new, as the states of a level; how many."""
        read = [self._shelf.read(part) for part in parts]
        found = self._keys.distinct(np.concatenate(read)) if read else np.zeros((0, 1), np.uint64)
        if not len(found):
            return 0
        marks = np.zeros(len(found), np.uint8)
        for path, firsts in self._runs:
            self._mark(found, path, firsts, marks)
        fresh = self._keys.unmarked(found, marks)
        if len(fresh):
            path = self._shelf.level(level, self.number)
            self._shelf.write(path, fresh)
            self._add(path, fresh)
        return len(fresh)

    def _mark(self, found: U64, path: Path, firsts: U64, marks: U8) -> None:
        """Mark what is in a run, whose blocks begin with the words `firsts`."""
        words = found[:, 0]
        begin = np.searchsorted(words, firsts, "left")
        end = np.append(np.searchsorted(words, firsts[1:], "right"), len(words))
        for number in np.flatnonzero(begin < end).tolist():
            start, stop = int(begin[number]), int(end[number])
            block = self._shelf.part(path, number * self._block, self._block)
            self._keys.mark(found[start:stop], block, marks[start:stop])

    def _add(self, path: Path, keys: U64) -> None:
        if len(keys):
            self._runs.append((path, keys[:: self._block, 0].copy()))
        if len(self._runs) > self._fan:
            every = np.concatenate([self._shelf.read(run) for run, _ in self._runs])
            self._merged += 1
            merged = self._shelf.known(self.number, self._merged)
            ordered = self._keys.distinct(every)
            self._shelf.write(merged, ordered)
            self._shelf.known(self.number, self._merged - 1).unlink(missing_ok=True)
            self._runs = [(merged, ordered[:: self._block, 0].copy())]
