"""Graphs to evaluate formulas on: the graph of a target, with facts about the past if needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ...certificate import Past
from ...errors import Refused, UnknownAtom
from ...logic.formula import Formula
from ...model.system import Label, State, System
from ..base.limits import GRAPH_EDGE, Limits
from ..base.memory import pairs_of
from ..formula.names import event_named
from ..formula.question import Question
from ..graph.arena import Arena
from ..graph.observe import Watched, observed
from .space import GraphSpace

if TYPE_CHECKING:
    from ..search.network.exploration import Exploration


class Graphs:
    """The graphs of one target, one for each set of events that questions ask about.

    `known` are labels that exist although they may never occur.
    """

    def __init__(
        self, arena: Arena, system: System, known: Sequence[Label], limits: Limits
    ) -> None:
        self.arena, self.system, self.known, self.limits = arena, system, known, limits
        self._spaces: dict[tuple[tuple[str, bool], ...], GraphSpace] = {}

    def space(self, *formulas: Formula) -> GraphSpace:
        """The graph to evaluate the formulas on; raises what `watched_by` raises."""
        watched = watched_by(Question(formulas), self.arena, self.known)
        key = tuple((one.text, one.remembers) for one in watched)
        if key not in self._spaces:
            self._spaces[key] = graph_space(self.arena, watched, self.system, self.limits)
        return self._spaces[key]


def graphs_of(found: Exploration, limits: Limits) -> Graphs:
    """The graphs of a network that was explored with edges; raises `LimitReached` if too large."""
    from ..search.making import arena_of_exploration  # specifications need no networks

    limits.require_graph(found.states, found.transitions, found.bytes)
    arena = arena_of_exploration(found)
    return Graphs(arena, found.network, tuple(found.network.origin.labels()), limits)


def watched_by(question: Question, arena: Arena, known: Sequence[Label]) -> tuple[Watched, ...]:
    """The events that a question asks about; `known` are labels that may be missing in the graph.

    Raises `UnknownAtom` for an unknown name. If states are missing, it may be the name of an event
    that has not occurred yet, and `Refused` is raised instead.
    """
    try:
        asked = question.past((*arena.labels, *known), arena.prop)
    except UnknownAtom as error:
        if not arena.stopped:
            raise
        raise Refused(f"{error.message}, as far as was seen: {arena.stopped}") from None
    return tuple(
        Watched(p.text, event_named(p.event, arena.labels), p.ever, p.event) for p in asked
    )


def graph_space(
    arena: Arena, watched: Sequence[Watched], system: System, limits: Limits
) -> GraphSpace:
    """The space of a graph, with states that record the watched events.

    Raises `LimitReached` if the pairs of states and events would take too much memory.
    """
    if not watched:
        return GraphSpace(arena, "explicit", system.show, limits=limits)
    steps = len(arena.edges.target)
    limits.require_graph(2 * arena.states, 2 * steps, held=GRAPH_EDGE * steps)
    texts = ", ".join(one.text for one in watched)
    note = f"a state also tells what of {texts} is true of the way to it"
    show = partial(_show_pair, system)
    memory = pairs_of(tuple(Past(one.text, one.event, one.remembers) for one in watched))
    return GraphSpace(observed(arena, watched), "explicit", show, note, limits, memory)


def _show_pair(system: System, pair: tuple[State, frozenset[str]]) -> dict[str, str]:
    """A state with its facts about the past, for a reader."""
    state, facts = pair
    shown = system.show(state)
    values = dict(shown) if isinstance(shown, Mapping) else {"state": str(shown)}
    return {**values, "so far": ", ".join(sorted(facts)) or "nothing"}
