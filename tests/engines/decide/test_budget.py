"""How much the automata of one question may take: what it leaves open, and what it does not."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import Model, StateSpace, check, step
from counterpoint.engines import where
from counterpoint.engines.decide import decide
from counterpoint.engines.decide.spec import runs
from counterpoint.engines.decide.spec.theory_check import check_theory
from counterpoint.errors import Refused
from counterpoint.logic.automata.budget import Budget
from counterpoint.logic.automata.ltl_to_automaton import ltl_to_automaton
from counterpoint.logic.lower import to_linear
from counterpoint.logic.parser import parse
from counterpoint.tla.module import PLAIN, TlaModule
from counterpoint.tla.modules import load
from counterpoint.verdict import Answer, Verdict

HOLLOW = "A(G F n = 0 & G F n = 1 -> G F n = 2)"


def ring() -> Model:
    model = Model("ring")
    n = model.var("n", range(3), init=0)
    for k in range(17):
        model.atom(f"p{k}", n == k % 3)

    @model.action()
    def go() -> Any:
        return step(set={n: (n + 1) % 3})

    return model


def needed(formula: str) -> int:
    """How much budget the automaton of a path formula takes."""
    budget = Budget()
    before = budget.left
    ltl_to_automaton(to_linear(parse(formula)), budget)
    return before - budget.left


def test_a_formula_that_is_too_large_is_unknown_with_the_reason() -> None:
    large = " | ".join(f"F (p{k} & X p{(k + 1) % 17})" for k in range(17))
    verdict = check(ring(), large).properties[0]
    assert verdict.answer is Answer.UNKNOWN
    assert "an automaton of this formula would be too large" in verdict.reason


def test_what_nobody_asked_is_left_open_where_it_takes_too_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = check(ring(), HOLLOW).properties[0]
    assert (told.answer, told.vacuous) == (Answer.HOLDS, True)
    monkeypatch.setattr(decide, "ASIDE", 0)
    untold = check(ring(), HOLLOW, audit="all").properties[0]
    assert (untold.answer, untold.vacuous) == (Answer.HOLDS, False)


def test_the_same_is_so_of_specifications(monkeypatch: pytest.MonkeyPatch) -> None:
    text = r"""
        ---- MODULE Ring ----
        EXTENDS Naturals
        VARIABLE n
        Step == n' = (n + 1) % 3
        Spec == n = 0 /\ [][Step]_n /\ WF_n(Step)
        THEOREM Spec => (<>(n = 1) => []<>(n = 2))
        ====
    """

    def answer() -> Verdict:
        theory = TlaModule(load("Ring.tla", text=text), None, PLAIN).theory
        return check_theory(theory).verdicts.properties[0]

    assert (answer().answer, answer().vacuous) == (Answer.HOLDS, True)
    monkeypatch.setattr(runs, "ASIDE", 0)
    assert (answer().answer, answer().vacuous) == (Answer.HOLDS, False)


def test_each_question_to_a_space_has_room_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    formulas = [f"G F n = {k} & F G n = {j}" for k in range(3) for j in range(3) if j != k]
    budget = max(map(needed, formulas))
    space = StateSpace(ring())
    monkeypatch.setattr(where, "Budget", lambda: Budget(budget))
    assert [len(space.where(f"E({formula})")) for formula in formulas] == [0] * 6
    monkeypatch.setattr(where, "Budget", lambda: Budget(budget // 2))
    with pytest.raises(Refused, match="it would take too long to make"):
        space.where("E(G F n = 0 & F G n != 0)")
