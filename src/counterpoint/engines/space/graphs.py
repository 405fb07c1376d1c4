"""Graphs to evaluate formulas on: the graph of a target, with facts about the past if needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...certificate import Past
from ...data import dataclass
from ...errors import Refused, UnknownAtom
from ...logic.formula import Formula
from ...model.capabilities import as_json_of, texts_of
from ...model.system import Label, State, System
from ..base.limits import GRAPH_EDGE, Limits
from ..base.memory import pairs_of, said_of
from ..formula.names import event_named
from ..formula.question import Question
from ..graph.explicit import ExplicitGraph
from ..graph.observe import Watched, observed
from .space import GraphSpace

if TYPE_CHECKING:
    from ..search.network.exploration import Exploration


class Graphs:
    """The graphs of one target, one for each set of events that questions ask about.

    `known` are labels that exist although they may never occur.
    """

    def __init__(
        self, graph: ExplicitGraph, system: System, known: Sequence[Label], limits: Limits
    ) -> None:
        self.graph, self.system, self.known, self.limits = graph, system, known, limits
        self._spaces: dict[tuple[tuple[str, bool], ...], GraphSpace] = {}

    def space(self, *formulas: Formula) -> GraphSpace:
        """The graph to evaluate the formulas on; raises what `watched_by` raises."""
        watched = watched_by(Question(formulas), self.graph, self.known)
        key = tuple((one.text, one.remembers) for one in watched)
        if key not in self._spaces:
            self._spaces[key] = graph_space(self.graph, watched, self.system, self.limits)
        return self._spaces[key]


def graphs_of(found: Exploration, limits: Limits) -> Graphs:
    """The graphs of a network that was explored with edges; raises `LimitReached` if too large."""
    from ..search.making import graph_of_exploration  # specifications need no networks

    limits.require_graph(found.states, found.transitions, found.bytes)
    graph = graph_of_exploration(found)
    return Graphs(graph, found.network, tuple(found.network.origin.labels()), limits)


def watched_by(
    question: Question, graph: ExplicitGraph, known: Sequence[Label]
) -> tuple[Watched, ...]:
    """The events that a question asks about; `known` are labels that may be missing in the graph.

    Raises `UnknownAtom` for an unknown name. If states are missing, it may be the name of an event
    that has not occurred yet, and `Refused` is raised instead.
    """
    try:
        asked = question.past((*graph.labels, *known), graph.prop)
    except UnknownAtom as error:
        if not graph.stopped:
            raise
        raise Refused(f"{error.message}, as far as was seen: {graph.stopped}") from None
    return tuple(
        Watched(p.text, event_named(p.event, graph.labels), p.ever, p.event) for p in asked
    )


def graph_space(
    graph: ExplicitGraph, watched: Sequence[Watched], system: System, limits: Limits
) -> GraphSpace:
    """The space of a graph, with states that record the watched events.

    Raises `LimitReached` if the pairs of states and events would take too much memory.
    """
    if not watched:
        return GraphSpace(graph, "explicit", system, limits=limits)
    steps = len(graph.edges.target)
    limits.require_graph(2 * graph.states, 2 * steps, held=GRAPH_EDGE * steps)
    note = said_of([one.text for one in watched])
    memory = pairs_of(tuple(Past(one.text, one.event, one.remembers) for one in watched))
    return GraphSpace(observed(graph, watched), "explicit", _Pairs(system), note, limits, memory)


@dataclass(frozen=True, slots=True)
class _Pairs:
    """A system, where each state comes with facts about its past."""

    of: System

    def show(self, pair: tuple[State, frozenset[str]]) -> dict[str, str]:
        """A state with its facts, for a reader."""
        state, facts = pair
        shown = texts_of(self.of.show(state))
        values = shown if isinstance(shown, dict) else {"state": shown}
        return {**values, "so far": ", ".join(sorted(facts)) or "nothing"}

    def as_json(self, pair: tuple[State, frozenset[str]]) -> dict[str, Any]:
        """The same as data for JSON: the facts are a list."""
        state, facts = pair
        shown = as_json_of(self.of)(state)
        values = shown if isinstance(shown, dict) else {"state": shown}
        return {**values, "so far": sorted(facts)}
