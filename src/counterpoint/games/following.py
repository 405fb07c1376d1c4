"""A game in which one team follows a strategy: the remaining steps, and a b-thread for it."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from typing import Any, TypeAlias

import numpy as np

from ..bp.body import Body
from ..bp.event import Event
from ..bp.sync import sync
from ..bp.thread import Rule, Thread
from ..engines.base.arrays import Ints
from ..engines.base.edges import Edges
from ..engines.graph.attractor import NO_MOVE, owned_by
from ..engines.graph.board import sources
from ..engines.graph.explicit import ExplicitGraph
from ..errors import NotAGame
from ..model.system import REST, Label, State
from ..trees import expression_tree
from .moves import GraphMoves


def followed(table: Mapping[State, Label], team: Collection[str], graph: ExplicitGraph) -> Edges:
    """The steps that remain when the team moves as `table` says.

    In a state without a move in `table`, or with one that is not possible, all steps remain.
    """
    source = sources(graph)
    wanted = _wanted(table, graph)
    owned = owned_by(graph, frozenset(team))[source]
    if graph.unowned is not None:
        owned &= ~graph.unowned
    chosen = owned & (graph.edges.event == wanted[source])
    obeyed = np.bincount(source[chosen], minlength=graph.states) > 0
    keeps = ~owned | chosen | ~obeyed[source]
    start = np.zeros(graph.states + 1, np.uint64)
    start[1:] = np.cumsum(np.bincount(source[keeps], minlength=graph.states))
    return Edges(start, graph.edges.target[keeps], graph.edges.event[keeps])


def _wanted(table: Mapping[State, Label], graph: ExplicitGraph) -> Ints:
    """For each state the number of the label that the strategy chooses, or -1; array of int64."""
    wanted = np.full(graph.states, -1, np.int64)
    if isinstance(table, GraphMoves) and table.graph is graph:
        moves = np.flatnonzero(table.steps != NO_MOVE)
        wanted[moves] = graph.edges.event[table.steps[moves].astype(np.intp)]
        return wanted
    numbers = {str(label): n for n, label in enumerate(graph.labels)}
    for state, label in table.items():
        if (number := graph.number(state)) is not None:
            wanted[number] = numbers.get(str(label), -1)
    return wanted


def strategy_thread(
    table: Mapping[State, Label],
    team: Collection[str],
    graph: ExplicitGraph,
    priority: float | None,
) -> Thread:
    """The b-thread that plays `table` in the program that `graph` was built from.

    For the graph of a model, the events are those with the labels of the model as texts. Raises
    `NotAGame` if a label is not the text of an event.
    """
    return StrategyRule(_positions(table, team, graph), priority)()


Positions: TypeAlias = tuple[tuple[Any, ...], ...]
"""For each position of a play: what to request, what to block, and where each event leads."""


class StrategyRule(Rule[[]]):
    """The rule that plays from position to position; it is pickled as these."""

    def __init__(self, positions: Positions, priority: float | None) -> None:
        self.plays = positions, priority

        def strategy() -> Body:
            here = 0
            while True:
                wanted, others, steps = positions[here]
                heard = tuple(event for event, _ in steps)
                event = yield sync(request=wanted, wait_for=heard, block=others, priority=priority)
                for known, there in steps:
                    if known is event:
                        here = there

        super().__init__(strategy)

    def __reduce__(self) -> tuple[Any, ...]:  # type: ignore[override]
        return type(self), self.plays


def _positions(
    table: Mapping[State, Label], team: Collection[str], graph: ExplicitGraph
) -> Positions:
    """The positions of all plays in which a team follows its table; 0 is the start."""
    edges = followed(table, team, graph)
    wanted = _wanted(table, graph)
    order = [int(graph.initial[0])]
    number = {order[0]: 0}
    mine = _labels_of(graph, frozenset(team))
    found = []
    for state in order:
        steps = []
        for label, there in _steps(graph, edges, state):
            if there not in number:
                number[there] = len(order)
                order.append(there)
            steps.append((label, number[there]))
        found.append((*_said(graph, int(wanted[state]), mine), tuple(steps)))
    return tuple(found)


def _said(
    graph: ExplicitGraph, wanted: int, mine: tuple[Label, ...]
) -> tuple[tuple[Label, ...], tuple[Label, ...]]:
    """What to request and what to block; to wait, all events of the team are blocked."""
    if wanted < 0:
        return (), ()
    label = graph.labels[wanted]
    others = tuple(event_of(other) for other in mine if other != label)
    return () if label is REST else (event_of(label),), others


def _steps(graph: ExplicitGraph, edges: Edges, state: int) -> Iterator[tuple[Event, int]]:
    for step in range(int(edges.start[state]), int(edges.start[state + 1])):
        label = graph.labels[int(edges.event[step])]
        if label is not REST:
            yield event_of(label), int(edges.target[step])


def event_of(label: Label) -> Event:
    """The event that a label is or denotes by its text; raises `NotAGame` if it is neither.

    >>> event_of("put(0, left)"), event_of("stay")
    (put(0,'left'), stay)
    """
    if isinstance(label, Event):
        return label
    try:
        node = expression_tree(str(label))
        match node:
            case ast.Name(name):
                return Event(name)
            case ast.Call(ast.Name(name), args, []):
                return Event(name, *map(_datum, args))
    except (SyntaxError, ValueError):
        pass
    raise NotAGame(f"a b-thread follows events, and {label!r} is not the text of one")


def _datum(node: ast.expr) -> object:
    return node.id if isinstance(node, ast.Name) else ast.literal_eval(node)


def _labels_of(graph: ExplicitGraph, team: frozenset[str]) -> tuple[Label, ...]:
    """The labels of all steps that the players of the team choose."""
    owned = owned_by(graph, team)[sources(graph)]
    if graph.unowned is not None:
        owned &= ~graph.unowned
    numbers = np.flatnonzero(np.bincount(graph.edges.event[owned], minlength=1))
    return tuple(graph.labels[n] for n in map(int, numbers) if graph.labels[n] is not REST)
