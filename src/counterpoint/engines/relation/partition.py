"""Bisimulation classes, by refining a partition with the signatures of states.

In each round states part whose steps lead, with some letter, to different classes of the round
before (Blom and Orzan, Distributed state space minimization, STTT 7, 2005; the rounds are those of
Kanellakis and Smolka, CCS expressions, finite state processes, and three problems of equivalence,
1990). Only states with a step to a state that just changed its class are looked at. Signatures are
numbered exactly, never hashed. Two states that part in round r are distinguished by a formula with
r nested steps and by none with fewer.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

import numpy as np

from ...alarm import require_going_on
from ..base.arrays import Ints, order_of
from .steps import Steps, distinct, numbered, ranges


class Partition:
    """The classes of states: `block` has the number of each state's, which need not be dense.

    `changes` has, for each round, the states that left a class, and the number of that class.
    """

    def __init__(self, block: Ints, changes: list[tuple[Ints, Ints]]) -> None:
        self.block = block
        self.changes = changes

    @cached_property
    def dense(self) -> tuple[Ints, int]:
        """The classes numbered from 0, and how many there are."""
        return numbered(self.block)

    def at(self, state: int, round_: int) -> int:
        """The class of a state after so many rounds."""
        start, rounds, old = self._history
        low, high = int(start[state]), int(start[state + 1])
        place = low + bisect_right(rounds[low:high], round_)
        return int(old[place] if place < high else self.block[state])

    def parted(self, one: int, other: int) -> int | None:
        """The round after which two states were in different classes; None if they never were."""
        if self.block[one] == self.block[other]:
            return None
        low, high = 0, len(self.changes)
        while low < high:
            middle = (low + high) // 2
            if self.at(one, middle) != self.at(other, middle):
                high = middle
            else:
                low = middle + 1
        return low

    @cached_property
    def _history(self) -> tuple[Ints, list[int], Ints]:
        """When each state left which class, sorted by state: bounds, rounds, and classes."""
        states = np.concatenate([moved for moved, _ in self.changes] or [np.zeros(0, np.int64)])
        old = np.concatenate([of for _, of in self.changes] or [np.zeros(0, np.int64)])
        rounds = np.repeat(
            np.arange(1, len(self.changes) + 1), [len(moved) for moved, _ in self.changes]
        )
        order = np.lexsort((rounds, states))
        start = np.zeros(len(self.block) + 1, np.int64)
        np.cumsum(np.bincount(states, minlength=len(self.block)), out=start[1:])
        return start, rounds[order].tolist(), old[order]


def refined(steps: Steps, block: Ints) -> Partition:
    """The coarsest partition finer than `block` in which the steps of a class lead alike.

    >>> chain = Steps(3, np.array([0, 1, 2]), np.array([0, 0, 0]), np.array([1, 2, 2]))
    >>> partition = refined(chain, np.array([0, 0, 1]))
    >>> partition.parted(0, 1), partition.parted(0, 2)
    (1, 0)
    """
    block = block.astype(np.int64)
    sizes = np.bincount(block)
    start, sources = steps.sources
    dirty: Ints = np.arange(steps.states)
    changes: list[tuple[Ints, Ints]] = []
    while len(dirty):
        require_going_on()
        marks = _signatures(steps, dirty, block, len(sizes))
        moved, classes, sizes = _split(block, dirty, marks, sizes)
        if not len(moved):
            break
        changes.append((moved, block[moved]))
        block[moved] = classes
        into, _ = ranges(start, moved)
        touched = np.zeros(steps.states, bool)
        touched[sources[into]] = True
        dirty = np.flatnonzero(touched)
    return Partition(block, changes)


def _signatures(steps: Steps, rows: Ints, block: Ints, classes: int) -> Ints:
    """A number for each of the rows, equal for equal sets of (letter, class of the target)."""
    at, owner = ranges(steps.start, rows)
    key = steps.letter[at] * classes + block[steps.target[at]]
    order = np.lexsort((key, owner))
    owner, key = owner[order], key[order]
    kept = distinct(owner, key)
    owner, key = owner[kept], key[kept]
    lengths = np.bincount(owner, minlength=len(rows))
    depth = np.arange(len(owner)) - (np.cumsum(lengths) - lengths)[owner]
    by_depth = order_of(depth)
    bounds = np.concatenate(([0], np.cumsum(np.bincount(depth))))
    marks = np.zeros(len(rows), np.int64)
    known = 1
    for level in range(len(bounds) - 1):  # marks of longer sets are new: prefixes stay distinct
        some = by_depth[bounds[level] : bounds[level + 1]]
        numbers, count = numbered(marks[owner[some]], key[some])
        marks[owner[some]] = known + numbers
        known += count
        require_going_on()
    return marks


def _split(block: Ints, dirty: Ints, marks: Ints, sizes: Ints) -> tuple[Ints, Ints, Ints]:
    """The states that leave their class, their new classes, and the sizes of all classes.

    States of a class that are not dirty lead where they led, and no dirty state does: so they stay
    together, and keep its number. Without any, the largest group keeps it.
    """
    order = np.lexsort((marks, block[dirty]))
    of, mark, states = block[dirty][order], marks[order], dirty[order]
    first = np.flatnonzero(distinct(of, mark))
    lengths = np.diff(np.append(first, len(of)))
    classes = of[first]
    looked_at = np.bincount(classes, lengths, minlength=len(sizes)).astype(np.int64)
    by_size = np.lexsort((-lengths, classes))
    largest = np.zeros(len(first), bool)
    largest[by_size[distinct(classes[by_size])]] = True
    leaves = ~(largest & (looked_at[classes] == sizes[classes]))
    fresh = len(sizes) + np.cumsum(leaves) - 1
    member = np.repeat(leaves, lengths)
    new = np.repeat(fresh, lengths)[member]
    sizes = np.concatenate((sizes, lengths[leaves]))
    np.subtract.at(sizes, classes[leaves], lengths[leaves])
    return states[member], new, sizes
