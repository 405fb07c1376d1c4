"""Few events that cover things which may each be covered in several places.

To cover them with the fewest events is as hard as to cover a set with the fewest subsets. So runs
are made step by step, each time to the nearest arc on which something new is covered. Then, for the
arcs that cover something first, cheaper runs are looked for by a flow.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import numpy as np

from ..alarm import require_going_on
from ..data import dataclass
from ..engines.base.arrays import Bools, Ints, cells, order_of
from ..native import M64
from .arcs import Arcs, starts
from .records import NearestRecord
from .tour import tour
from .walks import Walk

TRIES = 300
"""How often runs are made."""

WORK = 1 << 28
"""Arcs times things to cover, and tries, beyond which there are fewer tries."""

BESIDE = 50
"""As many things take as long as what a try does besides."""

DEARER = (-2, -1, 0, 0, 1, 2)
"""By how many events a way on may be longer than one from the start: one of these in each try."""


@dataclass(frozen=True, slots=True, eq=False)
class Covers:
    """What arcs cover: arc[k] covers what[k], a number below `things`. The arcs are in order."""

    things: int
    arc: Ints
    what: Ints


def cover(arcs: Arcs, covers: Covers, seed: int) -> list[Walk]:
    """Runs with few events that together cover all things, each of which can be covered.

    Each further try begins with parts of the best runs so far (Shaw, CP 1998).
    """
    chance = Random(seed)
    tries = max(1, min(TRIES, WORK // (1 + len(arcs.source) * (covers.things + BESIDE))))
    best = improved(arcs, covers, _greedy(arcs, covers, chance, []))
    for _ in range(tries - 1):
        kept = _parts(best, chance)
        walks = [*kept, *_greedy(arcs, covers, chance, kept)]
        best = min(best, improved(arcs, covers, walks), key=cost_of)
    return best


def _parts(walks: list[Walk], chance: Random) -> list[Walk]:
    """Some of the walks, and the beginnings of some others."""
    ends = [chance.choice([0, len(walk.arcs), chance.randint(0, len(walk.arcs))]) for walk in walks]
    pairs = zip(walks, ends, strict=True)
    return [Walk(walk.node, walk.arcs[:end]) for walk, end in pairs if end]


def cost_of(walks: list[Walk]) -> tuple[int, int]:
    """What a set of walks costs: its events, and its runs."""
    return sum(len(walk.arcs) for walk in walks), len(walks)


def improved(arcs: Arcs, covers: Covers, walks: list[Walk]) -> list[Walk]:
    """Walks along the arcs on which the given ones cover something first, if these cost less."""
    other = list(tour(arcs, _first(arcs, covers, walks)).walks)
    return min(walks, other, key=cost_of)


def _first(arcs: Arcs, covers: Covers, walks: list[Walk]) -> Bools:
    """The arcs on which walks cover something first."""
    start = starts(covers.arc, len(arcs.source))
    needed = np.zeros(len(arcs.source), bool)
    seen = np.zeros(covers.things, bool)
    for walk in walks:
        for k in walk.arcs.tolist():
            what = covers.what[start[k] : start[k + 1]]
            if not seen[what].all():
                needed[k] = seen[what] = True
    return needed


def _greedy(arcs: Arcs, covers: Covers, chance: Random, kept: list[Walk]) -> list[Walk]:
    """Runs that cover what kept ones do not: each time to the nearest arc that covers more."""
    drawn = np.random.default_rng(chance.getrandbits(64)).permutation(len(arcs.source))
    order = drawn[order_of(arcs.source[drawn])]
    search = _Greedy(arcs, covers, order, chance.choice(DEARER))
    for walk in kept:
        search.take(walk.arcs)
    return [Walk(walk.node, order[walk.arcs]) for walk in search.walks()]


class _Greedy:
    """The arcs in another order, and what is not covered yet."""

    def __init__(self, arcs: Arcs, covers: Covers, order: Ints, dearer: int) -> None:
        self.arcs, self._dearer = arcs, dearer
        self._source = arcs.source[order]
        self._target = arcs.target[order]
        self._place = place = np.empty_like(order)
        place[order] = np.arange(len(order))
        self._left = covers.things
        self._of_arc = _lists(place[covers.arc], covers.what, len(order))
        self._of_thing = _lists(covers.what, place[covers.arc], covers.things)
        self._is_covered = np.zeros(covers.things, bool)
        nodes, count = max(1, arcs.nodes), np.diff(self._of_arc[0])
        self._search = NearestRecord(
            start=cells(starts(self._source, arcs.nodes), np.uint64),
            target=cells(self._target, np.uint32),
            fresh=cells(count, np.uint32),
            queue=np.zeros(nodes, np.uint32),
            seen=np.zeros(nodes, np.uint32),
            distance=np.zeros(nodes, np.uint32),
            via=np.zeros(nodes, np.uint64),
        )

    def walks(self) -> list[Walk]:
        """Runs that together cover everything."""
        found: list[list[Walk]] = []
        at: int | None = None
        while self._left:
            require_going_on()
            onward = None if at is None else self._way(np.array([at]))
            way = self._way(self.arcs.entries)
            assert way is not None, "something cannot be covered"
            if onward is not None and len(onward.arcs) <= len(way.arcs) + self._dearer:
                way = onward
                found[-1].append(way)
            else:
                found.append([way])
            at = int(self._target[way.arcs[-1]])
            self._take(way.arcs)
        return [Walk(run[0].node, np.concatenate([part.arcs for part in run])) for run in found]

    def _way(self, nodes: Ints) -> Walk | None:
        """A shortest way from one of the nodes along an arc that covers something new."""
        search = self._search
        search.queue[: len(nodes)] = nodes
        search.tail = len(nodes)
        search.turn += 1
        last = int(_library().nearest(search))
        if last == M64:
            return None
        way = [last]
        while via := int(search.via[node := int(self._source[way[-1]])]):
            way.append(via - 1)
        return Walk(node, np.array(way[::-1], np.int64))

    def take(self, arcs: Ints) -> None:
        """Note that arcs are taken, which are given by their numbers in the graph."""
        self._take(self._place[arcs])

    def _take(self, arcs: Ints) -> None:
        """Note that arcs are taken."""
        start, what = self._of_arc
        first, by = self._of_thing
        for k in arcs.tolist():
            for thing in what[start[k] : start[k + 1]].tolist():
                if not self._is_covered[thing]:
                    self._is_covered[thing] = True
                    self._left -= 1
                    self._search.fresh[by[first[thing] : first[thing + 1]]] -= 1


def _lists(of: Ints, what: Ints, values: int) -> tuple[Ints, Ints]:
    """For each number, where its list begins, and the elements of all lists."""
    return starts(of, values), what[order_of(of)]


@cache
def _library() -> Any:
    from ..native import build  # a cold command must feel instant
    from .nearest_kernel import nearest

    return build(nearest)
