"""The result of a search of a factored system."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ....data import dataclass
from ....errors import CounterpointError
from ....model.factored import Factored
from ....model.system import Label, State
from ....stopped import Stopped
from ....tuning import USUAL, Tuning
from ...base.arrays import U32, U64, Bools
from ...base.edges import Edges
from ...base.ways import way_to
from .layout import Layout
from .records import Table


@dataclass(frozen=True, slots=True)
class BadState:
    """The states in which a probe is false that must be true: the first one, and their number."""

    probe: int
    state: int
    count: int


@dataclass(frozen=True, slots=True)
class BadStep:
    """The steps in which a probe is false that must be true: the first found, and their number."""

    probe: int
    source: int
    move: int
    target: int
    count: int


@dataclass(frozen=True)
class Found:
    """The states of a factored system, numbered in the order in which they were found.

    `outside` marks the states that a constraint leaves out; `states` does not count them. `steps`
    counts a step once for each path of the program that makes it, as TLC does. `edges` is given if
    it was requested, and then `state_bits` and `step_bits` have a bit for each probe that is false
    in a state or in an edge. `taken` has for each label of steps how often it was taken, and how
    often it led to a new state. `trouble` is an error that ended the search, with the number of the
    state in which it occurred, or None instead of that if no state was known. `lost` has a bit for
    each probe of states, and for each of steps, that had no value somewhere. `entered` counts
    initial states, each as often as it was generated; all are known if the search has `begun`.
    `stopped` says why the search is not complete; it is empty for a complete one. `table` is the
    hash table of the states.
    """

    system: Factored
    layout: Layout
    found: int
    expanded: int
    steps: int
    levels: U64
    packed: U64
    parents: U32
    outside: Bools
    taken: U64
    bad_states: Sequence[BadState]
    bad_steps: Sequence[BadStep]
    deadlocks: int
    first_deadlock: int | None
    learned: int
    stopped: Stopped
    edges: Edges | None = None
    state_bits: U64 | None = None
    step_bits: U64 | None = None
    trouble: tuple[int | None, CounterpointError] | None = None
    lost: tuple[int, int] = (0, 0)
    entered: int = 0
    begun: bool = True
    tuning: Tuning = USUAL
    table: Table | None = None

    @property
    def states(self) -> int:
        """The number of states, without those that a constraint leaves out."""
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
        """The state with this number."""
        return self.system.state(tuple(self.layout.row_of(self.packed[number])))

    def number(self, state: State) -> int | None:
        """The number of a state, or of one that is not distinguished from it; None if not found."""
        from .buffers import library  # already loaded by the search

        row = self.system.row(state)
        words = None if row is None else self.layout.words_of(row)
        if words is None or self.table is None or not self.found:
            return None
        number: int = library(self.tuning.batch).find(words, self.table)
        return None if number == self.found else number

    def way_to(self, number: int) -> tuple[int, ...]:
        """The numbers of the states on a shortest path from an initial state to this one."""
        return tuple(way_to(self.parents, number))

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """The labels of steps; the events of edges are indices of it."""
        return tuple(self.system.labels)
