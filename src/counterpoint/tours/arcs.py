"""Graphs as arrays of arcs, which runs are made of."""

from __future__ import annotations

import numpy as np

from ..data import dataclass
from ..engines.base.arrays import Ints

EVENT = 2
"""What an arc costs that is an event.

A run costs one. Two flows differ by cycles, and each of them begins or ends at most one run, so the
cheapest flow has the fewest events, and of these the fewest runs.
"""

RUN = 1
"""What a run costs, besides its events."""


@dataclass(frozen=True, slots=True, eq=False)
class Arcs:
    """A graph with nodes 0, ..., nodes - 1: arc k leads from source[k] to target[k] for cost[k].

    The arcs are in the order of their sources. A run may start at any of `entries`, and end
    anywhere.
    """

    nodes: int
    source: Ints
    target: Ints
    cost: Ints
    entries: Ints

    @property
    def start(self) -> Ints:
        """Where the arcs of each node begin; and at last, where those of the last one end."""
        return starts(self.source, self.nodes)


def starts(of: Ints, nodes: int) -> Ints:
    """For each number below `nodes`, how many elements of the sorted array are smaller; and all.

    >>> starts(np.array([0, 0, 2]), 3).tolist()
    [0, 2, 2, 3]
    """
    found = np.zeros(nodes + 1, np.int64)
    np.cumsum(np.bincount(of, minlength=nodes), out=found[1:])
    return found


def joined(left: Ints, start: Ints) -> tuple[Ints, Ints]:
    """All pairs of an index of `left` and of an element of a list: the list with the number there.

    `start` says where the elements of each list begin, and where those of the last one end.

    >>> [each.tolist() for each in joined(np.array([1, 0, 1]), np.array([0, 1, 3]))]
    [[0, 0, 1, 2, 2], [1, 2, 0, 1, 2]]
    """
    counts = np.diff(start)[left]
    first = np.repeat(np.arange(len(left)), counts)
    before = np.cumsum(counts) - counts
    return first, np.arange(len(first)) - before[first] + start[left][first]
