"""Sorted runs of keys, in a file or in memory, of which parts are read."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from ...base.arrays import U8, U64
from .keys import Keys

TOGETHER = 16
"""Blocks that are read at once, at most."""


class Run:
    """Keys in ascending order, read in blocks; of each block, the first word is in memory."""

    def __init__(
        self,
        read: Callable[[int, int], U64],
        rows: int,
        firsts: U64,
        block: int,
        path: Path | None = None,
    ) -> None:
        """`read(start, rows)` reads some keys; `firsts` are the first words of the blocks."""
        self.read, self.rows, self.firsts, self.block, self.path = read, rows, firsts, block, path

    def between(self, low: int, high: int) -> U64:
        """The keys with first words from `low` up to but not including `high`."""
        begin = max(0, _place(self.firsts, low) - 1) * self.block
        end = _place(self.firsts, high) * self.block
        if end <= begin:
            return self.read(0, 0)
        keys = self.read(begin, min(end, self.rows) - begin)
        words = np.ascontiguousarray(keys[:, 0])
        return keys[_place(words, low) : _place(words, high)]

    def mark(self, wanted: U64, keys: Keys, marks: U8) -> None:
        """Set the marks of wanted keys, which are in order, that are in this run."""
        words = np.ascontiguousarray(wanted[:, 0])
        begin = np.searchsorted(words, self.firsts, "left")
        end = np.append(np.searchsorted(words, self.firsts[1:], "right"), len(words))
        for first, last in _neighbours(np.flatnonzero(begin < end)):
            some = slice(int(begin[first]), int(end[last]))
            rows = min(self.rows, (last + 1) * self.block) - first * self.block
            keys.mark(wanted[some], self.read(first * self.block, rows), marks[some])

    def has(self, key: U64, keys: Keys) -> bool:
        """Whether a key, an array with one row, is in this run."""
        marks = np.zeros(1, np.uint8)
        self.mark(key, keys, marks)
        return bool(marks[0])


def run_of(keys: U64, block: int) -> Run:
    """A run in memory."""
    return Run(lambda start, rows: keys[start : start + rows], len(keys), keys[::block, 0], block)


class RunWriter:
    """Writes a run to a file, from row number `start` of that on, in parts."""

    def __init__(self, path: Path, width: int, block: int, start: int = 0) -> None:
        self.path, self.width, self.block, self.start = path, width, block, start
        self.rows = 0
        self.check = 0
        """The CRC-32 of the bytes that were written."""
        self._firsts: list[U64] = []

    def add(self, keys: U64) -> None:
        """Write further keys, which come after those before in order."""
        with self.path.open("r+b" if self.start or self.rows else "wb") as file:
            file.seek(8 * self.width * (self.start + self.rows))
            file.write(bytes_of(keys))  # unlike `tofile`, it says why, if it cannot
        self._firsts.append(keys[-self.rows % self.block :: self.block, 0].copy())
        self.check = zlib.crc32(bytes_of(keys), self.check)
        self.rows += len(keys)

    def run(self) -> Run:
        """The run that was written."""
        firsts = np.concatenate(self._firsts) if self._firsts else np.zeros(0, np.uint64)
        return run_in(self.path, self.width, self.start, self.rows, firsts, self.block)


def run_in(path: Path, width: int, start: int, rows: int, firsts: U64, block: int) -> Run:
    """A run in a file, from row number `start` of that on."""

    def read(first: int, some: int) -> U64:
        found: U64 = np.fromfile(path, np.uint64, some * width, offset=8 * width * (start + first))
        return found.reshape(-1, width)

    return Run(read, rows, firsts, block, path)


def bytes_of(keys: U64) -> memoryview:
    """The bytes of keys, one after the other."""
    return np.ascontiguousarray(keys).reshape(-1).data.cast("B")


def slices(low: int, high: int, rows: int, most: int) -> Iterator[tuple[int, int]]:
    """Parts of a range of first words, so that each has about `most` of so many keys."""
    count = min(-(-rows // most), high - low) or 1
    ends = [low + (high - low) * number // count for number in range(count + 1)]
    return pairwise(ends)


def merged(runs: Sequence[Run], keys: Keys, low: int, high: int) -> U64:
    """The keys of several runs in a range of first words, in order and each once."""
    return keys.together([part for run in runs if len(part := run.between(low, high))])


def _place(words: U64, word: int) -> int:
    """The number of words that are less than another, which may be 2 ** 64."""
    return len(words) if word >> 64 else int(np.searchsorted(words, np.uint64(word)))


def _neighbours(numbers: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Iterator[tuple[int, int]]:
    """The first and last of numbers that follow one another, at most `TOGETHER` of them."""
    first = last = -1
    for number in numbers.tolist():
        if first >= 0 and number == last + 1 and number - first < TOGETHER:
            last = number
            continue
        if first >= 0:
            yield first, last
        first = last = number
    if first >= 0:
        yield first, last
