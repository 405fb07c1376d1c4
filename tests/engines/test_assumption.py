"""Checks under an assumption: which runs count, which runs are shown, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint import StateSpace, check, solve
from counterpoint.engines.formula.linear import path_holds
from counterpoint.errors import BadModel, Refused
from counterpoint.logic.core import Core, Prop, Truth
from counterpoint.logic.formula import Formula
from counterpoint.logic.lower import to_linear
from counterpoint.logic.parser import parse
from counterpoint.model.model import Model
from counterpoint.model.step import Step, step
from counterpoint.model.system import State
from counterpoint.smv.model import model_of
from counterpoint.smv.source import Source
from counterpoint.verdict import Answer, Trace
from tests.engines.kripkes import as_model, as_relation, kripkes
from tests.logic.semantics import Kripke
from tests.logic.test_assumption import ASSUMPTIONS, Meaning, states
from tests.share import share

ENGINES = ("explicit", "symbolic", "cudd")


def assuming(model: Model, assumption: str) -> Model:
    return Model.of(model.name, replace(model.parts, assumption=parse(assumption)))


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_gives_the_states_of_the_definition(engine: str) -> None:
    @settings(max_examples=share(12), deadline=None)
    @given(
        kripke=kripkes(), formula=states(2), assumption=st.sampled_from(ASSUMPTIONS),
        relation=st.booleans(),
    )  # fmt: skip
    def compare(kripke: Kripke, formula: Formula, assumption: str, relation: bool) -> None:
        model = assuming((as_relation if relation else as_model)(kripke), assumption)
        found = StateSpace(model, over="all", engine=engine).where(formula)
        expected = Meaning(kripke, parse(assumption)).states(formula)
        assert {state[0] for state in found} == expected  # type: ignore[index]

    compare()


def walker() -> Model:
    """A number that goes up and down by one, or stays."""
    model = Model("walker")
    n = model.var("n", range(6), init=0)

    @model.action
    def up() -> Step:
        return step(when=n < 5, set={n: n + 1})

    @model.action
    def down() -> Step:
        return step(when=n > 0, set={n: n - 1})

    @model.action
    def stay() -> Step:
        return step()

    model.atom("two", n == 2)
    model.atom("three", n == 3)
    return model


def holds_on(trace: Trace, formula: str) -> bool:
    """Whether an endless run satisfies a linear formula over the number."""
    assert trace.loop is not None
    wanted = {"two": 2, "three": 3}

    def true(of: Core, at: int) -> bool:
        state: State = trace.states[at]
        if isinstance(of, Truth):
            return of.value
        assert isinstance(of, Prop)
        assert isinstance(state, tuple)
        return (state[0] == wanted[of.text]) is of.positive

    return path_holds(to_linear(parse(formula)), len(trace.steps), trace.loop, true)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("assumption", ["G F two", "G F two & F G !three", "F two"])
@pytest.mark.parametrize("formula", ["AG n < 5", "G F three", "AX n = 1", "A[n < 2 U n = 2]"])
def test_a_counterexample_satisfies_the_assumption(
    engine: str, assumption: str, formula: str
) -> None:
    model = walker()
    model.assume(assumption)
    (verdict,) = check(model, formula, engine=engine, audit="all")
    if verdict.answer is Answer.HOLDS:
        assert formula == "A[n < 2 U n = 2]"
        return
    assert verdict.audited is not None
    assert verdict.audited.passed
    assert verdict.trace is not None
    verdict.trace.replay(model)
    assert holds_on(verdict.trace, assumption)


@pytest.mark.parametrize("engine", ENGINES)
def test_without_any_run_that_counts_the_answer_says_so(engine: str) -> None:
    model = walker()
    model.assume("G F (two & three)")
    found = check(model, "AG n < 5", "EF n = 5", engine=engine)
    said = "no run from an initial state satisfies what is assumed of runs"
    assert [(v.answer, v.vacuous) for v in found] == [(Answer.HOLDS, True), (Answer.FAILS, False)]
    assert all(verdict.reason.startswith(said) for verdict in found)


def test_several_assumptions_hold_together() -> None:
    model = walker()
    model.assume("G F two")
    model.assume(parse("G F three"))
    assert str(model.parts.assumption) == "G F two & G F three"
    assert check(model, "G F (three & F two)")


def test_deadlock_is_asked_of_all_states() -> None:
    model = Model("end")
    n = model.var("n", range(3), init=0)
    model.assume("G F n = 0")

    @model.action
    def up() -> Step:
        return step(when=n < 2, set={n: n + 1})

    (verdict,) = check(model, "deadlock")
    assert verdict.answer is Answer.FAILS


@pytest.mark.parametrize("engine", ENGINES)
def test_what_a_team_can_enforce_is_refused(engine: str) -> None:
    model = walker()
    model.turns(one=True)
    model.assume("G F two")
    (verdict,) = check(model, "<<one>> F three", engine=engine)
    assert verdict.answer is Answer.UNKNOWN
    assert "what a team can enforce is not decided under an assumption" in verdict.reason
    with pytest.raises(Refused, match="not decided under an assumption"):
        StateSpace(model, engine=engine).where("<<one>> F three")
    with pytest.raises(Refused, match="what a player can enforce is not decided under an assum"):
        solve(model, player="one", goal="three")


@pytest.mark.parametrize(
    ("given_as", "said"),
    [
        (3, "an assumption is a formula such as 'G F ready', not 3"),
        ("G EF two", "an assumption is about single runs, and G EF two asks what other runs"),
    ],
)
def test_only_a_linear_formula_is_assumed(given_as: object, said: str) -> None:
    with pytest.raises(BadModel) as error:
        walker().assume(given_as)  # type: ignore[arg-type]
    assert said in error.value.message


def test_where_knows_that_no_run_counts() -> None:
    impossible, possible = walker(), walker()
    impossible.assume("G F (two & three)")
    possible.assume("G F three")
    spaces = [StateSpace(model) for model in (impossible, possible, walker())]
    assert [bool(space.why_no_run_counts()) for space in spaces] == [True, False, False]


def test_without_any_infinite_run_the_answer_says_so() -> None:
    model = model_of(Source("m.smv", "MODULE main VAR n : 0..2; TRANS n < 2 & next(n) = n + 1;"))
    (verdict,) = check(model, "AG n = 0")
    assert (verdict.answer, verdict.vacuous) == (Answer.HOLDS, True)
    said = "every run from an initial state comes to rest, and only infinite runs count"
    assert verdict.reason == said
    assert StateSpace(model).why_no_run_counts() == said
