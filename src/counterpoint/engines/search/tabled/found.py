"""What a search of a factored system found."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from ....data import dataclass
from ....errors import CounterpointError
from ....model.factored import Factored
from ....model.system import Label, State
from ....stopped import Stopped
from ....tuning import USUAL, Tuning
from ...base.arrays import Array
from ...base.edges import Edges
from .layout import Layout
from .records import Table

NO_PARENT = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class BadState:
    """States that a probe must not be false of: the number of the first, and how many there are."""

    probe: int
    state: int
    count: int


@dataclass(frozen=True, slots=True)
class BadStep:
    """Steps that a probe must not be false of: the first one found, and how many there are."""

    probe: int
    source: int
    move: int
    target: int
    count: int


@dataclass(frozen=True)
class Found:
    """The states of a factored system, by number in the order that they were found.

    `outside` tells which of them a constraint leaves out: they are not counted in `states`.
    `steps` counts every way in which a step can come about, as TLC does. `edges` are there if they
    were asked for, and then `state_bits` and `step_bits` have a bit for each probe that is false of
    a state or of an edge. `taken` has for each move how often it was taken, and how often it led to
    a state that was not known. `trouble` is an error that ended the search, with the number of the
    state that it came up in, if it was not in the beginning. `entered` counts each way in which an
    initial state came about; they are all there if it has `begun`. `stopped` says why the search is
    not complete, if it is not. States are looked up in `table`.
    """

    system: Factored
    layout: Layout
    found: int
    expanded: int
    steps: int
    levels: Array
    packed: Array
    parents: Array
    outside: Array
    taken: Array
    bad_states: Sequence[BadState]
    bad_steps: Sequence[BadStep]
    deadlocks: int
    first_deadlock: int | None
    learned: int
    stopped: Stopped
    edges: Edges | None = None
    state_bits: Array | None = None
    step_bits: Array | None = None
    trouble: tuple[int | None, CounterpointError] | None = None
    entered: int = 0
    begun: bool = True
    tuning: Tuning = USUAL
    table: Table | None = None

    @property
    def states(self) -> int:
        """How many states there are, without those that a constraint leaves out."""
        return self.found - int(self.outside.sum())

    @property
    def complete(self) -> bool:
        """Whether every state was expanded."""
        return not self.stopped

    @property
    def depth(self) -> int:
        """The number of levels: one more than the distance of the farthest state."""
        return len(self.levels) - 1

    def state(self, number: int) -> State:
        """The state with a number."""
        return self.system.state(tuple(self.layout.row_of(self.packed[number])))

    def number(self, state: State) -> int | None:
        """The number of a state as far as states are told apart; None where it was not found."""
        from .buffers import library  # it is there by now

        row = self.system.row(state)
        words = None if row is None else self.layout.words_of(row)
        if words is None or self.table is None or not self.found:
            return None
        number: int = library(self.tuning.batch).find(words, self.table)
        return None if number == self.found else number

    def way_to(self, number: int) -> tuple[int, ...]:
        """The numbers of the states on a shortest way to one, from an initial state on."""
        way = [number]
        while (parent := int(self.parents[way[-1]])) != NO_PARENT:
            way.append(parent)
        return tuple(reversed(way))

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """The labels of steps: what the events of edges mean."""
        return tuple(self.system.labels)


def order_of_edges(first: Array, count: Array) -> tuple[Array, Array]:
    """Where the edges of each source begin once they are put in order, and that order.

    >>> start, order = order_of_edges(np.array([1, 0]), np.array([2, 1]))
    >>> start.tolist(), order.tolist()
    ([0, 2, 3], [1, 2, 0])
    """
    start = np.zeros(len(count) + 1, np.uint64)
    start[1:] = np.cumsum(count)
    shift = np.repeat(first.astype(np.int64) - start[:-1].astype(np.int64), count)
    return start, np.arange(int(start[-1])) + shift
