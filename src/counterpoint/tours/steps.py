"""The transitions of a target, as arrays, and the states from which runs begin."""

from __future__ import annotations

from random import Random

import numpy as np

from ..data import dataclass
from ..engines.base.arrays import Ints, order_of, pairs_of
from ..engines.graph.explicit import ExplicitGraph
from ..model.network import Network
from ..model.system import REST, Label, System
from .arcs import EVENT, Arcs, joined, starts


@dataclass(frozen=True, slots=True, eq=False)
class Paths:
    """The transitions between the states 0, ..., states - 1: k has source[k], label[k], target[k].

    They are in the order of their sources, and those of one state in an order that a seed drew.
    Rests are left out. `labels` are the labels by number, and `unchanging` are those of steps that
    were left out because they change nothing.
    """

    states: int
    source: Ints
    label: Ints
    target: Ints
    initial: Ints
    labels: tuple[Label, ...]
    unchanging: frozenset[Label]

    @property
    def arcs(self) -> Arcs:
        """The graph in which each transition is an event."""
        cost = np.full(len(self.source), EVENT, np.int64)
        return Arcs(self.states, self.source, self.target, cost, self.initial)

    @property
    def start(self) -> Ints:
        """Where the transitions of each state begin."""
        return starts(self.source, self.states)

    @property
    def distance(self) -> Ints:
        """For each state the number of steps on a shortest way to it; -1 if there is none."""
        return _distance(self.start, self.target, self.initial)

    @property
    def longest(self) -> int | None:
        """The number of steps of the longest run; None if there is a cycle."""
        found = np.zeros(self.states, np.int64)
        left = np.bincount(self.target, minlength=self.states)
        here, done, start = np.flatnonzero(left == 0), 0, self.start
        while len(here):
            done += len(here)
            leaving = joined(here, start)[1]
            there, source = self.target[leaving], self.source[leaving]
            np.maximum.at(found, there, found[source] + 1)
            np.subtract.at(left, there, 1)
            there = np.unique(there)
            here = there[left[there] == 0]
        return int(found.max(initial=0)) if done == self.states else None


def paths_of(graph: ExplicitGraph, system: System, seed: int, *, loops: bool = False) -> Paths:
    """The transitions of a graph of `system`, each once.

    What leaves the state as it is is a rest in all systems but networks, unless `loops` are wanted.
    """
    source = np.repeat(np.arange(graph.states), np.diff(graph.edges.start).astype(np.int64))
    target = graph.edges.target.astype(np.int64)
    numbers: dict[Label, int] = {}
    common = [numbers.setdefault(label, len(numbers)) for label in graph.labels]
    label = np.array(common or [0], np.int64)[graph.edges.event.astype(np.int64)]
    takes = label != numbers.get(REST, -1)
    idle = takes & (source == target)
    if not (loops or isinstance(system, Network)):
        takes &= ~idle
    labels = tuple(numbers)
    unchanging = frozenset(labels[k] for k in np.unique(label[idle & ~takes]))
    source, where = pairs_of(source[takes], (label * graph.states + target)[takes])
    order = _drawn_within(source, seed)
    source, where = source[order], where[order]
    label, target = np.divmod(where, graph.states)
    begins = np.zeros(graph.states, bool)
    begins[graph.initial] = True
    initial = np.flatnonzero(begins)
    if not (is_reached := _distance(starts(source, graph.states), target, initial) >= 0).all():
        known = is_reached[source]  # not all are: rests are left out
        source, label, target = source[known], label[known], target[known]
    return Paths(graph.states, source, label, target, initial, labels, unchanging)


def _distance(start: Ints, target: Ints, initial: Ints) -> Ints:
    found = np.full(len(start) - 1, -1, np.int64)
    here, steps = initial, 0
    while len(here):
        found[here] = steps
        there = target[joined(here, start)[1]]
        here, steps = np.unique(there[found[there] < 0]), steps + 1
    return found


def _drawn_within(source: Ints, seed: int) -> Ints:
    """An order by source, which is drawn for equal ones."""
    drawn = np.random.default_rng(Random(seed).getrandbits(64)).permutation(len(source))
    found: Ints = drawn[order_of(source[drawn])]
    return found
