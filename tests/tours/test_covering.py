"""Runs that cover a target: all is covered, and by few events, beside an exhaustive search."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import partial
from typing import Any

import pytest

from counterpoint import (
    Answer,
    BadFormula,
    CoveringRuns,
    Misuse,
    Model,
    Session,
    Trace,
    Undecided,
    UnknownAtom,
    covering_runs,
    step,
)
from counterpoint.bundled import bundled_examples
from counterpoint.model.system import REST, Label
from counterpoint.target import find_target
from counterpoint.tours import exact

from ..share import share
from .programs import GO, STOP, declared, program, waiting
from .small import Small, drawn, fewest

SYSTEMS = [drawn(seed) for seed in range(share(300))]


def taken(runs: CoveringRuns) -> set[tuple[Any, Label, Any]]:
    return {
        (here, label, there)
        for run in runs
        for here, (label, there) in zip(run.states, run.steps, strict=False)
    }


def pairs(runs: CoveringRuns) -> set[tuple[Label, Label]]:
    return {pair for run in runs for pair in zip(run.events, run.events[1:], strict=False)}


def require_runs(runs: CoveringRuns, target: Any) -> None:
    """Each one is a run, and begins in an initial state."""
    for run in runs:
        run.replay(target)
        assert REST not in [label for label, _ in run.steps]


def nothing(*_: object) -> Iterator[Hashable]:
    return iter(())


@pytest.mark.slow
def test_transitions_are_covered_by_as_few_events_and_runs_as_any_runs_have() -> None:
    for system in SYSTEMS:
        found = covering_runs(system)
        require_runs(found, system)
        assert taken(found) == system.transitions()
        assert found.covered == found.possible == len(system.transitions())
        best = fewest(system, nothing, lambda _, s, label, t: [(s, label, t)])
        assert (found.events, len(found)) == best
        assert found.bound == best[0]


@pytest.mark.slow
def test_states_are_covered_and_no_bound_is_too_high() -> None:
    for system in SYSTEMS:
        found = covering_runs(system, "states")
        require_runs(found, system)
        visited = {state for run in found for state in run.states}
        assert visited == system.reached()
        assert found.covered == found.possible == len(visited)
        best, _ = fewest(system, lambda s: [s], nothing)
        assert found.bound <= best <= found.events


def _seen(wanted: set[int], state: int) -> set[int]:
    return {state} & wanted


@pytest.mark.slow
def test_states_in_which_a_formula_is_true_are_covered() -> None:
    for system in SYSTEMS:
        found = covering_runs(system, "marked")
        require_runs(found, system)
        wanted = system.reached() & system.marked
        assert {state for run in found for state in run.states} >= wanted
        assert found.covered == found.possible == len(wanted)
        best, _ = fewest(system, partial(_seen, wanted), nothing)
        assert found.bound <= best <= found.events


@pytest.fixture(params=[0, exact.MOST_PLACES], ids=["large", "small"])
def is_exact(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether places are few enough to be searched; else graphs are taken for large ones."""
    monkeypatch.setattr(exact, "MOST_PLACES", request.param)
    return bool(request.param)


@pytest.mark.slow
def test_pairs_of_labels_are_covered_and_no_bound_is_too_high(is_exact: bool) -> None:
    for system in SYSTEMS:
        found = covering_runs(system, "pairs")
        require_runs(found, system)
        steps = system.transitions()
        assert pairs(found) == {(a, b) for _, a, s in steps for t, b, _ in steps if s == t}
        assert found.covered == found.possible == len(pairs(found))
        best, _ = fewest(system, nothing, lambda last, s, a, t: [(last, a)] if last else [])
        assert found.bound <= best <= found.events
        assert found.events == found.bound or not is_exact


@pytest.mark.slow
def test_actions_are_covered_and_no_bound_is_too_high(is_exact: bool) -> None:
    for system in SYSTEMS:
        found = covering_runs(system, "rules")
        require_runs(found, system)
        names = {str(label)[0] for _, label, _ in system.transitions()}
        assert {str(label)[0] for run in found for label in run.events} == names
        assert found.covered == found.possible == len(names)
        best, _ = fewest(system, nothing, lambda _, s, label, t: [str(label)[0]])
        assert found.bound <= best <= found.events
        assert found.events == found.bound or not is_exact


