"""Claims about the runs of specifications, against the definitions."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from counterpoint.engines.decide.spec.check import ALLOWED_ONLY, INSIDE_ONLY, Checked, check_claims
from counterpoint.engines.decide.spec.runs import IN_PART, NO_RUN, NO_START, NOT_LINEAR
from counterpoint.logic.formula import Formula
from counterpoint.logic.parser import parse
from counterpoint.model.specified import About, Claim, StepProbe, Stuttering
from counterpoint.verdict import Answer, Verdict

from ...search.spec.reference import Structure, breaks, short_runs
from ...search.spec.tables import WAYS, Tabled, asked_for, doubled, formulas, tables


def checked(of: Tabled, *asked: Formula | str, engine: str = "explicit") -> Checked:
    claims = [
        Claim(
            str(formula),
            About.RUNS,
            formula=parse(formula) if isinstance(formula, str) else formula,
        )
        for formula in asked
    ]
    return check_claims(of, claims, name="tables", **asked_for(engine, of))


def verdict_on(of: Tabled, formula: Formula | str, engine: str = "explicit") -> Verdict:
    return checked(of, formula, engine=engine).verdicts.properties[0]


def require_right(of: Tabled, formula: Formula, verdict: Verdict) -> None:
    """The answer is that of the definition, and a run that is shown shows it."""
    assert (verdict.answer is Answer.HOLDS) == Structure(of).holds(formula)
    assert verdict.answer is not Answer.UNKNOWN
    if verdict.answer is Answer.FAILS:
        assert verdict.trace is not None
        verdict.trace.replay(Stuttering(of))
        assert breaks(of, formula, verdict.trace)


@given(tables(3), formulas(3), st.sampled_from(WAYS))
def test_a_claim_about_runs_is_decided_as_defined(
    of: Tabled, formula: Formula, engine: str
) -> None:
    require_right(of, formula, verdict_on(of, formula, engine))


@given(tables(3, fair=True), formulas(2), st.sampled_from(WAYS))
def test_promises_of_fairness_are_kept(of: Tabled, formula: Formula, engine: str) -> None:
    require_right(of, formula, verdict_on(of, formula, engine))


@given(tables(3, fair=True, bounded=True, assuming=True), formulas(2), st.sampled_from(WAYS))
def test_constraints_and_assumptions_are_kept(of: Tabled, formula: Formula, engine: str) -> None:
    require_right(of, formula, verdict_on(of, formula, engine))


@given(tables(3, fair=True, bounded=True, assuming=True), formulas(3))
def test_no_short_run_breaks_what_holds(of: Tabled, formula: Formula) -> None:
    verdict = verdict_on(of, formula)
    if verdict.answer is Answer.HOLDS:
        assert not any(breaks(of, formula, run) for run in short_runs(of, 4))


@given(
    tables(3, fair=True, bounded=True, assuming=True),
    formulas(2),
    st.sampled_from(WAYS),
    st.data(),
)
def test_where_states_stand_for_others_a_real_run_is_shown_or_none(
    of: Tabled, formula: Formula, engine: str, data: st.DataObject
) -> None:
    double = data.draw(doubled(of))
    verdict = verdict_on(double, formula, engine)
    if verdict.answer is Answer.FAILS:
        assert verdict.trace is not None
        verdict.trace.replay(Stuttering(double))
        assert breaks(double, formula, verdict.trace)
        assert not Structure(of).holds(formula)
    elif verdict.answer is Answer.UNKNOWN:
        assert verdict.reason == IN_PART
    else:
        assert verdict.reason == NO_START


RING = Tabled(
    [[("go", 1)], [("go", 2), ("back", 0)], [("go", 0)]],
    true={
        "p": frozenset({0}), "q": frozenset({2}), "a": frozenset({(1, 2)}),
        "b": frozenset({(0, 1), (1, 2), (2, 0)}),
    },
)  # fmt: skip
"""Three states in a ring, with one way back; a is the step to q, and b any way round."""


def test_every_state_may_stutter_for_ever() -> None:
    verdict = verdict_on(RING, "F q")
    assert verdict.answer is Answer.FAILS
    assert verdict.trace is not None
    assert verdict.trace.events == ()


def test_fairness_is_what_makes_things_happen() -> None:
    weak = replace(RING, fair=[(False, "b", None)])
    strong = replace(weak, fair=[(False, "b", None), (True, "a", None)])
    assert verdict_on(weak, "F !p").answer is Answer.HOLDS
    assert verdict_on(weak, "F q").answer is Answer.FAILS
    assert verdict_on(strong, "F q").answer is Answer.HOLDS


def test_steps_that_are_enabled_but_not_there_leave_no_run() -> None:
    stuck = Tabled(
        [[("go", 0)]], true={"p": frozenset({0}), "a": frozenset()}, fair=[(False, "a", "p")]
    )
    found = checked(stuck, "F false", "G p")
    assert [verdict.answer for verdict in found.verdicts] == [Answer.HOLDS] * 2
    assert all(verdict.vacuous and verdict.reason == NO_RUN for verdict in found.verdicts)
    assert found.verdicts.warnings == (f"{NO_RUN}, so every claim about runs holds vacuously",)


def test_a_promise_that_is_not_needed_makes_no_claim_vacuous() -> None:
    promised = replace(RING, fair=[(True, "a", "q")], assumptions=[parse("G F p")])
    verdict = verdict_on(promised, "G (p | q | !p)")
    assert verdict.answer is Answer.HOLDS
    assert "q" in verdict.reason  # of the claim itself
    verdict = verdict_on(promised, "G F p")
    assert (verdict.answer, verdict.vacuous, verdict.reason) == (Answer.HOLDS, False, "")


def test_parts_of_a_claim_that_never_mattered_are_told() -> None:
    verdict = verdict_on(RING, "G (!p & !q -> X (p | q | !p))")
    assert verdict.answer is Answer.HOLDS
    assert verdict.vacuous
    assert verdict.reason.startswith("it holds whatever p is in one of its ")


def test_constraints_are_told_of_where_claims_are_about_runs() -> None:
    inside = replace(RING, inside=frozenset({0, 1}))
    allowed = replace(RING, allowed=frozenset({(0, 1)}))
    assert checked(inside, "G p").verdicts.warnings == (INSIDE_ONLY,)
    assert checked(allowed, "G p").verdicts.warnings == (ALLOWED_ONLY,)
    claim = Claim("p", About.STATES, RING.probes["p"])
    assert check_claims(inside, [claim], name="tables").verdicts.warnings == ()
    assert verdict_on(inside, "G !q").answer is Answer.HOLDS


def test_without_an_initial_state_inside_a_claim_about_runs_is_vacuous() -> None:
    verdict = verdict_on(replace(RING, inside=frozenset({1, 2})), "F false")
    assert (verdict.answer, verdict.vacuous, verdict.reason) == (Answer.HOLDS, True, NO_START)


def test_claims_about_what_some_run_does_are_decided_where_all_runs_count() -> None:
    assert verdict_on(RING, "AG EF q").answer is Answer.HOLDS
    witness = verdict_on(RING, "EF q")
    assert witness.answer is Answer.HOLDS
    assert witness.trace is not None
    assert witness.trace.events == ("go", "go")
    assumed = verdict_on(replace(RING, assumptions=[parse("G F p")]), "AG EF q")
    assert (assumed.answer, assumed.reason) == (Answer.UNKNOWN, NOT_LINEAR)


def test_too_many_steps_to_watch_leave_a_claim_open() -> None:
    true = {f"step {n}": frozenset({(0, 0)}) for n in range(65)}
    many = Tabled([[]], true=true)
    said = " & ".join(f"{{step {n}}}" for n in range(65))
    verdict = verdict_on(many, f"G X ({said})")
    assert verdict.answer is Answer.UNKNOWN
    assert verdict.reason.startswith("65 atoms ask about events")


def test_what_has_no_value_of_stuttering_leaves_claims_about_runs_open() -> None:
    of = replace(RING, troubled=2, what="rest")
    step = of.probes["a"]
    assert isinstance(step, StepProbe)

    def holds(state: int, there: int) -> bool:
        if state == there:
            of.require("rest", state)
        return step.holds(state, there)

    of.probes["a"] = StepProbe("a", holds)
    asked = [
        Claim("runs", About.RUNS, formula=parse("G X a")),
        Claim("states", About.STATES, of.probes["p"]),
        Claim("others", About.RUNS, formula=parse("F p")),
    ]
    found = check_claims(of, asked, name="tables")
    said = "rest has no value in 2"
    assert [verdict.answer.value for verdict in found.verdicts] == ["unknown", "fails", "unknown"]
    assert found.verdicts["runs"].reason == found.verdicts["others"].reason == said
    assert found.trouble_trace is not None
    assert found.trouble_trace.states == (0, 1, 2)
