"""Lower bounds for things that may each be covered in several places.

Every run of a graph is a run of its quotient, in which all places that cover the same are one. What
covers all is a flow there, as it is in the graph. So no runs have fewer events than the cheapest of
these flows.
"""

from __future__ import annotations

import numpy as np

from ..engines.base.arrays import Array, Bools, Ints
from .arcs import EVENT, RUN, Arcs, joined, starts
from .flow import cheapest_flow
from .steps import Paths


def least_for_pairs(followed: Array, first: Ints, labels: int) -> int:
    """The least number of events in which each pair (a, b) of `followed` labels occurs.

    `first` are the labels of the steps from initial states. A node is a label, and to begin there
    is an event.
    """
    pairs = followed[np.argsort(followed[:, 0], kind="stable")]
    cost = np.full(len(pairs), EVENT, np.int64)
    arcs = Arcs(labels, pairs[:, 0], pairs[:, 1], cost, first, EVENT + RUN)
    return cheapest_flow(arcs, np.ones(len(pairs), bool)).events(arcs)


def least_for_kinds(paths: Paths, kind: Ints, needed: Bools) -> int:
    """The least number of events in which a transition of each kind occurs that is `needed`.

    `kind` is the kind of each transition. Each kind has two nodes, with an arc from the one to the
    other for its event; from there an arc leads to each kind that may follow.
    """
    kinds = len(needed)
    into = np.unique(np.stack([kind, paths.target], 1), axis=0)
    out = np.unique(np.stack([paths.source, kind], 1), axis=0)
    first, second = joined(into[:, 1], starts(out[:, 0], paths.states))
    follows = np.unique(np.stack([into[first, 0], out[second, 1]], 1), axis=0)
    entries = np.unique(kind[np.isin(paths.source, paths.initial)])
    numbers = np.arange(kinds)
    source = np.concatenate([numbers, follows[:, 0] + kinds])
    target = np.concatenate([numbers + kinds, follows[:, 1]])
    cost = np.concatenate([np.full(kinds, EVENT), np.zeros(len(follows), np.int64)])
    order = np.argsort(source, kind="stable")
    arcs = Arcs(2 * kinds, source[order], target[order], cost[order], entries)
    wanted = np.concatenate([needed, np.zeros(len(follows), bool)])
    return cheapest_flow(arcs, wanted[order]).events(arcs)
