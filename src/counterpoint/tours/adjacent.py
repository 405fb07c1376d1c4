"""A plan for pairs of labels: each label after each one that it can follow."""

from __future__ import annotations

import numpy as np

from ..data import dataclass
from ..engines.base.arrays import Ints
from .arcs import EVENT, Arcs, joined
from .classes import Covers
from .exact import covering
from .hubs import least_events
from .naming import Naming
from .plan import Pairs, Plan
from .prices import least_by_prices
from .steps import Paths
from .walks import Walks, walks_in_a_row


def of_pairs(paths: Paths, naming: Naming, seed: int) -> Plan:
    """Runs in which each label follows each one that it can follow in some run."""
    remembering = _remembering(paths)
    codes = remembering.last * len(paths.labels) + paths.label[remembering.transition]
    known = np.flatnonzero(remembering.last >= 0)
    pairs, what = np.unique(codes[known], return_inverse=True)
    covers = Covers(len(pairs), known, what)
    walks, is_least = covering(remembering.arcs, covers, seed)
    found = walks_in_a_row(walks)
    runs = Walks(remembering.state[found.node], found.start, remembering.transition[found.arcs])

    def covered(runs: Walks) -> Pairs:
        which, label = runs.which, paths.label[runs.arcs]
        goes_on = which[:-1] == which[1:]
        codes = (label[:-1] * len(paths.labels) + label[1:])[goes_on]
        return which[1:][goes_on], np.searchsorted(pairs, codes)

    def name(number: int) -> str:
        first, second = divmod(int(pairs[number]), len(paths.labels))
        return f"{naming.label(second)} right after {naming.label(first)}"

    least = len(runs.arcs)
    if not is_least:
        hub = np.full(len(codes), -1, np.int64)
        hub[known] = what
        least = max(
            least_events(remembering.arcs, hub),
            least_by_prices(remembering.arcs, hub, least),
            _least_by_length(paths, len(pairs)),
        )
    return Plan(runs, least, len(pairs), covered, name)


@dataclass(frozen=True, slots=True, eq=False)
class _Remembering:
    """The graph of a target that remembers the last label.

    For each node its `state`, and for each arc its `transition` and the label of the one before:
    `last`, which is -1 at the start.
    """

    arcs: Arcs
    state: Ints
    transition: Ints
    last: Ints


def _remembering(paths: Paths) -> _Remembering:
    """The nodes are the initial states, and each state with each label of a transition to it."""
    labels = len(paths.labels)
    came = np.unique(paths.target * labels + paths.label)
    begins = len(paths.initial)
    state = np.concatenate([paths.initial, came // labels])
    last = np.concatenate([np.full(begins, -1, np.int64), came % labels])
    source, transition = joined(state, paths.start)
    to = paths.target[transition] * labels + paths.label[transition]
    target = np.searchsorted(came, to) + begins
    cost = np.full(len(source), EVENT, np.int64)
    arcs = Arcs(len(state), source, target, cost, np.arange(begins))
    return _Remembering(arcs, state, transition, last[source])


def _least_by_length(paths: Paths, pairs: int) -> int:
    """The least number of events by the length of the longest run, if there is one.

    A run of k events has k - 1 pairs.
    """
    longest = paths.longest
    if longest is None or longest < 2:
        return 0
    return pairs + -(-pairs // (longest - 1))
