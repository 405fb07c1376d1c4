"""The graph of a bundled example has as many states and transitions as a check counts."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import check, state_graph
from counterpoint.bundled import bundled_examples
from counterpoint.target import find_target

SETTINGS: dict[str, dict[str, object]] = {
    "connect_four": {"rows": 2, "columns": 3, "k": 2},
    "mnk": {"rows": 2, "columns": 3, "k": 2},
    "philosophers": {"n": 3},
    "nim": {"piles": [1, 2, 3]},
}
"""Smaller forms of examples that have very many states."""

LEFT_OUT = {
    "krk": "it has very many states, and no smaller form",
    "reachability": "it is a text of definitions, and no program",
    "tictactoe.led": "it takes ten seconds; breakout is in LED too",
    "BehavioralRules": "it takes five seconds; the other modules have fewer states",
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [each.name for each in bundled_examples() if each.name not in LEFT_OUT]
)
def test_a_graph_counts_what_a_check_counts(name: str) -> None:
    target: Any = find_target(name, SETTINGS.get(name))
    found, checked = state_graph(target), check(target, "deadlock")
    assert (len(found.nodes), found.transitions) == (checked.states, checked.transitions)
    assert found.transitions + found.rests == len(found.edges) == len(set(found.edges))


@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_is_left_out_is_an_example(name: str) -> None:
    assert name in {each.name for each in bundled_examples()}
