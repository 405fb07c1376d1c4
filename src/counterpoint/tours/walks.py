"""Walks along the arcs of a graph, kept as arrays: there may be millions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import overload

import numpy as np

from ..data import dataclass
from ..engines.base.arrays import Bools, Ints
from .arcs import joined


@dataclass(frozen=True, slots=True, eq=False)
class Walk:
    """A walk from a node along arcs, by their numbers: an array of int64."""

    node: int
    arcs: Ints


@dataclass(frozen=True, slots=True, eq=False)
class Walks(Sequence[Walk]):
    """Walks in a row: k begins at node[k] and takes arcs[start[k]], ..., arcs[start[k + 1] - 1].

    >>> found = walks_in_a_row([Walk(0, np.array([7, 8])), Walk(3, np.array([9]))])
    >>> found.start.tolist(), found.arcs.tolist(), found.which.tolist()
    ([0, 2, 3], [7, 8, 9], [0, 0, 1])
    """

    node: Ints
    start: Ints
    arcs: Ints

    def __len__(self) -> int:
        return len(self.node)

    @overload
    def __getitem__(self, index: int) -> Walk: ...
    @overload
    def __getitem__(self, index: slice) -> list[Walk]: ...
    def __getitem__(self, index: int | slice) -> Walk | list[Walk]:
        if isinstance(index, slice):
            return [self[k] for k in range(*index.indices(len(self)))]
        k = range(len(self))[index]
        return Walk(int(self.node[k]), self.arcs[self.start[k] : self.start[k + 1]])

    @property
    def which(self) -> Ints:
        """The number of the walk that each arc belongs to."""
        return np.repeat(np.arange(len(self)), np.diff(self.start))

    def those(self, numbers: Ints) -> Walks:
        """The walks with some numbers, in that order."""
        which, places = joined(numbers, self.start)
        start = np.searchsorted(which, np.arange(len(numbers) + 1))
        return Walks(self.node[numbers], start, self.arcs[places])

    def along(self, is_kept: Bools, number: Ints) -> Walks:
        """The walks without the arcs that are not kept; arc k is called number[k]."""
        kept = is_kept[self.arcs]
        start = np.concatenate([np.zeros(1, np.int64), np.cumsum(kept)])[self.start]
        return Walks(self.node, start, number[self.arcs[kept]])


def walks_in_a_row(walks: Iterable[Walk]) -> Walks:
    """Single walks as arrays."""
    listed = list(walks)
    node = np.array([walk.node for walk in listed], np.int64)
    start = np.cumsum([0, *(len(walk.arcs) for walk in listed)])
    return Walks(node, start, np.concatenate([np.zeros(0, np.int64), *(w.arcs for w in listed)]))
