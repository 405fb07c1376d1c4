"""Regions of a space as bit sets, with one bit for each place."""

from __future__ import annotations

import numpy as np

from ...base.arrays import U64, Bools


class Bits:
    """A set of states, one bit per place; `inside` has the bits of all states of the space."""

    __slots__ = ("inside", "words")

    def __init__(self, words: U64, inside: U64) -> None:
        self.words = words
        self.inside = inside

    def __and__(self, other: Bits) -> Bits:
        return Bits(self.words & other.words, self.inside)

    def __or__(self, other: Bits) -> Bits:
        return Bits(self.words | other.words, self.inside)

    def __invert__(self) -> Bits:
        return Bits(self.inside & ~self.words, self.inside)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bits) and bool(np.array_equal(self.words, other.words))

    __hash__ = None  # type: ignore[assignment]

    def has(self, places: U64) -> Bools:
        """For each of `places`, whether it belongs to the set (array of bool)."""
        found: U64 = self.words[places >> np.uint64(6)] >> (places & np.uint64(63)) & np.uint64(1)
        return found.astype(bool)


def full(bits: int) -> U64:
    """An array of words in which the first `bits` bits are set.

    >>> full(65).tolist()
    [18446744073709551615, 1]
    """
    words = np.zeros(bits // 64 + 1, np.uint64)
    words[: bits // 64] = ~np.uint64(0)
    words[bits // 64] = (1 << bits % 64) - 1
    return words
