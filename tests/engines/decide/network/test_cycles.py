"""Cycles inside a set of states, against every closed walk of small graphs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.engines.base.edges import Edges
from counterpoint.engines.decide.network.cycles import cycle_inside
from counterpoint.engines.graph import component_kernel, components
from counterpoint.native import twin
from tests.share import share

STATES = 7
Steps = list[tuple[int, int]]


def edges_of(steps: Steps, count: int = STATES) -> Edges:
    ordered = sorted(set(steps))
    start = np.zeros(count + 1, np.uint64)
    for source, _ in ordered:
        start[source + 1 :] += np.uint64(1)
    targets = np.array([target for _, target in ordered], np.uint32)
    return Edges(start, targets, np.arange(len(ordered), dtype=np.uint32))


def on_cycles(steps: Steps, inside: list[bool]) -> set[int]:
    """The states that reach themselves by at least one step inside."""
    reach = np.zeros((STATES, STATES), bool)
    for source, target in steps:
        reach[source, target] = inside[source] and inside[target]
    for middle in range(STATES):
        reach |= np.outer(reach[:, middle], reach[middle])
    return set(np.flatnonzero(reach.diagonal()).tolist())


a_graph = st.lists(st.tuples(st.integers(0, STATES - 1), st.integers(0, STATES - 1)), max_size=16)
a_part = st.lists(st.booleans(), min_size=STATES, max_size=STATES)


@given(a_graph, a_part)
@settings(max_examples=share(200))
def test_a_cycle_is_found_exactly_when_there_is_one(steps: Steps, inside: list[bool]) -> None:
    expected = on_cycles(steps, inside)
    cycle = cycle_inside(edges_of(steps), np.array(inside))
    assert (cycle.start if cycle else None) == min(expected, default=None)
    if cycle is not None:
        ordered = sorted(set(steps))
        state = cycle.start
        for event in cycle.events:
            source, state = ordered[event]
            assert inside[source]
        assert state == cycle.start


@given(a_graph, a_part)
@settings(max_examples=share(20))
def test_components_stay_in_bounds(steps: Steps, inside: list[bool]) -> None:
    edges, part = edges_of([*steps, (0, 0)]), np.array(inside)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(components, "_library", lambda: TWIN)
        found = components.on_cycles(edges, part)
    assert set(np.flatnonzero(found).tolist()) == on_cycles([*steps, (0, 0)], inside)


TWIN = twin(component_kernel.components)


def test_a_long_cycle_needs_no_recursion() -> None:
    count = 50_000
    steps = [(state, (state + 1) % count) for state in range(count)]
    start = np.arange(count + 1, dtype=np.uint64)
    targets = np.array([target for _, target in steps], np.uint32)
    edges = Edges(start, targets, np.arange(count, dtype=np.uint32))
    cycle = cycle_inside(edges, np.ones(count, bool))
    assert cycle is not None
    assert len(cycle.events) == count
