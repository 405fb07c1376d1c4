"""The memoized answers of factors in tries keyed by what was read: the heap of the kernels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np

from ....errors import Fault
from ....model.factored import Writes
from ....tuning import USUAL, Tuning
from ...base.arrays import U32, grown
from . import insertion

Look = tuple[int, int]
"""A read: a cell, and the number found in it."""

HEAP_AT_MOST = (1 << 31) - (1 << 20)
"""The greatest length of the heap, in numbers: a reference is twice a place and has 32 bits."""


class HeapFull(Exception):
    """The answers need more room than references can address."""


@cache
def _library(narrow: int, dense: int, sparsest: int, first: int) -> Any:
    """The kernel, with the four numbers of a `Tuning` for nodes."""
    from ....native import build  # imported late: commands must start fast

    bound = {
        "NARROW_AT_MOST": narrow,
        "DENSE_AT_MOST": dense,
        "SPARSEST": sparsest,
        "FIRST_SIZE": first,
    }
    return build(insertion.enter, constants=bound)


class Tries:
    """A trie of answers for each factor; see `interpreter` for their form in the heap.

    An answer gets into the heap at the next call of `enter`; until then it is in nested dicts.

    >>> tries = Tries(1)
    >>> tries.learn(0, [(3, 1), (0, 7)], tries.leaf((((5, 2),),)))
    >>> tries.known(0, {3: 1, 0: 7}.__getitem__), tries.known(0, {3: 2}.__getitem__)
    (True, False)
    """

    def __init__(self, factors: int, cells: int = 0, tuning: Tuning = USUAL) -> None:
        self.tuning = tuning
        self._library = _library(
            tuning.narrow_node, tuning.dense_node, tuning.sparsest_node, tuning.first_node
        )
        self.cells = cells
        """The number of cells of a state; answers write to these cells of the next state."""
        self.heap: U32 = np.zeros(max(tuning.first_heap, 2 * factors), np.uint32)
        self.used = factors + 1  # so no node or leaf is at place 0
        self.learned = 0
        self._leaves: dict[object, int] = {}
        self._fresh: dict[int, Any] = {}
        self._batch: list[int] = []
        self._written: list[int] = []
        self._status = np.zeros(insertion.STATUS_SLOTS, np.uint64)

    def learn(self, factor: int, looks: Iterable[Look], leaf: int) -> None:
        """Memoize an answer: the place of its leaf, and the reads made for it, in their order."""
        table, key = self._fresh, factor
        batch = self._batch
        start = len(batch)
        batch += (factor, 0, leaf)
        for look in looks:
            node = table.get(key)
            if node is None:
                node = table[key] = (look[0], {})
            table, key = node[1], look[1]
            batch += look
        table[key] = leaf
        batch[start + 1] = (len(batch) - start - insertion.FIRST_LOOK) // 2
        self.learned += 1

    def known(self, factor: int, read: Callable[[int], int]) -> bool:
        """Whether an answer learned since the last `enter` applies; `read` gives cells."""
        found = self._fresh.get(factor)
        while type(found) is tuple:
            found = found[1].get(read(found[0]))
        return found is not None

    def leaf(self, answer: tuple[Writes, ...]) -> int:
        """The place of the leaf for an answer; equal answers share one leaf."""
        known = self._leaves.get(answer)
        if known is None:
            flat = [len(answer)]
            for writes in answer:
                flat.append(len(writes))
                for cell, value in writes:
                    flat += (cell + self.cells if cell < self.cells else cell, value)
            known = self._leaves[answer] = self.put(flat)
        return known

    def ways(self, nodes: Sequence[int]) -> int:
        """The place of the leaf that lists the instructions at which a SORT continues."""
        key = ("ways", *nodes)
        known = self._leaves.get(key)
        if known is None:
            known = self._leaves[key] = self.put([len(nodes), *nodes])
        return known

    def put(self, numbers: Sequence[int]) -> int:
        """Append numbers to the heap at the next `enter`; returns their place."""
        place = self.used
        self._written += numbers
        self.used += len(numbers)
        return place

    def room_for(self, count: int) -> int:
        """Reserve `count` numbers of the heap, for the caller to write; returns their place."""
        assert not self._written
        place = self.used
        self._grow(place + count)
        self.used += count
        return place

    def enter(self) -> None:
        """Write all that was put and learned into the heap.

        Raises `Fault` if an answer contradicts an earlier one, `HeapFull` if there is no room.
        """
        written, batch, status = self._written, self._batch, self._status
        self._grow(self.used + 2 * len(batch))
        self.heap[self.used - len(written) : self.used] = written
        rows = np.array(batch or [0], np.uint32)
        status[insertion.USED], status[insertion.PLACE] = self.used, 0
        while not self._library.enter(rows, len(batch), self.heap, len(self.heap), status):
            if status[insertion.WRONG]:
                raise Fault("a factor looked elsewhere, or gave an answer sooner, than before")
            self._grow(len(self.heap) + 1)
        self.used = int(status[insertion.USED])
        written.clear()
        batch.clear()
        self._fresh.clear()

    def _grow(self, room: int) -> None:
        if room > HEAP_AT_MOST:
            raise HeapFull
        if room > len(self.heap):
            self.heap = grown(self.heap, min(HEAP_AT_MOST, max(2 * len(self.heap), room)))
