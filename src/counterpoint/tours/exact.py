"""The fewest events that cover few things in a small graph, by breadth-first search.

A place is a node together with the set of things that are covered so far. A run may end anywhere
and another one begin, which is no event.
"""

from __future__ import annotations

import numpy as np

from ..alarm import require_going_on
from ..engines.base.arrays import Bools, Ints
from .arcs import Arcs, joined
from .classes import Covers, cost_of, cover, improved
from .walks import Walk

MOST_PLACES = 1 << 22
"""Places up to which they are searched."""

BEGIN = -2
"""Stands for an arc where a run begins; -1 where nothing led to a place."""


def fewest_events(arcs: Arcs, covers: Covers) -> list[Walk] | None:
    """Runs that cover all things, each of which can be covered; no runs have fewer events.

    None if there are too many places to search.
    """
    if not covers.things:
        return []
    if covers.things > 30 or arcs.nodes << covers.things > MOST_PLACES:
        return None
    return _Search(arcs, covers).walks()


def covering(arcs: Arcs, covers: Covers, seed: int) -> tuple[list[Walk], bool]:
    """Runs with few events that cover all things, and whether it is sure that none have fewer."""
    found = fewest_events(arcs, covers)
    if found is None:
        return cover(arcs, covers, seed), False
    found = improved(arcs, covers, found)
    if len(found) > 1:  # others with as many events may have fewer runs
        found = min(found, cover(arcs, covers, seed), key=cost_of)
    return found, True


class _Search:
    """The places: the number of one is that of its node, and with that the things, as bits."""

    def __init__(self, arcs: Arcs, covers: Covers) -> None:
        self.arcs, self.nodes = arcs, arcs.nodes
        self._start = arcs.start
        self._gain = np.zeros(len(arcs.source), np.int64)
        np.bitwise_or.at(self._gain, covers.arc, np.int64(1) << covers.what)
        self._all = (1 << covers.things) - 1
        places = self.nodes << covers.things
        self._by = np.full(places, -1, np.int64)
        self._before = np.zeros(places, np.int64)

    def walks(self) -> list[Walk]:
        """Runs to the first place found in which all is covered."""
        here = self._met(self.arcs.entries, np.full(len(self.arcs.entries), BEGIN), None)
        while not (done := here // self.nodes == self._all).any():
            require_going_on()
            here = self._after(here)
        return self._runs_to(int(here[done][0]))

    def _after(self, here: Ints) -> Ints:
        """The places that one more event leads to, and where runs begin after that."""
        which, arc = joined(here % self.nodes, self._start)
        things = here[which] // self.nodes | self._gain[arc]
        found = self._met(things * self.nodes + self.arcs.target[arc], arc, here[which])
        first = np.unique(found // self.nodes, return_index=True)[1]
        things, entries = found[first] // self.nodes, self.arcs.entries
        again = np.repeat(things, len(entries)) * self.nodes + np.tile(entries, len(things))
        ended = np.repeat(found[first], len(entries))
        return np.concatenate([found, self._met(again, np.full(len(again), BEGIN), ended)])

    def _met(self, places: Ints, by: Ints, before: Ints | None) -> Ints:
        """The places among these that were not met before, each once."""
        is_new: Bools = self._by[places] == -1
        found, first = np.unique(places[is_new], return_index=True)
        self._by[found] = by[is_new][first]
        self._before[found] = -1 if before is None else before[is_new][first]
        return found

    def _runs_to(self, place: int) -> list[Walk]:
        runs: list[Walk] = []
        arcs: list[int] = []
        while place >= 0:
            if (by := int(self._by[place])) == BEGIN:
                runs.append(Walk(place % self.nodes, np.array(arcs[::-1], np.int64)))
                arcs = []
            else:
                arcs.append(by)
            place = int(self._before[place])
        return [run for run in runs[::-1] if len(run.arcs)]
