"""Where the bits of states are in a region."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from ...base.arrays import U64, Bools, Ints
from ..levels.journal import Level

TOGETHER = 1 << 14
"""Words of a region that are looked at together."""


class Places:
    """The states of each level and shard have their bits in words of their own, in order.

    >>> from counterpoint.engines.search.levels.journal import Level, Part
    >>> places = Places([Level({0: Part(0, 70, 0), 3: Part(0, 1, 0)}), Level({3: Part(1, 2, 0)})])
    >>> places.words, places.place(0, 3, 0), places.inside.tolist()
    (4, 128, [18446744073709551615, 63, 1, 3])
    """

    def __init__(self, levels: Sequence[Level]) -> None:
        self._levels = levels
        self.levels = len(levels)
        self._firsts: list[dict[int, int]] = []
        self._begins: list[int] = []
        self.words = 0
        """The number of words of a region."""
        for level in levels:
            self._begins.append(self.words)
            firsts = {}
            for shard, part in level.parts.items():
                firsts[shard] = self.words
                self.words += -(-part.rows // 64)
            self._firsts.append(firsts)

    @property
    def inside(self) -> U64:
        """The words of the region of all states."""
        words = np.full(self.words, ~np.uint64(0), np.uint64)
        for level, firsts in zip(self._levels, self._firsts, strict=True):
            for shard, part in level.parts.items():
                if part.rows % 64:
                    last = firsts[shard] + part.rows // 64
                    words[last] = np.uint64((1 << part.rows % 64) - 1)
        return words

    def of_level(self, words: U64, level: int) -> dict[int, U64]:
        """The words of a level in a region by shard, as views."""
        parts = self._levels[level].parts if level < len(self._levels) else {}
        return {shard: self._view(words, level, shard, part.rows) for shard, part in parts.items()}

    def whole(self, words: U64, level: int) -> U64:
        """All words of a level in a region, as a view."""
        end = self._begins[level + 1] if level + 1 < self.levels else self.words
        return words[self._begins[level] : end]

    def _view(self, words: U64, level: int, shard: int, rows: int) -> U64:
        first = self._firsts[level][shard]
        return words[first : first - (-rows // 64)]

    def put(self, words: U64, level: int, found: Mapping[int, U64]) -> None:
        """Add states of a level to a region."""
        for shard, view in self.of_level(words, level).items():
            view |= found[shard]

    def place(self, level: int, shard: int, row: int) -> int:
        """The place of the bit of a state."""
        return 64 * self._firsts[level][shard] + row

    def rows(self, words: U64) -> Iterator[tuple[int, int, Ints]]:
        """The states of a region, in order: level, shard, and their numbers in both, some at a
        time."""
        for level, of in enumerate(self._levels):
            for shard, view in self.of_level(words, level).items():
                for start in range(0, len(view), TOGETHER):
                    some, left = view[start : start + TOGETHER], of.parts[shard].rows - 64 * start
                    rows = np.flatnonzero(bools_of(some, min(left, 64 * TOGETHER)))
                    if len(rows):
                        yield level, shard, rows + 64 * start

    def located(self, place: int) -> tuple[int, int, int]:
        """The level and the shard of the state at a place, and its number in both."""
        word = place // 64
        level = bisect_right(self._begins, word) - 1
        firsts = self._firsts[level]
        shard = max(firsts, key=lambda n: firsts[n] if firsts[n] <= word else -1)
        return level, shard, place - 64 * firsts[shard]

    def count(self, words: U64) -> int:
        """The number of states of a region."""
        parts = range(0, len(words), TOGETHER)
        return sum(int(_counts(words[start : start + TOGETHER]).sum()) for start in parts)

    def chosen(self, words: U64, numbers: Sequence[int]) -> Iterator[int]:
        """The places of the states of a region that have these numbers among them, from 0 on."""
        counts = np.cumsum(_counts(words))
        for number in numbers:
            word = int(np.searchsorted(counts, number, "right"))
            before = int(counts[word - 1]) if word else 0
            yield 64 * word + _nth(int(words[word]), number - before)


_IN_A_BYTE = np.array([byte.bit_count() for byte in range(256)], np.uint8)


def _counts(words: U64) -> Ints:
    """For each word, how many of its bits are set."""
    found: Ints = _IN_A_BYTE[words.view(np.uint8)].reshape(-1, 8).sum(axis=1, dtype=np.int64)
    return found


def _nth(word: int, number: int) -> int:
    """The position of the bit with a number, from 0 on, among those that are set in a word."""
    for _ in range(number):
        word &= word - 1
    return (word & -word).bit_length() - 1


def bools_of(words: U64, count: int) -> Bools:
    """The first bits of words as an array of bool."""
    bits = np.unpackbits(words.view(np.uint8), count=count, bitorder="little")
    found: Bools = bits.view(np.bool_)
    return found


def words_of(bools: Bools) -> U64:
    """An array of bool as bits of words.

    >>> words_of(np.array([True, False, True])).tolist()
    [5]
    """
    packed = np.packbits(bools, bitorder="little")
    words = np.zeros(-(-len(bools) // 64), np.uint64)
    words.view(np.uint8)[: len(packed)] = packed
    return words
