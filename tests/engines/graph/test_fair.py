"""States with a fair path that is accepted, against every set of nodes of small products."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import given, settings

from counterpoint.engines.graph import product
from counterpoint.engines.graph.explicit import Fair
from counterpoint.engines.graph.fair import ANY_RUN, fair, fair_states
from counterpoint.native import plain, twin
from counterpoint.tuning import Tuning
from tests.share import share

from . import fair_cases as cases
from .fair_cases import Case, due


def check(case: Case) -> None:
    answer = fair_states(case.graph, case.automaton, case.letters)
    expected = cases.accepted_states(case)
    assert set(np.flatnonzero(answer).tolist()) == expected
    asked = fair_states(case.graph, case.automaton, case.letters, case.sources)
    assert (asked == answer & case.sources).all()


@given(cases.a_case())
@settings(max_examples=share(67))
def test_states_are_those_that_lead_to_a_loop_that_owes_nothing(case: Case) -> None:
    check(case)


def test_states_that_offer_what_cannot_be_taken_are_left_out() -> None:
    for seed in range(200):
        check(cases.random_case(seed))


def test_a_search_goes_on_where_it_paused() -> None:
    for seed in range(50):
        case = cases.random_case(seed)
        case.graph.tuning = Tuning(edges_in_python=-1, nodes_chunk=1)
        check(case)


@pytest.fixture(params=[twin, plain])
def in_cpython(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    run = request.param
    library = run(*product._KERNELS)
    for module in cases.MODULES:
        monkeypatch.setattr(module, "kernels", lambda edges, tuning: library)


@pytest.mark.usefixtures("in_cpython")
def test_kernels_stay_in_bounds() -> None:
    for seed in range(40):
        check(cases.random_case(seed))


@given(cases.a_case())
@settings(max_examples=share(50))
def test_some_fair_path_starts_everywhere(case: Case) -> None:
    assert (fair_states(case.graph, ANY_RUN, ()) == fair(case.graph)).all()


PROCESSES = ("first", "second")
Place = tuple[str, str, str]
"""Where the two are, and who is let in."""
Step = Callable[[Place], Sequence[tuple[str, Place]]]


def weak(*names: str) -> Fair:
    return due(False, *names, labels=PROCESSES)


def strong(*names: str) -> Fair:
    return due(True, *names, labels=PROCESSES)


def starves(step: Step, initial: Place, *fairness: Fair) -> bool:
    """Whether the first process can wait for ever from some time on."""
    states, steps = cases.explored(initial, step)
    waits = np.array([state[0] == "wait" for state in states])
    graph = cases.graph_of(steps, fairness, PROCESSES)
    return bool(fair_states(graph, cases.IN_THE_END_ALWAYS, [waits])[0])


def moved(state: Place, me: int, then: str, let_in: str = "") -> Place:
    first, second = (then, state[1]) if me == 0 else (state[0], then)
    return first, second, let_in or state[2]


def peterson(state: Place) -> list[tuple[str, Place]]:
    """Peterson's lock; a process at rest may stay there."""
    steps = []
    for me, label in enumerate(PROCESSES):
        other = PROCESSES[1 - me]
        if state[me] == "rest":
            steps += [(label, state), (label, moved(state, me, "wait", other))]
        elif state[me] == "busy":
            steps.append((label, moved(state, me, "rest")))
        elif state[1 - me] == "rest" or state[2] == label:
            steps.append((label, moved(state, me, "busy")))
    return steps


def test_petersons_lock_starves_nobody_who_is_not_neglected_for_ever() -> None:
    initial = ("rest", "rest", "first")
    assert starves(peterson, initial)
    assert starves(peterson, initial, weak("second"))
    assert not starves(peterson, initial, weak("first"))


def semaphore(state: Place) -> list[tuple[str, Place]]:
    """One semaphore: anyone who waits may go in whenever it is free."""
    steps = []
    for me, label in enumerate(PROCESSES):
        if state[me] == "busy":
            steps.append((label, moved(state, me, "wait")))
        elif state[1 - me] == "wait":
            steps.append((label, moved(state, me, "busy")))
    return steps


def test_a_semaphore_needs_strong_fairness() -> None:
    initial = ("wait", "wait", "")
    assert starves(semaphore, initial, weak("first"), weak("second"))
    assert not starves(semaphore, initial, strong("first"), weak("second"))
    assert not starves(semaphore, initial, strong("first"))


def test_components_that_are_given_up_side_by_side_do_not_lend_each_other_their_ways() -> None:
    """Both offer b and never take it; only the second one leads on to where nothing is owed."""
    graph = cases.graph_of(
        [[(0, "a")], [(1, "a")], [(2, "a"), (1, "b")], [(3, "a"), (0, "b")]], [due(True, "b")]
    )
    inside = np.array([True, False, True, True])
    assert fair_states(graph, cases.ALWAYS, [inside]).tolist() == [True, False, False, True]


def test_states_left_out_for_one_constraint_can_break_another() -> None:
    """Without the state that offers b, nothing gives c, which is offered all around."""
    graph = cases.graph_of(
        [[(1, "a"), (3, "b")], [(0, "c"), (2, "a")], [(1, "a")], [(3, "a")]],
        [due(True, "b"), due(True, "c")],
    )
    inside = np.array([True, True, True, False])
    answer = fair_states(graph, cases.IN_THE_END_ALWAYS, [inside])
    assert answer.tolist() == [False] * 4
    graph.fairness = (due(True, "b"),)
    answer = fair_states(graph, cases.IN_THE_END_ALWAYS, [inside])
    assert answer.tolist() == [True, True, True, False]


def test_more_constraints_than_fit_a_word_are_all_kept() -> None:
    plain = [due(False, "a")] * 70
    steps = [[(0, "a"), (0, "b"), (0, "c")]]
    never_a = np.array([False])
    assert fair_states(cases.graph_of(steps, plain), ANY_RUN, ()).all()
    last = cases.graph_of([[(0, "a"), (1, "b")], [(1, "a")]], [*plain, due(True, "b")])
    assert fair_states(last, cases.IN_THE_END_ALWAYS, [np.array([True, False])]).tolist() == [
        False,
        False,
    ]
    assert not fair_states(last, cases.INFINITELY_OFTEN, [np.zeros(2, bool)]).any()
    assert not fair_states(cases.graph_of(steps), cases.INFINITELY_OFTEN, [never_a]).any()


def test_a_long_way_needs_no_recursion() -> None:
    count = 50_000
    graph = cases.graph_of([[((state + 1) % count, "a")] for state in range(count)])
    last = np.arange(count) == count - 1
    assert fair_states(graph, cases.INFINITELY_OFTEN, [last]).all()
    assert not fair_states(graph, cases.IN_THE_END_ALWAYS, [last]).any()
