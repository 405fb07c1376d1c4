"""Formulas on models: what is said of several at once, and where a limit ends the search."""

from __future__ import annotations

import pytest

from counterpoint import check
from counterpoint.model.model import Model
from counterpoint.model.step import step
from counterpoint.smv.model import model_of
from counterpoint.smv.source import Source
from counterpoint.stopped import Cause

LAST = 9


def counter() -> Model:
    """Counts to the last number, and rests there."""
    model = Model("counter")
    n = model.var("n", range(LAST + 1), init=0)

    @model.action
    def up() -> object:
        return step(when=n < LAST, set={n: n + 1})

    return model


def answers(*formulas: str, **options: object) -> list[str]:
    return [verdict.answer.value for verdict in check(counter(), *formulas, **options)]  # type: ignore[arg-type]


RUNS = {
    "A (F {n >= 8} | G F {n = 0})": "holds",
    "A (F G {n = 9})": "holds",
    "A (G F {n = 9} & F G {n > 3})": "holds",
    "E (G F {n = 4} & F G {n < 9})": "fails",
}


@pytest.mark.parametrize("limit", range(1, LAST + 1))
def test_no_run_rests_where_the_search_was_ended(limit: int) -> None:
    assert answers(*RUNS, limit_states=limit) == ["unknown"] * len(RUNS)


@pytest.mark.parametrize("limit", [LAST + 1, LAST + 2, None])
def test_runs_through_all_states_are_judged(limit: int | None) -> None:
    assert answers(*RUNS, limit_states=limit) == list(RUNS.values())


@pytest.mark.parametrize("limit", range(3, LAST + 1))
def test_a_run_that_was_seen_shows_what_it_shows_under_a_limit(limit: int) -> None:
    asked = ("EF {n = 3}", "AG {n < 2}", "AG EF {n = 0}", "E ({n < 3} U {n = 3})")
    assert answers(*asked, limit_states=limit) == ["holds", "fails", "unknown", "holds"]


def test_after_a_failure_the_others_are_judged_unless_the_first_is_to_end_it() -> None:
    asked = ("EF {n = 3}", "G {n < 5}", "AF {n = 9}", "G {n < 2}")
    assert answers(*asked) == ["holds", "fails", "holds", "fails"]
    assert answers(*asked, stop_first=True) == ["holds", "fails", "unknown", "unknown"]


@pytest.mark.parametrize("limit", range(3, LAST + 1))
def test_diagrams_show_what_they_found_under_a_limit(limit: int) -> None:
    asked = ("EF {n = 3}", "AG {n < 2}", "AG EF {n = 0}")
    verdicts = check(counter(), *asked, engine="symbolic", limit_states=limit)
    assert [verdict.answer.value for verdict in verdicts] == ["holds", "fails", "unknown"]
    runs = [verdict.trace for verdict in verdicts]
    assert [run and len(run.steps) for run in runs] == [3, 2, None]


def wide() -> Model:
    """More values than diagrams split terms by."""
    model = Model("wide")
    n = model.var("n", range(1 << 15), init=0)
    m = model.var("m", range(1 << 5), init=0)

    @model.action
    def up() -> object:
        return step(set={n: (n + 1) % (1 << 15)})

    @model.action
    def across() -> object:
        return step(set={m: (m + 1) % (1 << 5)})

    return model


@pytest.mark.parametrize("memory", ["1M", "8M"])
def test_what_diagrams_refuse_is_answered_as_far_as_the_memory_goes(memory: str) -> None:
    check(wide(), "G {n < 3}", limit_states=10)  # what is loaded for the first time takes memory
    verdicts = check(wide(), "G {n < 3}", "AG EF {n = 0}", limit_memory=memory)
    assert [verdict.answer.value for verdict in verdicts] == ["fails", "unknown"]
    assert verdicts.stopped.cause is Cause.MEMORY
    assert verdicts.properties[1].reason.startswith("the limit of ")
    assert verdicts.states > 100


@pytest.mark.parametrize(
    ("asked", "answer"), [("G {n != 500}", "fails"), ("AG EF {n = 0}", "unknown")]
)
def test_initial_states_that_only_bounded_search_has_room_for_are_the_reason(
    asked: str, answer: str
) -> None:
    model = Model("far")
    n = model.var("n", range(10**9))

    @model.action
    def up() -> object:
        return step(when=n < 10**9 - 1, set={n: n + 1})

    verdicts = check(model, asked, limit_memory="10M")
    assert [verdict.answer.value for verdict in verdicts] == [answer]
    assert "was reached by initial states alone" in verdicts.stopped
    assert "by bounded search" in verdicts.properties[0].reason


def test_it_is_said_where_a_search_could_not_even_begin() -> None:
    verdicts = check(counter(), "G {n < 3}", engine="symbolic", limit_memory="1")
    assert [verdict.answer.value for verdict in verdicts] == ["unknown"]
    assert verdicts.stopped.cause is Cause.MEMORY
    assert verdicts.properties[0].reason == verdicts.stopped
    assert (verdicts.states, verdicts.transitions, verdicts.complete) == (0, None, False)


@pytest.mark.parametrize("engine", ["auto", "explicit", "symbolic"])
def test_a_limit_leaves_answers_and_says_nothing_of_rest(engine: str) -> None:
    """No state rests, but the steps of the last states are not known."""
    text = """
        MODULE main
        VAR x : 0..99; y : 0..9;
        INIT x = 0 & y = 0
        TRANS next(x) = (x + 1) mod 100
        SPEC AG EF x = 0
        INVARSPEC x != 4
    """
    verdicts = check(model_of(Source("m.smv", text)), engine=engine, limit_states=900)
    assert [verdict.answer.value for verdict in verdicts] == ["unknown", "fails"]
    assert verdicts.stopped
    assert not verdicts.warnings