@pytest.mark.slow
def test_many_are_covered_with_the_fewest_events_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(exact, "MOST_PLACES", 0)
    for cover, at, by in (
        ("states", lambda s: [s], nothing),
        ("pairs", nothing, lambda last, s, a, t: [(last, a)] if last else []),
        ("rules", nothing, lambda _, s, label, t: [str(label)[0]]),
    ):
        best = [fewest(system, at, by)[0] for system in SYSTEMS]
        events = [covering_runs(system, cover).events for system in SYSTEMS]
        assert sum(events) <= 1.02 * sum(best), cover


EXAMPLES = [
    example.name
    for example in bundled_examples()
    if example.name not in {"connect_four", "krk", "reachability"}
]


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_all_of_a_bundled_example_is_covered(name: str) -> None:
    target = find_target(name)
    transitions = covering_runs(target)
    assert transitions.events == transitions.bound
    assert len(taken(transitions)) == transitions.covered == transitions.possible
    states = covering_runs(target, "states")
    visited = {state for run in states for state in run.states}
    assert len(visited) == states.covered == states.possible == states.states
    assert states.bound <= states.events <= 1.2 * states.bound
    for found in (transitions, states, covering_runs(target, "rules")):
        assert found.answer is Answer.HOLDS
        assert found.covered == found.possible
        assert found.bound <= found.events
        for run in found.runs[:3]:
            run.replay(target)


@pytest.mark.slow
def test_tic_tac_toe_takes_as_many_events_as_are_known() -> None:
    found = covering_runs(find_target("ttt_model"))
    assert (found.possible, len(found), found.events, found.bound) == (16167, 4920, 34890, 34890)


@pytest.mark.slow
@pytest.mark.parametrize("cover", ["transitions", "states", "pairs", "rules", "critical0"])
def test_the_runs_depend_on_the_seed_alone(cover: str) -> None:
    model = find_target("peterson")
    assert covering_runs(model, cover, seed=3) == covering_runs(model, cover, seed=3)


@pytest.mark.slow
def test_another_seed_draws_other_runs_with_as_few_events() -> None:
    model = find_target("peterson")
    found = [covering_runs(model, seed=seed) for seed in range(3)]
    assert len({runs.runs for runs in found}) == 3
    assert len({runs.events for runs in found}) == 1


def test_a_run_replays_by_its_labels_where_each_leads_to_one_state() -> None:
    model = find_target("nim")
    for run in covering_runs(model, "states"):
        assert Session.replay(model, list(run.events)).state == run.states[-1]


def test_each_initial_state_has_a_run_where_it_leads_nowhere_else() -> None:
    apart = Small((0, 2), ((("go", 1),), ((REST, 1),), (("go", 3),), ((REST, 3),)))
    assert {run.start for run in covering_runs(apart)} == {0, 2}
    assert covering_runs(apart).events == 2


def test_a_label_may_lead_to_several_states() -> None:
    toss = Small((0,), ((("toss", 1), ("toss", 2)), ((REST, 1),), ((REST, 2),)))
    found = covering_runs(toss)
    assert {run.states for run in found} == {(0, 1), (0, 2)}


def test_a_cycle_of_initial_states_is_one_run() -> None:
    cycle = Small((0, 1), ((("a", 1),), (("b", 0),)))
    found = covering_runs(cycle)
    assert (len(found), found.events, found.bound) == (1, 2, 2)


def test_where_nothing_happens_there_are_no_runs_but_to_see_the_start() -> None:
    still = Small((0,), (((REST, 0),),))
    assert covering_runs(still).runs == ()
    assert covering_runs(still, "states").runs == (Trace(0),)
    assert covering_runs(still, "pairs").bound == 0
    assert covering_runs(still, "rules").runs == ()


def counter(limit: int = 5) -> Model:
    model = Model("counter")
    n = model.var("n", range(limit + 1), init=0)
    model.atom("full", n == limit)

    @model.action
    def add() -> object:
        return step(when=n < limit, set={n: n + 1})

    @model.action
    def stay() -> object:
        return step(when=n == limit)

    @model.action
    def explode() -> object:
        return step(when=n > limit, set={n: 0})

    return model


