"""Answers about specifications are audited: right ones pass, and each planted fault is seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import counterpoint
from counterpoint.audit.theories import DIFFERS, audit_breakdown, audit_claims
from counterpoint.certificate import Audited, Effort, Extent, Said, Shown
from counterpoint.engines.base.task import Task
from counterpoint.engines.base.workers import Workers
from counterpoint.engines.decide.spec import check as checking
from counterpoint.engines.decide.spec.answers import EVALUATED
from counterpoint.engines.decide.spec.certified import ListedStates, figures_of
from counterpoint.engines.decide.spec.check import DEADLOCK, Checked, check_claims
from counterpoint.engines.decide.spec.runs import NO_RUN, NO_START, Runs
from counterpoint.engines.decide.spec.theory_check import check_theory
from counterpoint.engines.search.spec.explore import explore
from counterpoint.engines.search.spec.explored import Explored, Wanted
from counterpoint.engines.search.spec.patterns import Patterns
from counterpoint.logic.formula import Formula
from counterpoint.logic.parser import parse
from counterpoint.model.specified import About, Claim
from counterpoint.model.system import REST
from counterpoint.tla.file import load_module
from counterpoint.tla.module import PLAIN, TlaModule
from counterpoint.tla.modules import load
from counterpoint.tla.syntax import read_config
from counterpoint.verdict import Answer, Verdict
from tests.engines.search.spec.tables import Tabled, able, doubled, formulas, tables
from tests.share import share
from tests.tunings import UNHURRIED

ALL, SAMPLE = Task(audit=Extent.ALL), Task(audit=Extent.SAMPLE, tuning=UNHURRIED)
ENGINES = ("explicit", "tabled")
EXAMPLES = Path(counterpoint.__file__).parent / "examples"

RING = Tabled(
    [[("x", 1)], [("x", 2), ("y", 0)], [("x", 3)], [("x", 0)], [("x", 0)]],
    true={
        "p": frozenset({0, 1, 2, 3}),
        "q": frozenset({0, 2}),
        "a": frozenset({(0, 1), (1, 2), (2, 3), (3, 0), (1, 0)}),
        "b": frozenset({(3, 0)}),
    },
    fair=[(True, "b", None)],
)
"""Four states in a ring, with a shorter way back; nothing leads to the fifth."""

CHAIN = replace(RING, steps=[[("x", 1)], [("x", 2)], [], [], []], fair=())
"""It ends in a state without steps."""


def claims(of: Tabled, *runs: Formula | str) -> list[Claim]:
    asked = [parse(each) if isinstance(each, str) else each for each in runs]
    return [
        Claim("start", About.START, of.probes["p"]),
        Claim("states", About.STATES, of.probes["p"]),
        Claim("others", About.STATES, of.probes["q"]),
        Claim("steps", About.STEPS, of.probes["a"]),
        *(Claim(str(formula), About.RUNS, formula=formula) for formula in asked),
    ]


def checked(of: Tabled, *runs: Formula | str, engine: str = "explicit", task: Task) -> Checked:
    asked, engine = claims(of, *runs), able(engine, of)
    return check_claims(of, asked, name="M", deadlock=True, engine=engine, task=task)


def require_passed(found: Checked) -> None:
    assert found.audited is not None
    assert found.audited.fault == ""
    for verdict in found.verdicts:
        if verdict.answer is not Answer.UNKNOWN:
            assert verdict.audited is not None
        assert verdict.audited is None or verdict.audited.fault == ""


@settings(max_examples=share(40))
@given(
    tables(4, fair=True, bounded=True, assuming=True),
    formulas(2),
    st.sampled_from(ENGINES),
    st.booleans(),
    st.sampled_from([ALL, SAMPLE]),
)
def test_every_answer_passes(
    of: Tabled, formula: Formula, engine: str, runs: bool, task: Task
) -> None:
    asked = [formula] if runs else []
    found = checked(of, *asked, engine=engine, task=task)
    require_passed(found)
    without = checked(of, *asked, engine=engine, task=Task(audit=Extent.NONE))
    assert found.verdicts.properties == without.verdicts.properties
    assert all(verdict.audited is None for verdict in without.verdicts)


@given(tables(3).flatmap(doubled), formulas(2), st.sampled_from(ENGINES))
def test_every_answer_passes_where_states_stand_for_others(
    of: Tabled, formula: Formula, engine: str
) -> None:
    require_passed(checked(of, formula, engine=engine, task=ALL))


def test_what_was_looked_at_is_told() -> None:
    verdicts = checked(RING, "F q", "G !b", task=ALL).verdicts
    assert verdicts["states"].audited == Audited(4, 4)
    assert verdicts["F q"].audited == Audited(4, 4)
    assert verdicts[DEADLOCK].audited == Audited(4, 4)
    failed = verdicts["others"].audited
    assert failed is not None
    assert failed.states == 2
    (sampled,) = [v for v in checked(RING, "F q", task=SAMPLE).verdicts if v.name == "F q"]
    assert sampled.audited is not None
    assert "that no run breaks it" in sampled.audited.unchecked[0]


def test_a_sample_ends_with_its_time_and_says_so() -> None:
    found = explore(RING, Wanted(), Task())
    effort = Effort(Extent.SAMPLE, seconds=0.0)
    space, (holds,) = audit_claims(
        RING, [Said(None, True)], ListedStates(found), figures_of(found), effort=effort
    )
    assert (space.states, space.of, holds.states) == (1, 4, 1)


@pytest.mark.parametrize("name", ["BehavioralTicTacToe", "MendedTicTacToe", "StrategicTicTacToe"])
def test_every_answer_about_a_bundled_module_passes(name: str) -> None:
    module = load_module(EXAMPLES / f"{name}.tla", settings={"N": 2} if "Str" not in name else {})
    for verdict in check_theory(module.theory, task=ALL).verdicts:
        assert verdict.answer is Answer.UNKNOWN or verdict.audited is not None
        assert verdict.audited is None or verdict.audited.passed


# Planted faults: in what was found ----------------------------------------------------------------

Spoil = Callable[[Explored], Explored]


def lost(found: Explored) -> Explored:
    number = found.number
    assert number is not None
    return replace(found, number=lambda state: None if state == 2 else number(state))


def invented(found: Explored) -> Explored:
    """The fifth state too, which nothing leads to, in a level of its own."""
    states, number = [*map(found.state, range(found.found)), 4], found.number
    assert number is not None
    return replace(
        found,
        found=len(states),
        levels=np.append(found.levels, np.uint64(len(states))),
        parents=np.append(found.parents, np.uint32(3)),
        outside=np.append(found.outside, False),
        state=states.__getitem__,
        number=lambda state: 4 if state == 4 else number(state),
        edges=None,
    )


def twice(found: Explored) -> Explored:
    number = found.number
    assert number is not None
    return replace(found, number=lambda state: 1 if state == 2 else number(state))


def without_a_step(found: Explored) -> Explored:
    assert found.edges is not None
    target = found.edges.target.copy()
    target[1] = target[0]
    return replace(found, edges=replace(found.edges, target=target))


def with_a_flipped_fact(found: Explored) -> Explored:
    assert found.facts is not None
    others = tuple(pattern ^ 0b10 for pattern in found.facts.patterns)
    return replace(found, facts=Patterns(others, found.facts.of))


def left_out(found: Explored) -> Explored:
    outside = found.outside.copy()
    outside[2] = True
    return replace(found, outside=outside)


def from_elsewhere(found: Explored) -> Explored:
    parents = found.parents.copy()
    parents[3] = 1
    return replace(found, parents=parents)


def in_another_level(found: Explored) -> Explored:
    return replace(found, levels=np.array([0, 1, 3, 4], np.uint64))


FOUND: list[tuple[Spoil, str]] = [
    (lost, "a state that was not found"),
    (twice, "a state that was not found"),
    (invented, "no step leads to a state"),
    (without_a_step, "the steps that were noted"),
    (with_a_flipped_fact, "what was noted of a state"),
    (left_out, "that was left out"),
    (from_elsewhere, "from no state of the level before"),
    (in_another_level, "from no state of the level before"),
    (lambda found: replace(found, generated=found.generated + 1), "what was counted"),
    (lambda found: replace(found, deadlocks=1), "what was counted"),
]


def spoilt(
    monkeypatch: pytest.MonkeyPatch, spoil: Spoil, of: Tabled, *runs: str, task: Task = ALL
) -> Checked:
    def wrong(*given: Any, **options: Any) -> Explored:
        return spoil(explore(*given, **options))

    monkeypatch.setattr(checking, "explore", wrong)
    return checked(of, *runs, task=task)


@pytest.mark.parametrize(("spoil", "fault"), FOUND)
def test_a_fault_in_what_was_found_leaves_unknown_what_rests_on_it(
    monkeypatch: pytest.MonkeyPatch, spoil: Spoil, fault: str
) -> None:
    runs = ["G p"] if spoil in (without_a_step, with_a_flipped_fact) else []
    found = spoilt(monkeypatch, spoil, RING, *runs)
    verdict = found.verdicts["states"]
    assert verdict.answer is Answer.UNKNOWN
    assert fault in verdict.reason
    assert "the audit of this answer did not pass" in verdict.reason
    assert verdict.audited is not None
    assert fault in verdict.audited.fault
    assert any("did not pass its audit" in warning for warning in found.verdicts.warnings)
    assert found.verdicts["start"].answer is Answer.HOLDS


def test_a_sample_sees_a_lost_state(monkeypatch: pytest.MonkeyPatch) -> None:
    found = spoilt(monkeypatch, lost, RING, task=SAMPLE)
    assert found.verdicts["states"].answer is Answer.UNKNOWN


def hidden(found: Explored) -> Explored:
    """As if nothing had been wrong, and nothing stuck."""
    beginning = replace(found.beginning, bad={})
    return replace(
        found, beginning=beginning, bad_states=(), bad_steps=(), deadlocks=0, first_deadlock=None
    )


@pytest.mark.parametrize("task", [ALL, SAMPLE])
@pytest.mark.parametrize("name", ["start", "states", "steps", DEADLOCK])
def test_what_was_overlooked_is_seen(
    monkeypatch: pytest.MonkeyPatch, name: str, task: Task
) -> None:
    of = replace(CHAIN, true={**CHAIN.true, "p": frozenset[int](), "a": frozenset[Any]()})
    assert checked(of, task=task).verdicts[name].answer is Answer.FAILS
    verdict = spoilt(monkeypatch, hidden, of, task=task).verdicts[name]
    assert verdict.answer is Answer.UNKNOWN
    assert "is said to hold, and is violated in the state" in verdict.reason


def test_a_wrong_number_of_violations_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def more(found: Explored) -> Explored:
        return replace(found, bad_states=[replace(bad, count=9) for bad in found.bad_states])

    verdict = spoilt(monkeypatch, more, RING).verdicts["others"]
    assert verdict.answer is Answer.UNKNOWN
    assert "9 violations were counted, and there are 2" in verdict.reason


def test_a_wrong_number_of_steps_that_violate_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def more(found: Explored) -> Explored:
        return replace(found, bad_steps=[replace(bad, count=9) for bad in found.bad_steps])

    of = replace(CHAIN, true={**CHAIN.true, "a": frozenset[Any]()})
    assert checked(of, task=ALL).verdicts["steps"].answer is Answer.FAILS
    verdict = spoilt(monkeypatch, more, of).verdicts["steps"]
    assert verdict.answer is Answer.UNKNOWN
    assert "9 violations were counted" in verdict.reason


@pytest.mark.parametrize(("formula", "wrong"), [("G p", Answer.FAILS), ("F G q", Answer.HOLDS)])
def test_a_wrong_answer_about_runs_is_seen(
    monkeypatch: pytest.MonkeyPatch, formula: str, wrong: Answer
) -> None:
    assert checked(RING, formula, task=ALL).verdicts[formula].answer is not wrong
    trace = checked(RING, "F G q", task=ALL).verdicts["F G q"].trace
    shown = trace if wrong is Answer.FAILS else None
    answer = Verdict(formula, wrong, trace=shown)
    monkeypatch.setattr(Runs, "verdict", lambda *given, **options: answer)
    verdict = checked(RING, formula, task=ALL).verdicts[formula]
    assert verdict.answer is Answer.UNKNOWN
    assert "did not pass" in verdict.reason


@pytest.mark.parametrize("reason", [NO_RUN, NO_START])
def test_that_there_is_no_run_is_seen_to_be_wrong(
    monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    formula = "F G q | G F !q"
    said = Verdict(formula, Answer.HOLDS)
    monkeypatch.setattr(Runs, "verdict", lambda *given, **options: said)
    assert checked(RING, formula, task=ALL).verdicts[formula].answer is Answer.HOLDS
    said = Verdict(formula, Answer.HOLDS, reason, vacuous=True)
    verdict = checked(RING, formula, task=ALL).verdicts[formula]
    assert verdict.answer is Answer.UNKNOWN
    assert "did not pass" in verdict.reason


# Planted faults: in runs that are shown -----------------------------------------------------------


def fault_of(of: Tabled, claim: Claim | None, *steps: int, loop: int | None = None) -> str:
    """What is wrong with a run that takes the only steps there are between some states."""
    start, *after = steps
    shown, here = [], start
    for there in after:
        labels = [label for label, target in of.steps[here] if target == there]
        shown.append((labels[0] if labels else REST, there))
        here = there
    said = Said(claim, False, Shown(start, tuple(shown), loop))
    _, (told,) = audit_claims(of, [said], None, effort=Effort())
    return told.fault


def test_a_run_that_is_shown_has_to_show_it() -> None:
    start, states, others, steps, runs = claims(RING, "F b")
    assert fault_of(RING, others, 0, 1) == ""
    assert "does not show it" in fault_of(RING, others, 0, 1, 2)
    assert "does not show it" in fault_of(RING, states, 0, 1)
    assert "does not show it" in fault_of(RING, start, 0)
    assert "does not show it" in fault_of(RING, steps, 0, 1)
    assert "does not show it" in fault_of(RING, None, 0, 1)
    assert "begins in no initial state" in fault_of(RING, others, 1)
    assert "which does not lead on so" in fault_of(RING, others, 0, 3)
    assert fault_of(CHAIN, None, 0, 1, 2) == ""
    assert "begins in no initial state" in fault_of(RING, runs, 1, 2, 3, 0, 1, loop=0)


def test_a_loop_has_to_come_back_and_to_be_fair() -> None:
    *_, never, again = claims(RING, "F G !b", "G F q")
    assert fault_of(RING, never, 0, 1, 2, 3, 0, loop=0) == ""
    assert "does not show it" in fault_of(RING, again, 0, 1, 2, 3, 0, loop=0)
    assert "does not come back" in fault_of(RING, never, 0, 1, 2, 3, loop=0)
    (*_, ever) = claims(RING, "F b")
    assert fault_of(RING, ever, 0, 1, 0, loop=0) == ""
    assert "not fair" in fault_of(replace(RING, fair=[(True, "a", None)]), again, 0, 0, loop=0)
    assert "not fair" in fault_of(replace(RING, fair=[(False, "a", "p")]), again, 0, 0, loop=0)


# Modules ------------------------------------------------------------------------------------------

MODULE = """---- MODULE M ----
EXTENDS Naturals, TLC
VARIABLE x
Init == x = 0
Next == x' = (x + 1) % 3 /\\ {said}
Spec == Init /\\ [][Next]_x
THEOREM Spec => [](x \\in {{0, 1, 2}})
THEOREM 1 + 1 = 2
====
"""


def of_module(said: str, task: Task = ALL, **options: Any) -> tuple[TlaModule, list[Verdict]]:
    module = TlaModule(load("M.tla", text=MODULE.format(said=said)), None, PLAIN)
    return module, list(check_theory(module.theory, task=task, **options).verdicts)


def test_what_was_settled_without_a_search_says_so() -> None:
    _, (searched, settled) = of_module("TRUE")
    assert (searched.audited, settled.audited) == (Audited(3, 3), Audited(0, 0, (EVALUATED,)))
    _, (_, settled) = of_module("TRUE", Task(audit=Extent.NONE))
    assert settled.audited is None


def test_what_is_audited_is_not_printed_again() -> None:
    module, _ = of_module('PrintT("once for each step")')
    printed = module.loaded.library.around.printed  # other modules print there, too
    assert printed.count('"once for each step"') == 3


def test_a_module_that_asks_where_the_search_is_is_left_alone() -> None:
    _, (searched, _) = of_module('TLCGet("level") < 100')
    assert searched.audited is not None
    assert searched.audited.unchecked == (DIFFERS,)


def test_what_other_processes_find_is_audited_there() -> None:
    _, (searched, _) = of_module("TRUE", replace(ALL, workers=Workers(2)))
    assert searched.audited == Audited(3, 3)


def test_a_failed_assertion_is_found_again() -> None:
    _, verdicts = of_module('Assert(x < 2, "too large")')
    (failed,) = [verdict for verdict in verdicts if verdict.name == "assertions"]
    assert (failed.answer, failed.audited) == (Answer.FAILS, Audited(3, 3))


def test_an_assertion_that_does_not_fail_is_seen() -> None:
    told = audit_breakdown(RING, Shown(0, (("x", 1),)), "it is false", ())
    assert "everything has a value where a run that is shown ends" in told.fault
    troubled = replace(RING, troubled=1)
    message = "successors has no value in 1"
    assert audit_breakdown(troubled, Shown(0, (("x", 1),)), message, ()).passed


def test_every_answer_of_a_search_that_learned_a_module_passes() -> None:
    theory = load_module(EXAMPLES / "StrategicTicTacToe.tla").theory
    verdicts = check_theory(theory, task=ALL, engine="tabled").verdicts
    assert verdicts.engine == "tabled"
    passed = [verdict.audited is not None and verdict.audited.passed for verdict in verdicts]
    assert passed == [True]


def test_a_state_is_looked_up_among_those_that_a_search_has_learned() -> None:
    found = explore(RING, Wanted(), Task(), engine="tabled")
    assert found.number is not None
    assert [found.number(found.state(number)) for number in range(4)] == [0, 1, 2, 3]
    assert found.number(4) is None


ENDLESS = r"""
---- MODULE Endless ----
EXTENDS Naturals
VARIABLE n
Next == n' = n + 1
Spec == n = 0 /\ [][Next]_n /\ WF_n(Next)
Left == n % 3
Back == []<>(n % 3 = 0)
====
"""


def test_states_without_end_that_a_view_takes_as_one_are_told_apart_up_to_a_limit() -> None:
    config = read_config("SPECIFICATION Spec VIEW Left PROPERTY Back")
    module = TlaModule(load("Endless.tla", text=ENDLESS), config)
    (verdict, *_) = check_theory(module.theory, task=ALL).verdicts.properties
    assert verdict.answer is Answer.HOLDS
    assert verdict.audited is not None
    (left,) = verdict.audited.unchecked
    assert "more than 300 states to be told apart" in left
