"""Cycles inside a set of states, and a shortest run around one."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ....data import dataclass
from ....logic.automata.automaton import Automaton, Transition
from ...base.arrays import Bools
from ...base.edges import Edges
from ...base.limits import Limits
from ...base.outcome import NONE
from ...base.ways import way_to
from ...graph.components import on_cycles
from ...graph.explicit import ExplicitGraph
from ...graph.lasso import fair_lasso
from ...search.making import fairness_of
from ...search.network import kernel
from ...search.network.atoms import NetworkAtoms
from ...search.network.exploration import Exploration
from ...search.network.records import Way

ANYTHING: frozenset[int] = frozenset()
INSIDE = frozenset({0})

STAYS_INSIDE = Automaton(
    2,
    (0, 1),
    (),
    (
        Transition(0, ANYTHING, ANYTHING, 0),
        Transition(0, ANYTHING, ANYTHING, 1),
        Transition(1, INSIDE, ANYTHING, 1, INSIDE),
    ),
    1,
)
"""The automaton that accepts the runs that are inside from some state on; it guesses which."""


def fair_run_into(
    found: Exploration, inside: Bools, limits: Limits
) -> tuple[list[int], list[int]] | None:
    """A fair run that ends in a loop in `inside`: the events of stem and loop. None without one.

    `REST` steps are not considered. Raises `TooLarge`.
    """
    assert found.edges is not None
    lasso = fair_lasso(_graph(found), STAYS_INSIDE, [inside], 0, limits)
    if lasso is None:
        return None
    event = found.edges.event
    return [int(event[k]) for k in lasso.stem], [int(event[k]) for k in lasso.loop]


def _graph(found: Exploration) -> ExplicitGraph:
    """The graph of a search without `REST` steps, which is sufficient to search for loops."""
    assert found.edges is not None
    labels = tuple(found.network.alphabet)
    return ExplicitGraph(
        found.edges,
        labels,
        np.zeros(1, np.uint32),
        found.state,
        lambda state: None,
        NetworkAtoms(found).states,
        fairness=fairness_of(found.network, labels),
        tuning=found.tuning,
    )


@dataclass(frozen=True, slots=True)
class Cycle:
    """A path from state `start` back to it, as numbers of events."""

    start: int
    events: tuple[int, ...]


def cycle_inside(edges: Edges, inside: Bools) -> Cycle | None:
    """A shortest cycle in `inside` through the first state that is on one; None if there is none.

    `inside` is an array of bool, one per state.
    """
    if not inside.any():
        return None
    on_cycle = on_cycles(edges, inside)
    if not on_cycle.any():
        return None
    start = int(on_cycle.argmax())
    return Cycle(start, _around(start, edges, on_cycle))


def _around(start: int, edges: Edges, inside: Bools) -> tuple[int, ...]:
    way = Way(
        start=edges.start,
        target=edges.target,
        event=edges.event,
        inside=inside.view(np.uint8),
        parents=np.full(len(inside), NONE, np.uint32),
        vias=np.zeros(len(inside), np.uint32),
        queue=np.zeros(len(inside), np.uint32),
    )
    _library().nearest(start, start, way)
    around = way_to(way.parents, int(way.parents[start]), root=start)
    return tuple(way.vias[[*around[1:], start]].tolist())


@cache
def _library() -> Any:
    from ....native import build  # a cold command must feel instant

    return build(kernel.nearest)
