"""Flows of least cost: the kernels beside the same source in Python, and what is refused."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from counterpoint.errors import Fault, Undecided
from counterpoint.native import twin
from counterpoint.tours import circuit, circuit_kernel, classes, flow, flow_kernel, nearest_kernel
from counterpoint.tours.arcs import EVENT, Arcs
from counterpoint.tours.circuit import walks_of
from counterpoint.tours.flow import Flow, cheapest_flow
from counterpoint.tours.tour import tour

from ..share import share


def drawn(seed: int) -> Arcs:
    """A graph in which all is reached from node 0, with up to 12 nodes."""
    chance = Random(seed)
    nodes = chance.randint(1, 12)
    pairs = [(chance.randrange(node), node) for node in range(1, nodes)]
    pairs += [
        (chance.randrange(nodes), chance.randrange(nodes)) for _ in range(chance.randint(0, 20))
    ]
    pairs.sort()
    source, target = (np.array([pair[k] for pair in pairs], np.int64) for k in (0, 1))
    return Arcs(nodes, source, target, np.full(len(pairs), EVENT), np.array([0]))


GRAPHS = [drawn(seed) for seed in range(share(100))]


@pytest.mark.slow
def test_the_kernels_do_what_their_source_does_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    everywhere = [np.ones(len(arcs.source), bool) for arcs in GRAPHS]
    some = [np.arange(len(arcs.source)) % 3 == 0 for arcs in GRAPHS]
    native = [tour(arcs, needed) for needs in (everywhere, some)
              for arcs, needed in zip(GRAPHS, needs, strict=True)]  # fmt: skip
    slow = twin(*(getattr(flow_kernel, name) for name in (
        "is_open", "is_free", "reach", "onward", "send", "supply", "augment", "lift"
    )))  # fmt: skip
    monkeypatch.setattr(flow, "_library", lambda: slow)
    monkeypatch.setattr(circuit, "_library", lambda: twin(circuit_kernel.circuit))
    same = [tour(arcs, needed) for needs in (everywhere, some)
            for arcs, needed in zip(GRAPHS, needs, strict=True)]  # fmt: skip
    for one, other in zip(native, same, strict=True):
        assert one.least == other.least
        ways = [[(walk.node, walk.arcs.tolist()) for walk in each.walks] for each in (one, other)]
        assert ways[0] == ways[1]


def test_the_nearest_arc_is_the_same_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    covers = [
        classes.Covers(3, np.arange(len(arcs.source)), np.arange(len(arcs.source)) % 3)
        for arcs in GRAPHS
    ]
    monkeypatch.setattr(classes, "TRIES", 3)
    asked = [pair for pair in zip(GRAPHS, covers, strict=True) if len(pair[1].what) >= 3]
    native = [classes.cover(*pair, seed=0) for pair in asked]
    monkeypatch.setattr(classes, "_library", lambda: twin(nearest_kernel.nearest))
    same = [classes.cover(*pair, seed=0) for pair in asked]
    for one, other in zip(native, same, strict=True):
        assert [walk.arcs.tolist() for walk in one] == [walk.arcs.tolist() for walk in other]
        taken = {k % 3 for walk in one for k in walk.arcs.tolist()}
        assert taken == {0, 1, 2}


def test_walks_take_each_arc_as_often_as_the_flow_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(circuit, "CHUNK", 1)
    for arcs in GRAPHS:
        found = cheapest_flow(arcs, np.ones(len(arcs.source), bool))
        if found.started.any():
            taken = np.zeros(len(arcs.source), np.int64)
            for walk in walks_of(arcs, found):
                assert walk.node == 0
                at = walk.node
                for k in walk.arcs.tolist():
                    assert arcs.source[k] == at
                    at = arcs.target[k]
                    taken[k] += 1
            assert taken.tolist() == found.taken.tolist()


def test_a_walk_enters_the_cycles_that_the_flow_leaves_apart() -> None:
    source, target = np.array([0, 1, 2, 2, 3]), np.array([1, 2, 1, 3, 2])
    arcs = Arcs(4, source, target, np.full(5, EVENT), np.array([0]))
    found = tour(arcs, np.array([False, False, False, True, True]))
    assert [walk.arcs.tolist() for walk in found.walks] == [[0, 1, 3, 4]]
    assert found.least == 2


def test_runs_that_are_too_long_to_be_listed_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(circuit, "MOST_STEPS", 3)
    source, target = np.array([0, 1, 2, 3]), np.array([1, 2, 3, 0])
    arcs = Arcs(4, source, target, np.full(4, EVENT), np.array([0]))
    assert tour(arcs, np.array([True, True, True, False])).walks
    with pytest.raises(Undecided, match="would have 4 steps, and at most 3 are listed"):
        tour(arcs, np.ones(4, bool))


def test_what_cannot_be_reached_is_a_fault() -> None:
    arcs = Arcs(2, np.array([1]), np.array([0]), np.full(1, EVENT), np.array([0]))
    with pytest.raises(Fault, match="not reachable"):
        cheapest_flow(arcs, np.array([True]))


def test_a_flow_that_is_not_the_cheapest_is_a_fault() -> None:
    arcs = Arcs(2, np.array([0, 1]), np.array([1, 0]), np.full(2, EVENT), np.array([0]))
    once = np.array([1, 1])
    none, some = np.zeros(2, np.int64), np.array([0, 1])
    flow._require_balance(arcs, Flow(once, none, none, none))
    flow._require_least(arcs, none, Flow(once, none, none, none))
    with pytest.raises(Fault, match="loses"):
        flow._require_balance(arcs, Flow(once, none, some, none))
    for used, dear in (
        (once, Flow(once, none, none, none)),  # it costs something, and need not be used
        (none, Flow(once, none, none, np.array([0, 3]))),  # cheaper than the prices say
        (none, Flow(once, none, none, np.array([2, 2]))),  # as dear as no run can make it
        (none, Flow(once, np.array([1, 0]), none, none)),
        (none, Flow(once, none, np.array([0, 1]), np.array([0, 2]))),
    ):
        with pytest.raises(Fault, match="cheapest"):
            flow._require_least(arcs, used, dear)
