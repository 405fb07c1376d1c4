"""Runs that are fair and accepted: by definition, and short."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings

from counterpoint.engines.graph.explicit import ExplicitGraph
from counterpoint.engines.graph.fair import ANY_RUN, fair_states
from counterpoint.engines.graph.lasso import Lasso, fair_lasso
from tests.share import share

from . import fair_cases as cases
from .fair_cases import Case, due


def states_along(graph: ExplicitGraph, way: tuple[int, ...], state: int) -> list[int]:
    """The states that the steps of a way leave, and the last one reached."""
    found = [state]
    for edge in way:
        assert edge in [k for k, _, _ in cases.steps_of(graph, found[-1])]
        found.append(int(graph.edges.target[edge]))
    return found


def check(case: Case, source: int, lasso: Lasso) -> None:
    stem = states_along(case.graph, lasso.stem, source)
    loop = states_along(case.graph, lasso.loop, stem[-1])
    assert len(loop) > 1
    assert loop[-1] == loop[0]
    taken = {int(case.graph.edges.event[edge]) for edge in lasso.loop}
    assert cases.is_fair(case.graph, set(loop), taken)
    assert cases.accepts(case.automaton, case.letters, stem[:-1], loop[:-1])


def check_all(case: Case) -> None:
    expected = fair_states(case.graph, case.automaton, case.letters)
    for source in range(case.graph.states):
        lasso = fair_lasso(case.graph, case.automaton, case.letters, source)
        assert (lasso is not None) == expected[source]
        if lasso is not None:
            check(case, source, lasso)


@given(cases.a_case(pairs=12))
@settings(max_examples=share(100))
def test_a_lasso_is_fair_and_accepted_and_there_whenever_a_path_is(case: Case) -> None:
    check_all(case)


def test_a_lasso_keeps_clear_of_steps_that_it_cannot_take() -> None:
    for seed in range(60):
        check_all(cases.random_case(seed, states=10))


def ring(count: int) -> ExplicitGraph:
    """A ring of `a`, in which each state can also wait by `b`."""
    return cases.graph_of([[((state + 1) % count, "a"), (state, "b")] for state in range(count)])


def test_the_stem_is_a_shortest_one_and_the_loop_goes_no_further_than_it_must() -> None:
    there = np.arange(9) == 4
    assert fair_lasso(ring(9), cases.IN_THE_END_ALWAYS, [there], 1) == Lasso((2, 4, 6), (9,))
    assert fair_lasso(ring(9), ANY_RUN, (), 5) == Lasso((), (11,))


def test_a_loop_takes_what_it_owes() -> None:
    graph = ring(3)
    graph.fairness = (due(False, "a"), due(True, "b"))
    lasso = fair_lasso(graph, ANY_RUN, (), 0)
    assert lasso is not None
    assert sorted(lasso.loop) == [0, 2, 3, 4]


def test_a_strong_constraint_that_is_never_offered_costs_nothing() -> None:
    graph = cases.graph_of([[(0, "a"), (1, "a")], [(1, "b"), (0, "b")]], [due(True, "b")])
    assert fair_lasso(graph, ANY_RUN, (), 0) == Lasso((), (0,))


def test_what_cannot_be_has_no_lasso() -> None:
    assert fair_lasso(ring(3), cases.INFINITELY_OFTEN, [np.zeros(3, bool)], 0) is None
