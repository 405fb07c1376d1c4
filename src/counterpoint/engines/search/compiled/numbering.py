"""The numbers of states that are known by their ranks.

A rank's position among all ranks that were found is the number of bits before its bit, of which
those in earlier words were counted once (G. Jacobson, "Space-efficient static trees and graphs",
1989). For each position there is the number of the state.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....native import Ptr, popcount, u32, u64
from ...base.arrays import U32, padded
from .records import Cell, States


def count_before(words: u64, visited: Ptr[u64], before: Ptr[u32]) -> u64:
    """Write for each word how many bits are set in the words before it; returns that for all."""
    n = 0
    for w in range(words):
        before[w] = n
        n += popcount(visited[w])
    return n


def position(rank: u64, visited: Ptr[u64], before: Ptr[u32]) -> u64:
    """The number of bits before that of a rank."""
    return before[rank >> 6] + popcount(visited[rank >> 6] & ((1 << (rank & 63)) - 1))


def number_all(
    count: u64, ranks: Ptr[Cell], visited: Ptr[u64], before: Ptr[u32], numbers: Ptr[u32]
) -> u64:
    """Write for each position of `count` ranks the number of the state; returns `count`."""
    for i in range(count):
        numbers[position(ranks[i], visited, before)] = i
    return count


def renumber(
    count: u64, ranks: Ptr[u32], visited: Ptr[u64], before: Ptr[u32], numbers: Ptr[u32]
) -> u64:
    """Replace `count` ranks by the numbers of their states; returns `count`."""
    for k in range(count):
        ranks[k] = numbers[position(ranks[k], visited, before)]
    return count


KERNELS = (count_before, number_all, renumber)


class Numbering:
    """The numbers of the states in a record with ranks; `library` has the kernels."""

    def __init__(self, library: Any, record: States) -> None:
        self._library, self._visited = library, record.visited
        self._before = np.zeros(len(record.visited), np.uint32)
        found = library.count_before(len(record.visited), record.visited, self._before)
        self._numbers = np.zeros(max(1, found), np.uint32)
        library.number_all(record.count, record.queue, record.visited, self._before, self._numbers)

    def number(self, rank: int) -> int:
        """The number of the state with a rank, which was found."""
        return int(self.numbers(np.array([rank], np.uint32))[0])

    def numbers(self, ranks: U32) -> U32:
        """The numbers of the states with these ranks, written over them."""
        target = padded(ranks)
        self._library.renumber(len(ranks), target, self._visited, self._before, self._numbers)
        return target[: len(ranks)]
