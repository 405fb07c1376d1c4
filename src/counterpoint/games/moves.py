"""The moves of a graph's states as a mapping from states to labels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from ..engines.base.arrays import U64
from ..engines.graph.attractor import NO_MOVE
from ..engines.graph.explicit import ExplicitGraph
from ..engines.space.ground import GraphGround
from ..errors import Misuse
from ..model.system import Label, State
from ..verdict import Trace
from .start import followed_to


class GraphMoves(Mapping[State, Label]):
    """The moves of a graph's states: `steps` has the number of a step, or NO_MOVE, for each."""

    def __init__(self, graph: ExplicitGraph, steps: U64) -> None:
        self.graph = graph
        self.steps = steps
        self._states = np.flatnonzero(steps != NO_MOVE)

    def __getitem__(self, state: State) -> Label:
        number = self.graph.number(state)
        if number is None or self.steps[number] == NO_MOVE:
            raise KeyError(state)
        return self._label(number)

    def __iter__(self) -> Iterator[State]:
        return (self.graph.state(int(number)) for number in self._states)

    def __len__(self) -> int:
        return len(self._states)

    def after(self, trace: Trace) -> State:
        """The graph's state at the end of a run; it may also record past events.

        If it does, raises `Misuse` for a run that is not one of the graph's.
        """
        if not records_events(self.graph):
            return trace.states[-1]
        found = followed_to(GraphGround(self.graph), map(int, self.graph.initial), trace)
        if found is None:
            raise Misuse(
                "the states of this strategy tell of the events on the way, and the play did not "
                "come from the start of the game that was solved: solve and play one object"
            )
        return self.graph.state(found)

    def _label(self, number: int) -> Label:
        return self.graph.labels[int(self.graph.edges.event[int(self.steps[number])])]


def records_events(graph: ExplicitGraph) -> bool:
    """Whether the graph's states record past events in addition to the system's states."""
    return any(graph.state(n) != graph.plain_state(n) for n in map(int, graph.initial[:1]))
