"""Plans that are found by one flow: runs through all transitions, or to all states of a set."""

from __future__ import annotations

import numpy as np

from ..engines.base.arrays import Bools, Ints
from .arcs import EVENT, Arcs
from .naming import Naming
from .plan import Missing, Pairs, Plan, states_of
from .steps import Paths
from .tour import tour
from .walks import Walks

TRIES = 100
"""How often runs to states are looked for that have fewer events."""

WORK = 1 << 23
"""Arcs times tries, beyond which there are fewer tries."""

AFTER_RESTS = "it is only reached by steps that are left out, which change nothing"


def through_transitions(paths: Paths, naming: Naming) -> Plan:
    """Runs that together take all transitions; none have fewer events."""
    found = tour(paths.arcs, np.ones(len(paths.source), bool))
    return Plan(
        found.walks,
        found.least,
        len(paths.source),
        lambda runs: (runs.which, runs.arcs),
        naming.transition,
    )


def to_states(paths: Paths, wanted: Bools, naming: Naming, seed: int) -> Plan:
    """Runs that together visit all `wanted` states that they can: an array of bool.

    Each state has two nodes. Whoever visits it takes the arc from the one to the other.
    """
    is_reached = paths.distance >= 0
    rested = np.flatnonzero(wanted & ~is_reached).tolist()
    wanted = wanted & is_reached
    arcs, needed, number = _with_visits(paths, wanted)
    tries = max(1, min(TRIES, WORK // (1 + len(arcs.source))))
    found = tour(arcs, needed, seed, tries)
    states = np.flatnonzero(wanted)

    def covered(runs: Walks) -> Pairs:
        which, seen = states_of(paths, runs)
        counts = wanted[seen]
        return which[counts], np.searchsorted(states, seen[counts])

    return Plan(
        found.walks.along(number >= 0, number),
        found.least,
        len(states),
        covered,
        lambda k: naming.state(int(states[k])),
        tuple(Missing(naming.shown(state), AFTER_RESTS) for state in rested),
    )


def _with_visits(paths: Paths, wanted: Bools) -> tuple[Arcs, Bools, Ints]:
    """The graph with two nodes for each state, which arcs are needed, and their transitions.

    A node s is the state s before it is visited, and the node n + s after that.
    """
    n, m = paths.states, len(paths.source)
    source = np.concatenate([np.arange(n), paths.source + n])
    target = np.concatenate([np.arange(n) + n, paths.target])
    cost = np.concatenate([np.zeros(n, np.int64), np.full(m, EVENT, np.int64)])
    number = np.concatenate([np.full(n, -1, np.int64), np.arange(m)])
    needed = np.concatenate([wanted, np.zeros(m, bool)])
    return Arcs(2 * n, source, target, cost, paths.initial), needed, number
