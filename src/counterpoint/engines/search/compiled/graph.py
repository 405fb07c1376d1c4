"""The graph of the states and steps of a model, found by native code."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np

from ....model.model import Model
from ....model.system import REST, Label
from ...base.arrays import U32
from ...base.edges import Edges
from ...base.task import EVERYTHING, Task
from ...graph.explicit import NOBODY, Contest, ExplicitGraph, Fair
from ...graph.owners import Ownership, ownership
from .code import Code
from .search import search
from .space import Space

Roots = Literal["initial", "all"]


def graph_of(model: Model, task: Task = EVERYTHING, roots: Roots = "initial") -> ExplicitGraph:
    """The graph of the reachable states, or with roots="all" of all states that can be encoded.

    Reachable states are numbered in breadth-first order, all encoded ones by rank. Ctrl-C and the
    limits end the search with what was found. Raises `OutOfSort` and `Refused` as `search` does.

    >>> from counterpoint.model.model import Model
    >>> from counterpoint.model.step import step
    >>> model = Model("counter")
    >>> n = model.var("n", range(3), init=0)
    >>> @model.action
    ... def up():
    ...     return step(when=n < 2, set={n: n + 1})
    >>> graph = graph_of(model)
    >>> graph.states, graph.labels, graph.state(2), graph.prop("n = 2").tolist()
    (3, ('up', rest), (2,), [False, False, True])
    """
    found = search(model, replace(task, edges=True), roots=roots)
    return graph_of_space(found)


def graph_of_space(found: Space) -> ExplicitGraph:
    """The graph of a space that was searched with edges."""
    code, model = found.code, found.model
    labels, label_of = _labels(code)
    kinds = _with_rests(found)
    edges = Edges(kinds.start, kinds.target, label_of[kinds.event])
    owned = _ownership(found, kinds, edges, labels)
    return ExplicitGraph(
        edges,
        labels,
        found.initial.astype(np.uint32),
        found.state,
        found.number,
        found.where,
        model.players,
        owned.owner if model.players else None,
        owned.unowned,
        owned.contest,
        _fairness(model, labels),
        found.transitions,
        found.stopped,
        None if found.complete else np.arange(found.states) >= found.expanded,
        many=found.states_at,
        tuning=code.tuning,
    )


def _labels(code: Code) -> tuple[tuple[Label, ...], U32]:
    """The labels with REST; and for each kind, and last for added rests, its label's number."""
    of_kind = [*(kind.label for kind in code.kinds), REST]
    labels = tuple(dict.fromkeys(of_kind))
    numbers = {label: number for number, label in enumerate(labels)}
    return labels, np.array([numbers[label] for label in of_kind], np.uint32)


def _with_rests(found: Space) -> Edges:
    """The steps with kinds as events; a state without steps gets a rest of an additional kind."""
    assert found.edges is not None
    start, target, kind = found.edges.start, found.edges.target, found.edges.event
    steps = np.diff(start.astype(np.int64))
    resting = np.flatnonzero(steps == 0)
    if not len(resting):
        return found.edges
    places = start[1:].astype(np.int64)[resting]
    new_start = np.zeros(len(start), np.uint64)
    new_start[1:] = np.cumsum(np.maximum(steps, 1))
    rests = np.full(len(resting), len(found.code.kinds), kind.dtype)
    targets = np.insert(target, places, resting.astype(target.dtype))
    return Edges(new_start, targets, np.insert(kind, places, rests))


def _ownership(found: Space, kinds: Edges, edges: Edges, labels: tuple[Label, ...]) -> Ownership:
    """The player who chooses in each state.

    A step belongs to the owner of its action, else to the player to move in its source.
    """
    players = found.model.players
    if not players:
        return Ownership(np.zeros(0, np.int16), None, None)
    turn = found.movers().astype(np.int16) - 1
    several = turn == len(players)
    turn[several] = NOBODY
    number = {player: place for place, player in enumerate(players)}
    by_turn = -2
    own = [by_turn if kind.owner is None else number[kind.owner] for kind in found.code.kinds]
    owner = np.array([*own, by_turn], np.int16)[kinds.event]
    source = np.repeat(np.arange(found.states), np.diff(kinds.start).astype(np.int64))
    asks = owner == by_turn
    owner[asks] = turn[source[asks]]
    rests = kinds.event == len(found.code.kinds)
    owned = ownership(edges, owner, rests, players, labels)
    disputed = asks & several[source] & ~rests
    if not disputed.any():
        return owned
    step = int(np.argmax(disputed))
    return Ownership(owned.owner, owned.unowned, _dispute(found, int(source[step]), edges, labels))


def _dispute(found: Space, state: int, edges: Edges, labels: tuple[Label, ...]) -> Contest:
    """The contest of a state in which two players are to move."""
    one, other = found.model.owners(found.state(state))[:2]
    label = labels[int(edges.event[int(edges.start[state])])]
    return Contest(state, (one, other), (label, label))


def _fairness(model: Model, labels: tuple[Label, ...]) -> tuple[Fair, ...]:
    return tuple(
        Fair(condition.strong, np.array([label in condition.labels for label in labels], bool))
        for condition in model.fairness
    )
