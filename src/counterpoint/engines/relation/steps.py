"""Steps between numbered states, each with a letter, as arrays of numbers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from ..base.arrays import Ints, order_of


class Steps:
    """The steps of the states 0, ..., `states` - 1, sorted by source, each of them once.

    Step k belongs to state s if `start[s] <= k < start[s + 1]`; it has the letter `letter[k]` and
    leads to `target[k]`. All arrays are of int64.
    """

    def __init__(self, states: int, source: Ints, letter: Ints, target: Ints) -> None:
        order = np.lexsort((target, letter, source))
        source, letter, target = source[order], letter[order], target[order]
        kept = distinct(source, letter, target)
        self.states = states
        self.source, self.letter, self.target = source[kept], letter[kept], target[kept]
        self.start: Ints = np.zeros(states + 1, np.int64)
        np.cumsum(np.bincount(self.source, minlength=states), out=self.start[1:])

    def of(self, state: int) -> Iterator[tuple[int, int]]:
        """The steps of a state, as pairs of a letter and a target."""
        return iter(self.lists[state])

    @cached_property
    def lists(self) -> list[list[tuple[int, int]]]:
        """The steps of each state as lists, for algorithms in Python."""
        pairs = list(zip(self.letter.tolist(), self.target.tolist(), strict=True))
        bounds = self.start.tolist()
        return [pairs[bounds[s] : bounds[s + 1]] for s in range(self.states)]

    @cached_property
    def by_letter(self) -> list[dict[int, list[int]]]:
        """For each state, the targets of its steps by letter."""
        found: list[dict[int, list[int]]] = []
        for steps in self.lists:
            row: dict[int, list[int]] = {}
            for letter, target in steps:
                row.setdefault(letter, []).append(target)
            found.append(row)
        return found

    @cached_property
    def sources(self) -> tuple[Ints, Ints]:
        """The sources of the steps into each state: where those of a state begin, and all."""
        order = order_of(self.target)
        start = np.zeros(self.states + 1, np.int64)
        np.cumsum(np.bincount(self.target, minlength=self.states), out=start[1:])
        return start, self.source[order]


def distinct(*columns: Ints) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Which rows of sorted columns differ from the row before them: array of bool."""
    kept = np.ones(len(columns[0]), bool)
    if len(kept):
        kept[1:] = np.any([column[1:] != column[:-1] for column in columns], axis=0)
    return kept


def numbered(*columns: Ints) -> tuple[Ints, int]:
    """A number for each row, equal for equal rows, and how many numbers there are.

    >>> numbered(np.array([5, 3, 5]), np.array([1, 1, 1]))
    (array([1, 0, 1]), 2)
    """
    order = np.lexsort(columns[::-1])
    first = distinct(*(column[order] for column in columns))
    numbers = np.empty(len(order), np.int64)
    numbers[order] = np.cumsum(first) - 1
    return numbers, int(first.sum())


def ranges(start: Ints, rows: Ints) -> tuple[Ints, Ints]:
    """The positions from `start[r]` to `start[r + 1]` for each of the rows, and whose they are.

    The second array has the index in `rows` for each position.

    >>> ranges(np.array([0, 2, 2, 5]), np.array([2, 0]))
    (array([2, 3, 4, 0, 1]), array([0, 0, 0, 1, 1]))
    """
    counts = start[rows + 1] - start[rows]
    owner = np.repeat(np.arange(len(rows)), counts)
    before = np.cumsum(counts) - counts
    return np.arange(len(owner)) - before[owner] + start[rows][owner], owner
