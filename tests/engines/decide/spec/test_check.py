"""Claims about states and steps, and what goes wrong while they are checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from operator import ne
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.alarm import Alarm, out_of_time
from counterpoint.engines.base.ending import none_among
from counterpoint.engines.base.limits import Limits
from counterpoint.engines.base.task import EVERYTHING, Task
from counterpoint.engines.decide.spec.check import DEADLOCK, NO_INITIAL_STATE, Checked, check_claims
from counterpoint.errors import BadFormula, Fault, Misuse, Refused, UnknownAtom
from counterpoint.logic.formula import Formula, Variable
from counterpoint.logic.parser import parse
from counterpoint.model.specified import About, Claim, StateProbe, Stuttering
from counterpoint.stopped import AT_A_FAILURE, INTERRUPTED, Cause
from counterpoint.verdict import Answer, Verdict
from tests.tunings import UNHURRIED

from ...search.spec.reference import Reached, Structure, breaks
from ...search.spec.tables import WAYS, Tabled, able, asked_for, doubled, formulas, tables

ENGINES = ("explicit", "tabled")
HOLDS, FAILS, UNKNOWN = Answer.HOLDS, Answer.FAILS, Answer.UNKNOWN


def claims(of: Tabled, *runs: Formula) -> list[Claim]:
    """Everything that can be asked about the atoms, and formulas."""
    return [
        Claim("start", About.START, of.probes["p"]),
        Claim("states", About.STATES, of.probes["p"]),
        Claim("others", About.STATES, of.probes["q"]),
        Claim("steps", About.STEPS, of.probes["a"]),
        *(Claim(str(formula), About.RUNS, formula=formula) for formula in runs),
    ]


def checked(of: Tabled, *runs: Formula, **options: Any) -> Checked:
    if "engine" in options:
        task = options.get("task", EVERYTHING)
        options |= asked_for(options["engine"], of, task)
    return check_claims(of, claims(of, *runs), name="tables", deadlock=True, **options)


def answers(found: Checked) -> dict[str, Answer]:
    return {verdict.name: verdict.answer for verdict in found.verdicts}


@given(tables(bounded=True), st.sampled_from(WAYS), st.booleans())
def test_states_and_steps_are_judged_as_defined(of: Tabled, engine: str, runs: bool) -> None:
    found = checked(of, *([parse("G p")] if runs else []), engine=engine).verdicts
    reached = Reached(of)
    bad = [state for state in reached.judged if state not in of.true["p"]]
    others = [state for state in reached.judged if state not in of.true["q"]]
    wrong = [(here, there) for here, _, there in reached.steps if (here, there) not in of.true["a"]]
    assert answers_of(found["start"], any(state in bad for state in of.start))
    assert answers_of(found["states"], bad)
    assert answers_of(found["others"], others)
    assert answers_of(found["steps"], wrong)
    assert answers_of(found[DEADLOCK], reached.deadlocks)
    ends = {
        "start": set(of.start) & set(bad),
        "states": set(bad),
        "others": set(others),
        DEADLOCK: set(reached.deadlocks),
    }
    for name, states in ends.items():
        if (trace := found[name].trace) is not None:
            trace.replay(Stuttering(of))
            assert trace.states[-1] in states
    if (trace := found["steps"].trace) is not None:
        trace.replay(Stuttering(of))
        assert trace.states[-2:] in wrong
    count = {"states": len(bad), "others": len(others), "steps": len(wrong)}
    for name, many in count.items():
        if many:
            assert found[name].reason.startswith(f"{many} ")


def answers_of(verdict: Verdict, bad: object) -> bool:
    return verdict.answer is (FAILS if bad else HOLDS)


@given(tables(bounded=True), st.sampled_from(ENGINES), st.booleans())
def test_states_steps_and_levels_are_counted(of: Tabled, engine: str, runs: bool) -> None:
    asked = [Claim("G p", About.RUNS, formula=parse("G p"))] if runs else []
    found = check_claims(of, asked, name="tables", engine=able(engine, of)).found
    reached = Reached(of)
    assert found.engine == able(engine, of)
    assert not found.stopped
    assert found.states == len(reached.inside)
    assert found.generated == len(of.start) + len(reached.steps)
    assert found.depth == reached.depth
    assert {found.state(n) for n in range(found.found)} == set(reached.judged)
    taken = Counter(label for _, label, _ in reached.steps)
    assert {one.label: one.taken for one in found.coverage if one.taken} == taken
    fresh = sum(one.fresh for one in found.coverage)
    assert fresh == len(reached.found) - len(reached.levels[0])


def require_sound(of: Tabled, formula: Formula, found: Checked) -> None:
    """No answer contradicts the definitions, and what is shown is so."""
    reached = Reached(of)
    bad = {
        "start": set(of.start) - of.true["p"],
        "states": set(reached.judged) - of.true["p"],
        "others": set(reached.judged) - of.true["q"],
        "steps": {(here, there) for here, _, there in reached.steps} - of.true["a"],
        DEADLOCK: set(reached.deadlocks),
    }
    for name, wrong in bad.items():
        verdict = found.verdicts[name]
        assert verdict.answer is not (HOLDS if wrong else FAILS)
        if verdict.trace is not None:
            verdict.trace.replay(Stuttering(of))
    verdict = found.verdicts[str(formula)]
    if verdict.answer is HOLDS:
        assert Structure(of).holds(formula)
    if verdict.answer is FAILS:
        assert verdict.trace is not None
        verdict.trace.replay(Stuttering(of))
        assert breaks(of, formula, verdict.trace)


@given(
    tables(bounded=True, fair=True, assuming=True), formulas(2), st.sampled_from(WAYS),
    st.integers(1, 3),
)  # fmt: skip
def test_what_is_said_of_a_part_is_true_of_the_whole(
    of: Tabled, formula: Formula, engine: str, most: int
) -> None:
    found = checked(of, formula, engine=engine, task=Task(Limits(states=most)))
    require_sound(of, formula, found)
    if found.found.stopped:
        assert found.verdicts.stopped == f"the limit of {most} states was reached"
        assert not found.verdicts.complete
        assert HOLDS not in {answers(found)[name] for name in ("states", "steps", DEADLOCK)}
    else:
        assert len(Reached(of).judged) <= most


WHAT = ("p", "q", "a", "b", "successors", "within", "initial")


@given(
    tables(bounded=True, fair=True, assuming=True), formulas(2), st.sampled_from(WAYS),
    st.sampled_from(WHAT), st.data(),
)  # fmt: skip
def test_what_has_no_value_makes_unknown_what_is_not_decided(
    of: Tabled, formula: Formula, engine: str, what: str, data: st.DataObject
) -> None:
    state = data.draw(st.sampled_from(Reached(of).found))
    found = checked(replace(of, troubled=state, what=what), formula, engine=engine)
    require_sound(of, formula, found)
    assert found.trouble is None or found.trouble.error.message == f"{what} has no value in {state}"
    if found.trouble is None:
        return
    open_ = [verdict for verdict in found.verdicts if verdict.answer is UNKNOWN]
    assert {verdict.reason for verdict in open_} <= {found.trouble.error.message}
    if what == "initial":
        assert found.trouble_trace is None
    else:
        assert found.trouble_trace is not None
        assert found.trouble_trace.states[-1] == state
        found.trouble_trace.replay(Stuttering(of))


@given(tables(bounded=True), st.sampled_from(WAYS), st.data())
def test_states_that_behave_alike_can_stand_for_each_other(
    of: Tabled, engine: str, data: st.DataObject
) -> None:
    double = data.draw(doubled(of))
    once, twice = checked(of, engine=engine), checked(double, engine=engine)
    assert answers(once) == answers(twice)
    assert once.found.states == twice.found.states
    assert once.found.depth == twice.found.depth
    assert once.found.generated == twice.found.generated
    for verdict in twice.verdicts:
        if verdict.trace is not None:
            verdict.trace.replay(Stuttering(double))


STRAIGHT = Tabled(
    [[("go", 1)], [("go", 2)], [("go", 3)], [("go", 3)], []],
    true={
        "p": frozenset({0, 1, 2}), "q": frozenset({0, 3}), "a": frozenset({(0, 1), (1, 2)}),
        "b": frozenset({(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (0, 1)}),
    },
)  # fmt: skip
"""From 0 to 3 and no further; p up to 2, q at both ends."""


@pytest.mark.parametrize("engine", ENGINES)
def test_a_search_ends_at_the_first_failure_if_asked(engine: str) -> None:
    found = checked(STRAIGHT, parse("F q"), engine=engine, stop_first=True)
    assert found.verdicts.stopped == AT_A_FAILURE
    said = {"start": HOLDS, "states": UNKNOWN, "others": FAILS, "steps": UNKNOWN}
    assert answers(found) == {**said, "F q": UNKNOWN, DEADLOCK: UNKNOWN}
    assert found.verdicts["F q"].reason == AT_A_FAILURE


def test_nothing_is_searched_if_an_initial_state_fails_first() -> None:
    of = replace(STRAIGHT, start=[3])
    for engine in ENGINES:
        found = checked(of, engine=engine, stop_first=True)
        assert found.verdicts["start"].trace is not None
        assert found.verdicts["start"].trace.states == (3,)
        assert found.found.generated == 1


@pytest.mark.parametrize("engine", ENGINES)
def test_an_atom_that_is_false_is_no_failure_to_stop_at(engine: str) -> None:
    asked = Claim("runs", About.RUNS, formula=parse("G (p | X !q | q)"))
    found = check_claims(STRAIGHT, [asked], name="tables", stop_first=True, engine=engine)
    assert not found.verdicts.stopped
    assert found.verdicts["runs"].answer is HOLDS


@pytest.mark.parametrize("engine", ENGINES)
def test_without_an_initial_state_everything_holds_vacuously(engine: str) -> None:
    found = checked(replace(STRAIGHT, start=[]), parse("F false"), engine=engine)
    assert set(answers(found).values()) == {HOLDS}
    assert all(verdict.vacuous for verdict in found.verdicts)
    assert {verdict.reason for verdict in found.verdicts} == {NO_INITIAL_STATE}
    assert found.verdicts.warnings == (f"{NO_INITIAL_STATE}, so every claim holds vacuously",)
    assert (found.found.states, found.found.depth, found.found.generated) == (0, 0, 0)


def test_a_note_is_said_beside_the_answer() -> None:
    noted = [
        Claim("holds", About.START, STRAIGHT.probes["p"], note="only at first"),
        Claim("fails", About.STATES, STRAIGHT.probes["p"], note="as you know"),
        Claim("runs", About.RUNS, formula=parse("G (false -> p)"), note="of course"),
    ]
    verdicts = check_claims(STRAIGHT, noted, name="tables").verdicts
    assert [verdict.reason for verdict in verdicts] == [
        "only at first",
        "1 state violates it; as you know",
        "it holds whatever p is; of course",
    ]


class Interrupted(Tabled):
    """Ctrl-C is pressed while something is asked about a state."""

    def require(self, what: str, state: int) -> None:
        if state == self.troubled and what == self.what:
            raise KeyboardInterrupt


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("what", ["successors", "p", "b", "initial"])
def test_ctrl_c_keeps_what_is_known(engine: str, what: str) -> None:
    at = 0 if what == "initial" else 2
    of = Interrupted(STRAIGHT.steps, STRAIGHT.start, STRAIGHT.true, troubled=at, what=what)
    found = checked(of, parse("X !b"), engine=engine, task=Task(tuning=UNHURRIED))
    assert found.verdicts.stopped.cause is Cause.INTERRUPTED
    assert found.trouble is None
    assert answers(found)["states"] is UNKNOWN
    seen = f"; {none_among(found.found.visited)}" if found.found.visited else ""
    open_ = {v.reason for v in found.verdicts if v.answer is UNKNOWN}
    assert open_ <= {INTERRUPTED, f"{INTERRUPTED}{seen}"}
    if what != "initial":
        assert answers(found)["start"] is HOLDS
        assert answers(found)["others"] is answers(found)["X !b"] is FAILS


def test_ctrl_c_while_claims_are_judged_leaves_the_others_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: object, **__: object) -> Verdict:
        raise KeyboardInterrupt

    monkeypatch.setattr("counterpoint.engines.decide.spec.runs.Runs.verdict", interrupted)
    found = checked(STRAIGHT, parse("F q"), parse("F p"))
    assert found.verdicts["states"].answer is FAILS
    assert found.verdicts["F q"].reason == found.verdicts["F p"].reason == INTERRUPTED
    assert found.verdicts.stopped == INTERRUPTED


@pytest.mark.parametrize("engine", ENGINES)
def test_the_memory_is_limited(engine: str) -> None:
    found = checked(STRAIGHT, engine=engine, task=Task(Limits(memory=1)))
    assert found.verdicts.stopped == "the limit of 1 bytes of memory was reached"
    assert answers(found)["start"] is HOLDS


def test_more_probes_than_a_word_has_bits_are_asked_by_the_evaluator() -> None:
    probes = [StateProbe(f"not {n}", partial(ne, n)) for n in range(70)]
    asked = [Claim(probe.name, About.STATES, probe) for probe in probes]
    runs = Claim("G F q", About.RUNS, formula=parse("G (q | p)"))
    found = check_claims(STRAIGHT, [*asked, runs], name="tables").verdicts
    assert [verdict.answer for verdict in found] == [FAILS] * 4 + [HOLDS] * 67
    with pytest.raises(Refused, match="no more than 64 probes"):
        check_claims(STRAIGHT, asked, name="tables", engine="tabled")


def test_formulas_without_a_meaning_are_refused_before_the_search() -> None:
    unheard = Claim("unheard", About.RUNS, formula=parse("F unheard"))
    unbound = Claim("unbound", About.RUNS, formula=Variable("V"))
    of = replace(STRAIGHT, troubled=0, what="initial")
    with pytest.raises(UnknownAtom, match="there is no atom 'unheard'; there are p, q, a, b"):
        check_claims(of, [unheard], name="tables")
    with pytest.raises(BadFormula):
        check_claims(of, [unbound], name="tables")
    with pytest.raises(
        Misuse,
        match="is one of auto, explicit, tabled, symbolic, cudd, bounded, portfolio, not 'fast'",
    ):
        checked(STRAIGHT, engine="fast")


def test_a_contradiction_of_ours_is_no_answer() -> None:
    class Wrong(Tabled):
        def require(self, what: str, state: int) -> None:
            raise Fault("a bug")

    for engine in ENGINES:
        with pytest.raises(Fault):
            checked(Wrong(STRAIGHT.steps, true=STRAIGHT.true), engine=engine)


def test_what_is_not_known_of_a_state_is_not_believed() -> None:
    """The state that was found but not visited is not q, as the one before it is."""
    one = Tabled(
        [[("go", 1)], []],
        true={"p": frozenset({0, 1}), "q": frozenset({0}), "a": frozenset({(0, 1)})},
    )
    for engine in ENGINES:
        found = checked(one, parse("G X (a -> !q)"), engine=engine, task=Task(Limits(states=1)))
        assert answers(found)["G X (a -> !q)"] is UNKNOWN


def test_nothing_is_said_of_runs_while_initial_states_are_missing() -> None:
    of = replace(STRAIGHT, start=[0, 1], troubled=1, what="initial")
    assert answers(checked(of, parse("p | !p")))["p | !p"] is UNKNOWN


ENDLESS_STARTS = Tabled([[("go", 0)]] * 9, range(9), STRAIGHT.true)
"""All states are initial, p is false from 3 on."""

FEW = replace(UNHURRIED, starts_at_first=2, size_sample=2)
"""Eight initial states are listed when a limit of four is looked at."""


@pytest.mark.parametrize("engine", ENGINES)
def test_initial_states_are_judged_where_listing_them_is_ended(engine: str) -> None:
    """A run to each has no step."""
    task = Task(limits=Limits(states=4), tuning=FEW)
    found = checked(ENDLESS_STARTS, engine=engine, task=task)
    told = {verdict.name: verdict for verdict in found.verdicts}
    assert told["states"].answer is FAILS
    assert told["states"].trace is not None
    assert told["states"].trace.start == 3
    assert told["others"].answer is FAILS
    assert told["steps"].answer is told["deadlock"].answer is UNKNOWN
    assert "no violation" not in told["steps"].reason


def test_initial_states_are_judged_where_ctrl_c_ends_their_listing() -> None:
    of = Interrupted(
        ENDLESS_STARTS.steps, ENDLESS_STARTS.start, {**STRAIGHT.true, "p": frozenset(range(9))},
        troubled=5, what="initial",
    )  # fmt: skip
    task = Task(tuning=replace(UNHURRIED, starts_at_first=2))
    found = checked(of, engine="explicit", task=task)
    told = {verdict.name: verdict for verdict in found.verdicts}
    assert told["states"].reason == f"{INTERRUPTED}; {none_among(2)}"
    assert told["others"].answer is FAILS
    assert told["deadlock"].reason == INTERRUPTED


@pytest.mark.parametrize("engine", ENGINES)
def test_an_initial_state_that_something_has_no_value_in_is_shown(engine: str) -> None:
    of = replace(ENDLESS_STARTS, troubled=2, what="q")
    task = Task(limits=Limits(states=4), tuning=FEW)
    for runs in ((), (parse("G p"),)):
        found = checked(of, *runs, engine=engine, task=task)
        assert found.trouble is not None
        assert found.trouble.error.message == "q has no value in 2"
        assert found.trouble_trace is not None
        assert found.trouble_trace.states == (2,)
        assert set(answers(found).values()) == {UNKNOWN, FAILS}


def test_what_has_no_value_does_not_begin_a_search_after_ctrl_c() -> None:
    listed: list[int] = []

    class Both(Tabled):
        def require(self, what: str, state: int) -> None:
            if what == "initial":
                listed.append(state)
                if state == 5:
                    raise KeyboardInterrupt
            super().require(what, state)

    of = Both(ENDLESS_STARTS.steps, range(9), STRAIGHT.true, troubled=1, what="q")
    found = checked(of, parse("G p"), engine="explicit", task=Task(tuning=FEW))
    assert found.verdicts.stopped == INTERRUPTED
    assert found.trouble is not None
    assert found.trouble.state == 1
    assert listed.count(5) == 1


def test_ctrl_c_while_initial_states_are_judged_ends_everything() -> None:
    of = Interrupted(ENDLESS_STARTS.steps, range(9), STRAIGHT.true, troubled=1, what="q")
    found = checked(of, task=Task(limits=Limits(states=4), tuning=FEW), engine="explicit")
    assert found.verdicts.stopped == INTERRUPTED
    assert found.found.beginning.judged == 1


def test_no_initial_state_is_judged_after_the_first_failure() -> None:
    of = replace(ENDLESS_STARTS, true={**STRAIGHT.true, "p": frozenset({0})})
    found = checked(of, engine="explicit", stop_first=True, task=Task(tuning=FEW))
    assert found.verdicts.stopped == AT_A_FAILURE
    assert found.verdicts["start"].answer is FAILS
    assert found.found.beginning.judged == 0


@pytest.mark.parametrize("engine", ENGINES)
def test_a_limit_of_time_leaves_a_search_where_it_can_go_on(engine: str) -> None:
    alarm = Alarm(60.0)

    class Slow(Tabled):
        def require(self, what: str, state: int) -> None:
            if (what, state) == ("successors", 2):
                alarm.stopped = out_of_time(60.0)

    kept = Kept()
    of = Slow(STRAIGHT.steps, STRAIGHT.start, STRAIGHT.true)
    task = Task(tuning=UNHURRIED, keeper=kept)
    found = alarm.run(lambda: checked(of, engine=engine, task=task))
    assert found.verdicts.stopped == out_of_time(60.0)
    assert kept.ended == 1


class Kept:
    """A keeper that counts how often it is told that the search ended."""

    def __init__(self) -> None:
        self.ended = 0

    def begin(self, what: str) -> None:
        """Nothing is to be done."""

    def kept(self, kind: str) -> None:
        """Nothing was kept."""

    def look(self, kind: str, keep: Callable[[], object], *, ended: bool = False) -> None:
        if ended:
            self.ended += 1
            assert keep()
