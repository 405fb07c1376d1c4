"""The product of a graph and an automaton, against the pairs that a plain search reaches."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings

from counterpoint.engines.base.limits import Limits
from counterpoint.engines.graph import product as module
from counterpoint.engines.graph.fair import fair_states
from counterpoint.engines.graph.product import (
    MOST_MARKS,
    TooLarge,
    product,
    product_bytes,
    word_rows,
)
from counterpoint.logic.automata.automaton import Automaton, Transition
from tests.share import share

from . import fair_cases as cases
from .fair_cases import Case


@given(cases.a_case())
@settings(max_examples=share(100))
def test_edges_are_the_steps_that_an_open_transition_goes_along_with(case: Case) -> None:
    found = product(case.graph, case.automaton, case.letters, case.sources)
    expected = []
    waiting = [
        (int(state), mode)
        for mode in dict.fromkeys(case.automaton.initial)
        for state in np.flatnonzero(case.sources)
    ]
    assert found.roots == len(waiting)
    for number, (state, mode) in enumerate(waiting):
        for step in sorted(case.automaton.transitions, key=lambda t: t.source):
            if step.source == mode and cases.is_open(step, case.letters, state):
                for k, target, _ in cases.steps_of(case.graph, state):
                    pair = target, step.target
                    if pair not in waiting:
                        waiting.append(pair)
                    expected.append((number, k, waiting.index(pair), step.marks))
    assert found.state.tolist() == [state for state, _ in waiting]
    assert expected == [
        (node, found.step(node, edge), int(found.target[edge]), found.kinds[found.marks[edge]])
        for node in range(found.nodes)
        for edge in range(int(found.start[node]), int(found.start[node + 1]))
    ]


def test_letters_may_be_more_than_fit_a_word() -> None:
    graph = cases.graph_of([[(0, "a"), (1, "a")], [(1, "a")]])
    letters = [np.array([True, letter != 99]) for letter in range(100)]
    both = Transition(0, frozenset({3, 99}), frozenset(), 0)
    found = product(graph, Automaton(1, (0,), (), (both,), 0), letters)
    assert found.start.tolist() == [0, 2, 2]


def test_nothing_to_start_from_gives_an_empty_product() -> None:
    graph = cases.graph_of([[(0, "a")]])
    found = product(graph, cases.INFINITELY_OFTEN, [np.array([True])], np.array([False]))
    assert (found.nodes, len(found.target)) == (0, 0)


def test_too_little_memory_is_said_before_it_is_used() -> None:
    graph = cases.graph_of([[(0, "a")] * 50] * 20)
    letters = [np.ones(20, bool)]
    with pytest.raises(TooLarge) as found:
        product(graph, cases.INFINITELY_OFTEN, letters, limits=Limits(memory=2048))
    assert found.value.message == "the limit of 2.0 KB of memory was reached"


def test_numbers_of_nodes_and_of_marks_have_their_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = cases.graph_of([[(0, "a")]] * 3)
    monkeypatch.setattr(module, "MOST_NODES", 2)
    with pytest.raises(TooLarge, match="the product with the automaton has more than 2 states"):
        product(graph, cases.INFINITELY_OFTEN, [np.ones(3, bool)])
    assert MOST_MARKS == 1 << 16
    monkeypatch.setattr(module, "MOST_MARKS", 1)
    with pytest.raises(TooLarge, match="the automaton has more than 1 sets of marks"):
        product(graph, cases.INFINITELY_OFTEN, [np.ones(3, bool)])


def test_the_memory_foreseen_is_enough() -> None:
    count = 20_000
    graph = cases.graph_of(
        [[(state * 7 % count, "a"), (state // 2, "b")] for state in range(count)]
    )
    letters = [np.arange(count) % 3 == 0]
    fair_states(graph, cases.IN_THE_END_ALWAYS, letters)  # compiles
    found = product(graph, cases.IN_THE_END_ALWAYS, letters)
    nodes, edges = found.nodes, len(found.target)
    del found
    tracemalloc.start()
    fair_states(graph, cases.IN_THE_END_ALWAYS, letters)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1.25 * product_bytes(2 * count, nodes, edges)


def test_sets_become_rows_of_words() -> None:
    assert word_rows([], 1).tolist() == [0]
    assert word_rows([frozenset({1, 63})], 1).tolist() == [2 | 1 << 63]
