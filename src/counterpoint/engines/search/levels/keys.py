"""Sets of packed states as sorted arrays of keys."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from ...base.arrays import U8, U64
from . import kernel


@cache
def _library() -> Any:
    from ....native import build  # imported late: commands must start fast

    return build(
        kernel.to_keys,
        kernel.from_keys,
        kernel.order_ties,
        kernel.without_twins,
        kernel.mark_known,
        kernel.unmarked,
    )


class Keys:
    """Operations on arrays of keys, one per row of `width` words; see `kernel` for what a key is.

    The first word of a state has `bits` bits.

    >>> keys = Keys(1, 3)
    >>> found = keys.distinct(keys.of(np.array([[5], [7], [5]], np.uint64)))
    >>> sorted(keys.states(found)[:, 0].tolist())
    [5, 7]
    """

    def __init__(self, width: int, bits: int) -> None:
        assert bits == 64 or (width == 1 and 0 < bits < 64)
        self.width, self.bits = width, bits
        self._library = _library()

    def of(self, states: U64) -> U64:
        """The keys of packed states, as a copy."""
        keys: U64 = np.array(states, np.uint64, order="C").reshape(-1, self.width)
        self._library.to_keys(len(keys), self.width, self.bits, _flat(keys))
        return keys

    def states(self, keys: U64) -> U64:
        """The packed states with these keys, as a copy."""
        states: U64 = np.array(keys, np.uint64, order="C").reshape(-1, self.width)
        self._library.from_keys(len(states), self.width, self.bits, _flat(states))
        return states

    def none(self) -> U64:
        """An array without keys."""
        return np.zeros((0, self.width), np.uint64)

    def distinct(self, keys: U64) -> U64:
        """The keys in order, each once."""
        if self.width == 1:
            found = np.sort(keys, axis=0)
        else:
            found = keys[np.argsort(keys[:, 0], kind="stable")]
            self._library.order_ties(len(found), self.width, _flat(found))
        count = self._library.without_twins(len(found), self.width, _flat(found))
        return found[:count].copy()  # which may be much smaller

    def together(self, sets: Sequence[U64]) -> U64:
        """The keys of several sets in order, each once."""
        if len(sets) == 1:
            return sets[0]
        return self.distinct(np.concatenate(sets)) if sets else self.none()

    def shards(self, keys: U64, bits: int) -> list[U64]:
        """The keys of each of 2 ** `bits` shards: those that begin with the same bits.

        The keys must be in order; what is returned are views of their array.
        """
        ends = self.first_of_shard(np.arange(1, 1 << bits), bits)
        return np.split(keys, np.searchsorted(_words(keys), ends))

    def first_of_shard(self, shards: Any, bits: int) -> U64:
        """The least first word of the keys of each of these shards."""
        return np.asarray(shards, np.uint64) << np.uint64(self.bits - bits)

    def mark(self, keys: U64, known: U64, marks: U8) -> None:
        """Set the marks of the keys that are known; both are in order."""
        self._library.mark_known(
            len(keys), self.width, _flat(keys), len(known), _flat(known), marks
        )

    def unmarked(self, keys: U64, marks: U8) -> U64:
        """The keys without a mark; their array is used for it."""
        return keys[: self._library.unmarked(len(keys), self.width, _flat(keys), marks)]


def _words(keys: U64) -> U64:
    """The first words of keys, side by side."""
    return np.ascontiguousarray(keys[:, 0])


def _flat(keys: U64) -> U64:
    """The words of keys as native code takes them: an array with a word, if there is none."""
    return keys.reshape(-1) if len(keys) else np.zeros(1, np.uint64)
