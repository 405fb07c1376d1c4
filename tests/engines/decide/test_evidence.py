"""What a verdict shows is enough: its runs alone make the formula true, or false."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from counterpoint import Model, check, step
from counterpoint.engines.base.task import Task
from counterpoint.engines.decide import verdicts
from counterpoint.engines.decide.decide import decide
from counterpoint.engines.decide.verdicts import verdict_of
from counterpoint.engines.formula.question import Question
from counterpoint.engines.search.compiled.search import search
from counterpoint.engines.space.model_opening import ModelOpening
from counterpoint.engines.space.opening import Opening
from counterpoint.engines.space.prepared import Prepared
from counterpoint.engines.space.space import Space
from counterpoint.engines.space.sweepspace import SweepSpace
from counterpoint.engines.space.symbolicspace import SymbolicSpace
from counterpoint.errors import Fault
from counterpoint.logic.core import Core, Prop
from counterpoint.logic.core_text import core_text
from counterpoint.logic.formula import Formula, Not, Team, Temporal
from counterpoint.logic.fragments import everything_in, is_existential
from counterpoint.logic.lower import negated, to_core
from counterpoint.logic.parser import parse
from counterpoint.model.property import Satisfies
from counterpoint.verdict import Answer, Branch, Trace, Verdict
from tests.logic.semantics import Kripke, Move, satisfying
from tests.share import share

from ..drawn_numbers import drawn_numbers
from ..kripkes import Listed, as_model, kripkes, without_unowned
from ..unfolded import Unfolded
from .test_decide import programs

TEMPLATES = (
    "EF p", "AG !p", "AG p", "E[p U q]", "E[!p U q]", "EG p", "EG !p", "AF p", "A[p U q]",
    "EX p & EX q", "EX !p & EX q", "EF (p & EX !p)", "EF (EX p & EX !p)", "EX (EX p & EX !p)",
    "EX p & EX (EX p & EX !p)", "AG (p -> AX q)", "AG (p -> EX EX q)", "AG EF p", "AG AF p",
    "EF EG p", "A[p W q]", "AX AX p", "F p", "G F p", "F G p", "G (p -> F q)", "G (p -> X q)",
    "G F p -> G F q", "p U X q", "E(G F p & G F q)", "E(F G p & F q)", "A(F p & F q)",
    "mu X. p | <>(q & <>X)", "EF (p & EG !q)", "E[(p | EX q) U q]", "E[EX p U (q & !p)]",
    "E[p U EG q]", "EF (p & !q) & EF (q & !p)", "EG (p | EX q)", "EF (p & EF (q & EF !p))",
)  # fmt: skip

Steps = tuple[tuple[str, Any], ...]
Where = Callable[[Any, Steps], int]
"""The number of the state that steps from a start lead to, in the system by definition."""


class Tree:
    """The runs of a verdict as a system of their own, which goes nowhere else."""

    def __init__(self, traces: list[Trace], where: Where, of: Kripke) -> None:
        self.of = of
        self.start = traces[0].start
        self.numbers: dict[Steps, int] = {(): 0}
        self.states = [where(self.start, ())]
        self.moves: dict[tuple[int, str, int], None] = {}
        for trace in traces:
            assert trace.start == self.start
            self._add(trace, where)

    def _add(self, trace: Trace, where: Where) -> None:
        way: Steps = ()
        places = [0]
        for label, state in trace.steps:
            way = (*way, (str(label), state))
            is_back = len(way) == len(trace.steps) and trace.loop is not None
            if is_back and way not in self.numbers:
                back = places[trace.loop or 0]
                assert trace.states[-1] == trace.states[trace.loop or 0]
                assert self.true(where(self.start, way)) == self.true(self.states[back])
                self.numbers[way] = back
            if way not in self.numbers:
                self.numbers[way] = len(self.states)
                self.states.append(where(self.start, way))
            self.moves[places[-1], str(label), self.numbers[way]] = None
            places.append(self.numbers[way])

    def true(self, state: int) -> set[str]:
        return {text for text, true in self.of.props.items() if state in true}

    def kripke(self) -> Kripke:
        rows = tuple(
            tuple(Move(label, to) for here, label, to in self.moves if here == node)
            for node in range(len(self.states))
        )
        props = {
            text: frozenset(n for n, state in enumerate(self.states) if state in true)
            for text, true in self.of.props.items()
        }
        return Kripke(rows, props)


def is_shown(verdict: Verdict, goal: Core, of: Kripke, where: Where) -> bool:
    """Whether the runs of a verdict are enough for its answer; true where none could be."""
    claim = goal if verdict.answer is Answer.HOLDS else negated(goal)
    asides = [branch.trace for branch in verdict.branches if branch.trace is not None]
    if verdict.vacuous or not is_existential(claim) or len(asides) < len(verdict.branches):
        return True
    if verdict.trace is None:
        return verdict.answer is Answer.HOLDS
    asked = {goal.text for goal in everything_in(claim) if isinstance(goal, Prop)}
    told = replace(of, props={text: true for text, true in of.props.items() if text in asked})
    return 0 in satisfying(claim, Tree([verdict.trace, *asides], where, told).kripke())


def of_program(there: Unfolded) -> Where:
    numbers = {pair: n for n, pair in enumerate(there.pairs)}

    def where(start: Any, steps: Steps) -> int:
        here = 0
        assert there.pairs[0][0] == start
        for label, state in steps:
            (here,) = {
                move.target
                for move in there.kripke.steps[here]
                if move.label == label and there.pairs[move.target][0] == state
            }
        return here

    assert numbers
    return where


def traces_of(verdict: Verdict) -> list[Trace]:
    found = (verdict.trace, *(branch.trace for branch in verdict.branches))
    return [trace for trace in found if trace is not None]


def is_fair(trace: Trace, kripke: Kripke, where: Where) -> bool:
    """Whether the loop of a run neglects no step that it should take."""
    if trace.loop is None:
        return True
    steps = tuple((str(label), state) for label, state in trace.steps)
    taken = {label for label, _ in steps[trace.loop :]}
    around = [where(trace.start, steps[:n]) for n in range(trace.loop, len(steps))]
    for fair in kripke.fairness:
        enabled = [any(m.label in fair.labels for m in kripke.steps[n]) for n in around]
        neglected = any(enabled) if fair.strong else all(enabled)
        if neglected and not taken & fair.labels:
            return False
    return True


def in_words(template: str, first: str, second: str) -> Formula:
    """A template whose p and q are two atoms."""
    return parse(
        re.sub(r"\b[pq]\b", lambda m: "{%s}" % (first if m[0] == "p" else second), template)
    )


@pytest.mark.parametrize("fair", [False, True])
@pytest.mark.parametrize("limit", [None, 4])
def test_the_runs_of_a_verdict_on_a_program_are_enough(fair: bool, limit: int | None) -> None:
    @settings(max_examples=5)
    @given(given=programs(fair))
    def show(given: Any) -> None:
        program, (first, second), there = given
        where = of_program(there)
        wanted = [in_words(template, first, second) for template in TEMPLATES]
        verdicts = check(program, *map(Satisfies, wanted), limit_states=limit)
        for formula in wanted:
            verdict = verdicts[str(formula)]
            if verdict.answer is not Answer.UNKNOWN:
                true = satisfying(to_core(formula, fair=bool(there.kripke.fairness)), there.kripke)
                assert bool(verdict) == (0 in true)
                assert is_shown(
                    verdict, to_core(formula, fair=bool(there.kripke.fairness)), there.kripke, where
                )
                assert all(is_fair(trace, there.kripke, where) for trace in traces_of(verdict))

    show()


def space_of(kripke: Kripke, formula: Formula, engine: str) -> tuple[Any, Space[Any]]:
    model = as_model(kripke, (0,))
    if engine == "sweeps":
        return model, SweepSpace(Prepared(model, model), search(model))
    return model, ModelOpening(model, "reachable", engine, Task()).space(Question((formula,)))


@pytest.mark.parametrize(("engine", "examples"), [("symbolic", 8), ("explicit", 2), ("sweeps", 2)])
def test_the_runs_of_a_verdict_on_a_model_are_enough(engine: str, examples: int) -> None:
    def where(start: Any, steps: Steps) -> int:
        return int(steps[-1][1][0] if steps else start[0])

    @settings(max_examples=examples)
    @given(kripke=kripkes())
    def show(kripke: Kripke) -> None:
        system, space = space_of(kripke, parse("E(G F p & F G q)"), engine)
        for template in TEMPLATES:
            verdict = verdict_of("it", decide(parse(template), space), system)
            if verdict.answer is Answer.UNKNOWN:
                assert engine == "sweeps"
                continue
            assert bool(verdict) == (0 in satisfying(to_core(parse(template)), kripke))
            assert is_shown(verdict, to_core(parse(template)), kripke, where)

    show()


@pytest.mark.parametrize(
    "text", ["<<one>> F p", "<<two>> (p U q)", "<<one, two>> F (p & q)", "[[one]] G p"]
)
def test_a_play_is_one_that_the_team_can_enforce(text: str) -> None:
    """It ends at the goal, and never leaves the states from which that can be enforced."""
    formula = parse(text)
    assert isinstance(formula, Team)
    assert isinstance(formula.of, Temporal)
    aim = formula.of.parts[-1] if formula.enforce else Not(formula.of.parts[-1])

    @settings(max_examples=share(20))
    @given(kripke=kripkes().map(without_unowned))
    def show(kripke: Kripke) -> None:
        winning = satisfying(to_core(formula), kripke)
        verdict = check(Listed(kripke, (0,)), Satisfies(formula)).properties[0]
        assert bool(verdict) == (0 in winning)
        if verdict.trace is None or bool(verdict) is not formula.enforce:
            return
        sure = winning if formula.enforce else kripke.states - winning
        assert sure.issuperset(verdict.trace.states)
        assert verdict.trace.states[-1] in satisfying(to_core(aim), kripke)
        assert Branch(0, core_text(to_core(formula))) in verdict.branches or not formula.enforce

    show()


def test_a_branch_of_a_branch_is_shown_too() -> None:
    kripke = Kripke(
        (
            (Move("a", 1), Move("b", 2)),
            (Move("a", 1),),
            (Move("a", 1), Move("b", 3)),
            (Move("a", 3),),
        ),
        {"p": frozenset({1}), "q": frozenset({3})},
    )
    verdict = check(Listed(kripke, (0,)), "EX p & EX (EX p & EX q)").properties[0]
    ways = [branch.trace.states for branch in verdict.branches if branch.trace is not None]
    assert verdict.trace is not None
    assert (verdict.trace.states, ways) == ((0, 1), [(0, 2, 1), (0, 2, 3)])
    assert [branch.at for branch in verdict.branches] == [0, 1]


def test_a_run_with_branches_is_no_branch_of_itself() -> None:
    kripke = Kripke(
        ((Move("a", 1), Move("b", 2)), (Move("a", 1),), (Move("a", 2),)),
        {"p": frozenset({1}), "q": frozenset({2})},
    )
    verdict = check(Listed(kripke, (0,)), "EX !q & (EX p & EX q)").properties[0]
    assert verdict.trace is not None
    assert verdict.trace.states == (0, 1)
    assert [branch.trace.states for branch in verdict.branches if branch.trace] == [(0, 2)]


def test_what_no_run_shows_is_told_as_a_claim() -> None:
    kripke = Kripke(((Move("a", 1),), (Move("a", 1),)), {"p": frozenset({1})})
    verdict = check(Listed(kripke, (0,)), "EX (p & AG p)").properties[0]
    assert verdict.branches == (Branch(1, "AG p"),)


def test_a_run_that_does_not_show_its_formula_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdicts, "path_holds", lambda *_: False)
    kripke = Kripke(((Move("a", 0),),), {"p": frozenset({0})})
    with pytest.raises(Fault, match="is not true of the run that should show it"):
        check(Listed(kripke), "E(G F p & F p)")


def scattered() -> Model:
    """Ten numbers, all chosen anew by one action, and all less by another: 10^10 steps of each."""
    model = Model("scattered")
    drawn = drawn_numbers(model, 10, 10)
    first, *_ = drawn

    @model.action
    def scatter() -> object:
        return step(when=first < 9, set=drawn)

    @model.action
    def less() -> object:
        return step(when=[choice < 9 for choice in drawn.values()], set=drawn)

    return model


@pytest.mark.parametrize(
    ("formula", "answer", "events"),
    [
        ("EX (n3 = 9 & n5 = 9)", Answer.HOLDS, ("scatter",)),
        ("AX n3 != 9", Answer.FAILS, ("scatter",)),
        ("<less> (n3 = 8)", Answer.HOLDS, ("less",)),
        ("EX (n0 = 9 & EX n4 = 1)", Answer.HOLDS, ("scatter", "less")),
        ("AX EX n3 = 9", Answer.FAILS, ("scatter",)),
    ],
)
def test_a_step_is_shown_though_its_state_has_very_many(
    formula: str, answer: Answer, events: tuple[str, ...]
) -> None:
    (verdict,) = check(scattered(), formula)
    assert (verdict.answer, verdict.trace and verdict.trace.events) == (answer, events)


def test_answers_stay_if_the_check_is_ended_while_figures_are_computed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ended(_of: Any) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(SymbolicSpace, "transitions", property(ended))
    monkeypatch.setattr(Opening, "said_of_rest", property(ended))
    verdicts = check(scattered(), "EX n3 = 9", "AG n3 = 0", engine="symbolic")
    assert [verdict.answer for verdict in verdicts] == [Answer.HOLDS, Answer.FAILS]
    assert (verdicts.states, verdicts.transitions) == (10**10, None)
