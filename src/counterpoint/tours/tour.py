"""Few events that take certain arcs of a graph, in runs from its entries."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..alarm import require_going_on
from ..data import dataclass
from ..engines.base.arrays import Bools, Ints, order_of
from ..engines.base.edges import Edges
from ..engines.graph.components import components_inside
from .arcs import EVENT, Arcs, starts
from .circuit import walks_of
from .flow import Flow, cheapest_flow, slack_of
from .walks import Walks

KEPT = 0.7
"""How many of the arcs that were needed as well are kept for another try."""


@dataclass(frozen=True, slots=True, eq=False)
class Tour:
    """Runs that together take what was needed, and the least number of events that these have."""

    walks: Walks
    least: int


def tour(arcs: Arcs, needed: Bools, seed: int = 0, tries: int = 1) -> Tour:
    """Runs with few events that together take all `needed` arcs, which can all be reached.

    If every arc is needed that can be reached, no runs have fewer events: each arc is on a way from
    an entry, all of it is needed and so in the flow, which is therefore connected. Otherwise a flow
    may go round on cycles that no run gets to. Then one arc into each of them is needed as well,
    one of those that seem to cost least, and there is another flow. As these arcs stay needed, and
    join what the flows before them left apart, all is connected at last. Further tries begin with
    some of the arcs that were needed as well in the best one so far.

    >>> from .arcs import EVENT
    >>> ways = Arcs(3, np.array([0, 1, 2]), np.array([1, 2, 1]), np.full(3, EVENT), np.array([0]))
    >>> found = tour(ways, np.array([False, True, True]))
    >>> [walk.arcs.tolist() for walk in found.walks], found.least
    ([[0, 1, 2]], 2)
    """
    drawn = np.random.default_rng(seed)
    flow = cheapest_flow(arcs, needed)
    least = flow.events(arcs)
    best, also = _connected(arcs, needed, needed, flow, drawn)
    for _ in range(tries - 1):
        if events_of(arcs, best) == least:
            break
        wanted = needed | (also & (drawn.random(len(also)) < KEPT))
        walks, more = _connected(arcs, needed, wanted, cheapest_flow(arcs, wanted), drawn)
        if events_of(arcs, walks) <= events_of(arcs, best):
            best, also = walks, more
    return Tour(best, least)


def events_of(arcs: Arcs, walks: Walks) -> int:
    """The number of events of some walks."""
    return int(arcs.cost[walks.arcs].sum()) // EVENT


def _connected(
    arcs: Arcs, needed: Bools, wanted: Bools, flow: Flow, drawn: np.random.Generator
) -> tuple[Walks, Bools]:
    """Walks that take all `wanted` arcs, as a flow does, and the arcs that they were made to take.

    What is at the end of a walk and not needed is left out.
    """
    wanted = wanted.copy()
    rank = drawn.permutation(len(wanted))
    while len(ways := (apart := _Apart(arcs, flow)).ways_in(rank)):
        require_going_on()
        wanted[ways] = True
        flow = cheapest_flow(arcs, wanted)
    return _trimmed(walks_of(arcs, apart.begun), needed), wanted


class _Apart:
    """The cycles of a flow that no run gets to."""

    def __init__(self, arcs: Arcs, flow: Flow) -> None:
        self.arcs, self.flow = arcs, flow
        self.part = _parts(arcs, flow)
        is_there = np.zeros(arcs.nodes + 1, bool)
        is_there[self.part[arcs.source[flow.taken > 0]]] = True
        is_there[self.part[-1]] = False
        self._left = np.flatnonzero(is_there)

    @property
    def begun(self) -> Flow:
        """The flow, in which a run begins and ends on each cycle that has an entry."""
        entries = self.arcs.entries
        parts, first = np.unique(self.part[entries], return_index=True)
        new = entries[first[np.isin(parts, self._left)]]
        started, ended = self.flow.started.copy(), self.flow.ended.copy()
        started[new] += 1
        ended[new] += 1
        return replace(self.flow, started=started, ended=ended)

    def ways_in(self, rank: Ints) -> Ints:
        """For each cycle without an entry an arc to it: of the cheapest the one of least rank."""
        apart = np.setdiff1d(self._left, self.part[self.arcs.entries])
        if not len(apart):
            return apart
        to = self.part[self.arcs.target]
        inward = np.flatnonzero(np.isin(to, apart) & (self.part[self.arcs.source] != to))
        if not len(inward):
            return inward
        inward = inward[np.lexsort((rank[inward], slack_of(self.arcs, self.flow)[inward]))]
        _, first = np.unique(to[inward], return_index=True)
        found: Ints = inward[first]
        return found


def _parts(arcs: Arcs, flow: Flow) -> Ints:
    """The part of the flow that each node belongs to; the last element is that of all runs.

    In each part as much comes to a node as leaves it, so that it is strongly connected.
    """
    hub = arcs.nodes
    taken = flow.taken > 0
    begins, ends = np.flatnonzero(flow.started), np.flatnonzero(flow.ended)
    source = np.concatenate([arcs.source[taken], ends, np.full(len(begins), hub)])
    target = np.concatenate([arcs.target[taken], np.full(len(ends), hub), begins])
    order = order_of(source)
    start = starts(source, hub + 1).astype(np.uint64)
    edges = Edges(start, target[order].astype(np.uint32), np.zeros(len(order), np.uint32))
    names = components_inside(edges, np.ones(hub + 1, bool))
    return np.unique(names, return_inverse=True)[1]


def _trimmed(walks: Walks, needed: Bools) -> Walks:
    """The walks without what is at their ends and need not be taken, or not so often."""
    left = np.bincount(walks.arcs, minlength=len(needed))
    is_kept = np.ones(len(walks.arcs), bool)
    first, end = walks.start[:-1], walks.start[1:].copy()
    last = walks.arcs[end[end > first] - 1]
    is_spare = np.zeros(len(walks), bool)
    is_spare[end > first] = ~needed[last] | (left[last] > 1)
    for number in np.flatnonzero(is_spare).tolist():  # others stay whole: `left` only gets less
        while end[number] > first[number]:
            k = int(walks.arcs[end[number] - 1])
            if needed[k] and left[k] == 1:
                break
            left[k] -= 1
            end[number] -= 1
            is_kept[end[number]] = False
    some = end > first
    lengths = (end - first)[some]
    start = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
    return Walks(walks.node[some], start, walks.arcs[is_kept])
