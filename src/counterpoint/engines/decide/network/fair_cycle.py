"""Runs that are fair and stay inside a set of states from some point on."""

from __future__ import annotations

import numpy as np

from ....logic.automata.automaton import Automaton, Transition
from ...base.arrays import Bools
from ...base.limits import Limits
from ...graph.explicit import ExplicitGraph
from ...graph.lasso import fair_lasso
from ...search.making import fairness_of
from ...search.network.atoms import NetworkAtoms
from ...search.network.exploration import Exploration

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
