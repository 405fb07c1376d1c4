"""The algebra of regions of a graph: sets of states as arrays of bool."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ...errors import UnknownAtom
from ...logic.automata.automaton import Automaton
from ...logic.core import Core, Kind
from ...logic.fragments import AT_REST, mentions_teams
from ...model.system import REST
from ..base.arrays import U32, Bools
from ..base.limits import NO_LIMITS, Limits
from ..formula.names import step_named
from .attractor import attractor, step
from .explicit import ExplicitGraph
from .fair import fair_states


class BitRegion:
    """A set of states of one graph: `bits` is an array of bool, one per state.

    An attractor also has the `rank` of each state; see `Attractor`.
    """

    __slots__ = ("bits", "rank")

    def __init__(self, bits: Bools, rank: U32 | None = None) -> None:
        self.bits = bits
        self.rank = rank

    def __and__(self, other: BitRegion) -> BitRegion:
        return BitRegion(self.bits & other.bits)

    def __or__(self, other: BitRegion) -> BitRegion:
        return BitRegion(self.bits | other.bits)

    def __invert__(self) -> BitRegion:
        return BitRegion(~self.bits)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BitRegion) and bool(np.array_equal(self.bits, other.bits))

    __hash__ = None  # type: ignore[assignment]

    def count(self) -> int:
        """The number of its states."""
        return int(np.count_nonzero(self.bits))

    def numbers(self) -> Iterator[int]:
        """The numbers of its states, in ascending order."""
        return map(int, np.flatnonzero(self.bits))


class GraphAlgebra:
    """The algebra of a graph, for the evaluator."""

    def __init__(self, graph: ExplicitGraph, limits: Limits = NO_LIMITS) -> None:
        self.graph = graph
        self.limits = limits

    @property
    def everything(self) -> BitRegion:
        return BitRegion(np.ones(self.graph.states, bool))

    @property
    def nothing(self) -> BitRegion:
        return BitRegion(np.zeros(self.graph.states, bool))

    @property
    def initial(self) -> BitRegion:
        """The initial states."""
        bits = np.zeros(self.graph.states, bool)
        bits[self.graph.initial] = True
        return BitRegion(bits)

    def refusal(self, goal: Core) -> str | None:
        """Why `goal` is refused: it is about teams, under fairness. None if it can be decided."""
        if self.graph.fairness and mentions_teams(goal):
            return (
                "what a team can enforce is not decided under fairness: write the fairness into "
                "the goal, or take it out of the model"
            )
        return None

    def prop(self, text: str) -> BitRegion:
        if text == AT_REST:
            return BitRegion(self._resting())
        try:
            return BitRegion(self.graph.prop(text))
        except UnknownAtom:
            if text.startswith("enabled(") and text.endswith(")"):
                return BitRegion(self._enabled(text[8:-1]))
            raise

    def _enabled(self, event: str) -> Bools:
        """The states with a step that `event` names: array of bool."""
        return step(self.graph, Kind.SOME, self.everything.bits, self.named(event))

    def _resting(self) -> Bools:
        """The states with no step but rest; one that is not expanded has no step at all."""
        rests = np.array([label is REST for label in self.graph.labels], bool)
        there = self.everything.bits
        return step(self.graph, Kind.SOME, there, rests) & ~step(
            self.graph, Kind.SOME, there, ~rests
        )

    def named(self, text: str) -> Bools:
        """Which labels of the graph a text names: array of bool, one per label."""
        return step_named(text, self.graph.labels)

    def step(
        self, kind: Kind, region: BitRegion, label: str | None, team: frozenset[str]
    ) -> BitRegion:
        named = None if label is None else self.named(label)
        return BitRegion(step(self.graph, kind, region.bits, named, team))

    def until(
        self, kind: Kind, team: frozenset[str], hold: BitRegion, goal: BitRegion
    ) -> BitRegion:
        found = attractor(self.graph, kind, team, hold.bits, goal.bits)
        return BitRegion(found.region, found.rank)

    def paths(self, automaton: Automaton, letters: Sequence[BitRegion]) -> BitRegion:
        found = fair_states(
            self.graph, automaton, [letter.bits for letter in letters], limits=self.limits
        )
        return BitRegion(found)