def test_steps_that_change_nothing_count_only_if_they_are_wanted() -> None:
    assert covering_runs(counter()).possible == 5
    found = covering_runs(counter(), loops=True)
    assert found.possible == 6
    assert found.runs[0].events[-1] == "stay"


def test_actions_that_are_never_taken_are_named_with_the_reason() -> None:
    found = covering_runs(counter(), "rules")
    assert (found.covered, found.possible) == (1, 1)
    assert {each.what: each.reason.split(",")[0] for each in found.missing} == {
        "explode": "it can never be taken",
        "stay": "wherever it can be taken it changes nothing",
    }
    with_loops = covering_runs(counter(), "rules", loops=True)
    assert [each.what for each in with_loops.missing] == ["explode"]


def test_rules_of_a_program_that_never_move_are_named() -> None:
    found = covering_runs(program, "rules")
    assert [each.what for each in found.missing] == ["idle"]
    assert found.covered == found.possible == 2


def test_events_from_outside_must_be_declared() -> None:
    with pytest.raises(Undecided, match="STOP"):
        covering_runs(waiting)
    assert covering_runs(declared).runs[0].events == (GO, STOP)


def test_few_runs_cover_what_they_can_and_the_rest_is_named() -> None:
    model = find_target("nim")
    one, ten = (covering_runs(model, max_runs=most) for most in (1, 10))
    assert (len(one), len(ten)) == (1, 10)
    assert one.covered == len(taken(one)) < ten.covered == len(taken(ten))
    assert len(one.missing) == one.possible - one.covered
    assert one.bound == ten.bound == covering_runs(model).bound
    assert covering_runs(model, max_runs=10_000).missing == ()


def test_what_is_left_out_is_named_by_the_way_to_it() -> None:
    split = Small((0,), ((("a", 1), ("b", 2)), (("c(1)", 3),), ((REST, 2),), ((REST, 3),)))
    missing = covering_runs(split, max_runs=1).missing
    assert [each.what for each in missing] == ["b after no event"]
    missing = covering_runs(split, "states", max_runs=1).missing
    assert [each.what for each in missing] == ["the state after b"]
    missing = covering_runs(split, "rules", max_runs=1).missing
    assert [each.what for each in missing] == ["b"]


def test_of_what_a_limit_leaves_all_is_covered_and_the_answer_is_unknown() -> None:
    found = covering_runs(counter(50_000), limit_states=1000)
    assert found.answer is Answer.UNKNOWN
    assert not found.complete
    assert found.covered == found.possible >= 999
    assert "1,000 states" in found.stopped


@pytest.mark.slow
def test_a_formula_needs_all_states() -> None:
    with pytest.raises(Undecided, match="not all states are known"):
        covering_runs(counter(50_000), "full", limit_states=1000)


def test_a_formula_without_states_needs_no_runs() -> None:
    found = covering_runs(counter(), "full & !full")
    assert (len(found), found.possible, found.bound) == (0, 0, 0)


def test_a_formula_about_paths_is_one_about_states() -> None:
    assert covering_runs(counter(), "EX full & !full").events == 4


@pytest.mark.slow
def test_a_limit_of_time_leaves_the_answer_open() -> None:
    with pytest.raises(Undecided, match="limit"):
        covering_runs(find_target("connect_four"), limit_time=0.01)


@pytest.mark.parametrize(
    ("cover", "options", "error"),
    [
        ("", {}, Misuse),
        (7, {}, Misuse),
        ("nosuch", {}, UnknownAtom),
        ("full &", {}, BadFormula),
        ("states", {"max_runs": -1}, Misuse),
        ("states", {"seed": 1.5}, Misuse),
        ("states", {"loop": True}, Misuse),
        ("states", {"loops": "no"}, Misuse),
        ("states", {"limit_states": 0}, Misuse),
    ],
)
def test_senseless_arguments_are_refused(
    cover: Any, options: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        covering_runs(counter(), cover, **options)


def test_what_is_no_target_is_refused() -> None:
    with pytest.raises(Misuse):
        covering_runs("counter")
