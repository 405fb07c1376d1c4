"""Few events that take certain arcs of a graph, in runs from its entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from ..alarm import require_going_on
from ..data import dataclass
from ..engines.base.arrays import Bools, Ints
from ..engines.base.edges import Edges
from ..engines.graph.components import components_inside
from .arcs import EVENT, Arcs, starts
from .flow import Flow, cheapest_flow, slack_of
from .walks import Walk, walks_of

KEPT = 0.7
"""How many of the arcs that were needed as well are kept for another try."""


@dataclass(frozen=True, slots=True, eq=False)
class Tour:
    """Runs that together take what was needed, and the least number of events that these have."""

    walks: list[Walk]
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


def events_of(arcs: Arcs, walks: Iterable[Walk]) -> int:
    """The number of events of some walks."""
    return sum(int(arcs.cost[walk.arcs].sum()) for walk in walks) // EVENT


def _connected(
    arcs: Arcs, needed: Bools, wanted: Bools, flow: Flow, drawn: np.random.Generator
) -> tuple[list[Walk], Bools]:
    """Walks that take all `wanted` arcs, as a flow does, and the arcs that they were made to take.

    What is at the end of a walk and not needed is left out.
    """
    wanted = wanted.copy()
    rank = drawn.permutation(len(wanted))
    while len(ways := (apart := _Apart(arcs, flow)).ways_in(rank)):
        require_going_on()
        wanted[ways] = True
        flow = cheapest_flow(arcs, wanted)
    walks = walks_of(arcs, apart.begun)
    return list(_trimmed(arcs, walks, needed)) if walks else [], wanted


class _Apart:
    """The cycles of a flow that no run gets to."""

    def __init__(self, arcs: Arcs, flow: Flow) -> None:
        self.arcs, self.flow = arcs, flow
        self.part = _parts(arcs, flow)
        self._names = np.unique(self.part[arcs.source[flow.taken > 0]])
        self._is_left = ~np.isin(self._names, self.part[-1])

    @property
    def begun(self) -> Flow:
        """The flow, in which a run begins and ends on each cycle that has an entry."""
        entries = self.arcs.entries
        parts, first = np.unique(self.part[entries], return_index=True)
        new = entries[first[np.isin(parts, self._names[self._is_left])]]
        started, ended = self.flow.started.copy(), self.flow.ended.copy()
        started[new] += 1
        ended[new] += 1
        return replace(self.flow, started=started, ended=ended)

    def ways_in(self, rank: Ints) -> Ints:
        """For each cycle without an entry an arc to it: of the cheapest the one of least rank."""
        apart = np.setdiff1d(self._names[self._is_left], self.part[self.arcs.entries])
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
    order = np.argsort(source, kind="stable")
    start = starts(source, hub + 1).astype(np.uint64)
    edges = Edges(start, target[order].astype(np.uint32), np.zeros(len(order), np.uint32))
    return components_inside(edges, np.ones(hub + 1, bool)).astype(np.int64)


def _trimmed(arcs: Arcs, walks: list[Walk], needed: Bools) -> Iterator[Walk]:
    """The walks without what is at their ends and need not be taken, or not so often."""
    left = np.bincount(np.concatenate([walk.arcs for walk in walks]), minlength=len(arcs.source))
    for walk in walks:
        end = len(walk.arcs)
        while end and (not needed[k := int(walk.arcs[end - 1])] or left[k] > 1):
            left[k] -= 1
            end -= 1
        if end:
            yield Walk(walk.node, walk.arcs[:end])
