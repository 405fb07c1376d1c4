"""What was found is too much to look at: what fails in the first part of it is said to fail."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint import Body, Event, Model, Priority, Program, check, step, sync, thread
from counterpoint.alarm import require_going_on
from counterpoint.engines.base.task import Progress
from counterpoint.logic.formula import Formula
from counterpoint.logic.fragments import mentions_teams
from counterpoint.logic.lower import to_core
from counterpoint.model.property import Satisfies
from counterpoint.model.step import Step
from counterpoint.stopped import Cause
from counterpoint.tuning import Tuning
from counterpoint.verdict import Answer
from tests.engines.kripkes import Listed, as_model, kripkes
from tests.logic import formulas
from tests.logic.semantics import Kripke, satisfying
from tests.share import share

MUCH = Tuning(
    first_chunk=1, network_chunk=1, least_chunk=1, chunk_seconds=1e-9, look_seconds=0.0,
    moment=3600.0, in_a_moment=0, first_part=200, first_listed=200, graph_at_once=0,
)  # fmt: skip
"""However few states were found, they are too many to look at when everything must end."""


def press(progress: Progress) -> None:
    """Ctrl-C once some states were found."""
    if progress.states >= 600:
        raise KeyboardInterrupt


@thread
def counts(event: Event, times: int) -> Body:
    for _ in range(times):
        yield sync(request=event)


@thread
def hot(event: Event) -> Body:
    while True:
        yield sync(request=event, hot=True)


def program(strategy: Any = None) -> Program:
    threads = [*(counts(Event(name), 11) for name in "ABC"), hot(Event("D"))]
    return Program(*threads) if strategy is None else Program(*threads, strategy=strategy)


def model() -> Model:
    built = Model("counters")
    cell = built.array("cell", range(3), range(12), init=0)

    @built.action(i=range(3))
    def up(i: int) -> Step:
        return step(when=cell[i] < 11, set={cell[i]: cell[i] + 1})

    return built


class Grid:
    """Steps to the right and up, without end."""

    def initial(self) -> list[tuple[int, int]]:
        return [(0, 0)]

    def successors(self, state: tuple[int, int]) -> list[tuple[str, tuple[int, int]]]:
        x, y = state
        return [("right", (x + 1, y)), ("up", (x, y + 1))]

    def show(self, state: tuple[int, int]) -> str:
        return str(state)

    @property
    def atoms(self) -> dict[str, Any]:
        return {"far": lambda state: state[0] > 3, "off": lambda state: state[0] > 90}


CASES: dict[str, tuple[Any, str, str]] = {
    "a program": (program(), "G ({A} -> X !{A})", "G ({A} -> enabled(D))"),
    "a program, about the past": (program(), "AG !once(B)", "AG !(once(D) & !enabled(D))"),
    "a program, hot for ever": (program(), "hot-cycle", "AG (hot -> enabled(D))"),
    "a program with a strategy": (program(Priority()), "AG !{A}", "AG ({A} -> enabled(D))"),
    "a model": (model(), "G (cell[1] = 2 -> X cell[1] = 2)", "G (cell[1] = 2 -> F cell[1] = 2)"),
    "a model, about the last event": (model(), "G (up(0) -> X up(1))", "G (up(0) -> F up(0))"),
    "any system": (Grid(), "G !far", "G !off"),
    "any system, by steps": (Grid(), "AG !EX EX far", "AG !EX off"),
}


@pytest.mark.parametrize("name", CASES)
def test_what_fails_in_the_first_part_fails_although_all_that_was_found_is_too_much(
    name: str,
) -> None:
    target, fails, _ = CASES[name]
    verdicts = check(target, fails, watch=press, tuning=MUCH, engine="explicit")
    assert verdicts.stopped.cause is Cause.INTERRUPTED
    (verdict,) = verdicts
    assert verdict.answer is Answer.FAILS
    whole = check(target, fails, limit_states=2000, engine="explicit").properties[0]
    assert verdict.trace is not None
    assert whole.trace is not None
    assert len(verdict.trace.steps) == len(whole.trace.steps)


@pytest.mark.parametrize("name", CASES)
def test_what_does_not_fail_there_is_unknown_and_the_reason_says_among_how_many(name: str) -> None:
    target, _, holds = CASES[name]
    verdicts = check(target, holds, watch=press, tuning=MUCH, engine="explicit")
    (verdict,) = verdicts
    assert verdict.answer is Answer.UNKNOWN
    said, _, seen = verdict.reason.partition("; ")
    assert said == "interrupted"
    assert seen.startswith("no violation among ")


def test_a_larger_limit_of_states_shows_no_less_of_a_model() -> None:
    tuning = replace(MUCH, graph_at_once=100, in_a_moment=1 << 19)
    for limit in (50, 800):
        (verdict,) = check(model(), CASES["a model"][1], limit_states=limit, tuning=tuning)
        assert verdict.answer is Answer.FAILS


def test_a_formula_for_which_there_is_no_memory_is_decided_in_the_first_part() -> None:
    asked = ("assertions", "G ({A} -> X !{A})", "AG AF {D}")
    tuning = replace(MUCH, first_room=1)
    for memory, plain in ((100_000, Answer.UNKNOWN), (200_000, Answer.HOLDS)):
        options: Any = {"engine": "explicit", "limit_memory": memory, "tuning": tuning}
        verdicts = check(program(), *asked, **options)
        answers = [each.answer for each in verdicts]
        assert answers == [plain, Answer.FAILS, Answer.UNKNOWN]
        assert "of memory was reached; no violation among " in verdicts[asked[2]].reason


def test_a_slow_atom_has_its_moment_after_a_limit_of_time() -> None:
    """The first formula is decided as well as the second."""

    def wait(progress: Progress) -> None:
        while progress.states >= 600:
            require_going_on()

    tuning = replace(MUCH, in_a_moment=1 << 19)
    first, second = check(Grid(), "G !far", "F off", watch=wait, limit_time=0.2, tuning=tuning)
    assert (first.answer, second.answer) == (Answer.FAILS, Answer.UNKNOWN)


@pytest.mark.parametrize("of", [Listed, as_model])
def test_an_answer_by_the_first_part_is_the_answer(of: Any) -> None:
    @settings(max_examples=share(60), deadline=None)
    @given(kripke=kripkes(), formula=formulas.states(2, ("p", "q")), size=st.integers(1, 12))
    def compare(kripke: Kripke, formula: Formula, size: int) -> None:
        if mentions_teams(to_core(formula)):
            return

        def at_once(progress: Progress) -> None:
            raise KeyboardInterrupt

        tuning = replace(MUCH, first_part=size, first_listed=size)
        found = check(
            of(kripke, (0,)), Satisfies(formula), watch=at_once, tuning=tuning, engine="explicit"
        )
        (verdict,) = found
        if verdict.answer is not Answer.UNKNOWN:
            true = satisfying(to_core(formula), kripke)
            assert bool(verdict) == (0 in true)

    compare()
