"""Grouping writes the same states with fewer automata, and merges nothing."""

from __future__ import annotations

import numpy as np
import pytest

from counterpoint import Program, Uniform
from counterpoint.engines.search.network.search import search
from counterpoint.model.grouping import can_be_grouped, group
from counterpoint.tuning import Tuning

from ..engines import programs as p


def test_automata_that_move_together_share_a_group() -> None:
    network = Program(p.request(p.A), p.alternate(p.A, p.B), p.request(p.B)).network()
    grouping = group(network)
    assert grouping is not None
    assert len(grouping.groups) == 1
    assert grouping.groups[0].members in {(0, 1, 2), (0, 2, 1), (1, 2, 0), (1, 0, 2), (2, 0, 1)}


@pytest.mark.parametrize("limit", [2, 3, 8, 255])
def test_no_group_has_more_local_states_than_allowed(limit: int) -> None:
    network = Program(*(p.request(event, times=2) for event in p.EVENTS)).network()
    grouping = group(network, Tuning(group_states=limit))
    assert grouping is not None
    assert all(len(found.combinations) <= max(limit, 3) for found in grouping.groups)


def test_every_automaton_is_in_exactly_one_group() -> None:
    network = Program(*(p.wait_then_block(event, n) for n in range(3) for event in p.EVENTS))
    grouping = group(network.network(), Tuning(group_states=9))
    assert grouping is not None
    assert sorted(m for found in grouping.groups for m in found.members) == list(range(12))


def test_states_are_the_same_combinations_of_local_states() -> None:
    network = Program(*(p.request(event, times=3) for event in p.EVENTS)).network()
    plain = search(network)
    grouping = group(network, Tuning(group_states=16))
    assert grouping is not None
    grouped = search(grouping.network)
    assert np.array_equal(grouping.ungrouped(grouped.cells), plain.cells)
    for seen, expected in zip(
        grouping.visited(grouped.cells, network.automata), plain.visited, strict=True
    ):
        assert np.array_equal(seen, expected)


def test_what_only_python_can_evaluate_is_not_grouped() -> None:
    program = Program(p.request(p.A), strategy=p.first_by_name)
    assert not can_be_grouped(program.network())
    assert group(program.network()) is None
    assert can_be_grouped(program.selecting(Uniform()).network())


def test_automata_that_still_grow_are_not_grouped() -> None:
    assert group(Program(p.count_up()).network()) is None
