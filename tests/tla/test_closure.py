"""What a finite run shows of states and steps, where a specification assumes more of its runs."""

from __future__ import annotations

import pytest

from counterpoint import check
from counterpoint.tla.choice import Choice
from counterpoint.tla.module import TlaModule
from counterpoint.tla.modules import load
from counterpoint.tla.spec import specification_of
from counterpoint.tla.spec.closure import is_closed
from counterpoint.tla.syntax import read_config
from counterpoint.tuning import Tuning

BODY = r"""
EXTENDS Naturals
VARIABLES x
Up == x < 3 /\ x' = x + 1
Stay == x = 1 /\ x' = 1
Down(n) == x = n /\ x' = 0
Next == Up \/ \E n \in 2..3 : Down(n)
Init == x = 0
Spec == Init /\ [][Up]_x
Wide == Init /\ [][Next]_x
Rests == Spec /\ <>[](x = 0)
Visits == Spec /\ []<>(x = 1)
Leads == Spec /\ (x = 1 ~> x = 0)
Never == Spec /\ WF_x(x = 0 /\ x' = 7)
Stuck == Init /\ [][FALSE]_x /\ WF_x(Up)
Strong == Spec /\ SF_x(x = 2 /\ x' = 9)
Whole == Wide /\ WF_x(Next)
Parts == Wide /\ WF_x(Up) /\ \A n \in 2..3 : SF_x(Down(n))
Less == Wide /\ WF_x(Up /\ x < 2) /\ WF_x(\E n \in 2..3 : Down(n))
Two == Init /\ [][Next]_x /\ [][x' # 0]_x /\ WF_x(Next)
Hidden == Spec /\ \EE z : ([](z = x) /\ <>[](x = 0))
Bounded == Wide /\ [](x < 3) /\ WF_x(Up)
"""


def module(*theorems: str, config: str = "", **choice: object) -> TlaModule:
    stated = "\n".join(f"THEOREM {one}" for one in theorems)
    loaded = load("M.tla", text=f"---- MODULE M ----\n{BODY}\n{stated}\n====")
    return TlaModule(loaded, read_config(config) if config else None, Choice(**choice))  # type: ignore[arg-type]


def answers(*theorems: str) -> list[str]:
    return [verdict.answer.value for verdict in check(module(*theorems))]


@pytest.mark.parametrize(
    ("theorem", "answer"),
    [
        ("Rests => [](x < 1)", "holds"),
        ("Rests => [][x' = 7]_x", "holds"),
        ("Rests => x = 0", "holds"),
        ("Rests => [](x > 0)", "fails"),
        ("Rests => <>(x = 1)", "fails"),
        (r"Rests => x = 0 /\ <>[](x = 0)", "holds"),
        (r"Rests => [](x < 1) /\ <>(x = 0)", "holds"),
        (r"Rests => []<>(x = 0) /\ [][x' = 7]_x", "holds"),
        (r"Rests => [](x < 1) /\ <>(x = 1)", "fails"),
        (r"Rests => [](x > 0) /\ []<>(x = 0)", "fails"),
        ("Visits => [](x < 2)", "holds"),
        ("Visits => [](x < 1)", "fails"),
        ("Visits => [][x' < 2]_x", "holds"),
        ("Leads => [](x # 1)", "holds"),
        ("Leads => [](x = 1)", "fails"),
        ("Never => [](x < 1)", "fails"),
        ("Never => [](x < 4)", "holds"),
        ("Stuck => [](x = 5)", "holds"),
        ("Stuck => x = 5", "holds"),
        ("Strong => [](x < 2)", "fails"),
        ("Strong => [](x < 3)", "fails"),
        ("Whole => [](x < 3)", "fails"),
        ("Parts => [](x < 3)", "fails"),
        ("Two => [][x' # 0]_x", "holds"),
        ("Two => [](x < 3)", "holds"),
        ("Bounded => [](x < 2)", "fails"),
        ("Bounded => [](x < 3)", "holds"),
        ("Wide => [](x < 2)", "fails"),
        ("Hidden => [](x < 1)", "unknown"),
        ("Hidden => <>(x = 1)", "unknown"),
        ("Hidden => [](x < 4)", "holds"),
        ("Hidden => <>(x < 1)", "holds"),
    ],
)
def test_what_fails_does_so_in_a_run_that_is_meant(theorem: str, answer: str) -> None:
    assert answers(theorem) == [answer]


def test_theorems_that_are_asked_together_are_answered_as_alone() -> None:
    asked = {
        "Rests => [](x < 1)": "holds", "Rests => [](x > 0)": "fails", "Spec => [](x < 1)": "fails",
        "Visits => [](x < 2)": "holds", "Whole => [](x < 3)": "fails",
    }  # fmt: skip
    assert answers(*asked) == list(asked.values())
    stopped = check(module(*asked), stop_first=True)
    assert [verdict.answer.value for verdict in stopped][:2] == ["holds", "fails"]


def test_the_run_that_is_shown_is_one_that_is_meant() -> None:
    (verdict,) = check(module("Visits => [](x < 1)"), audit="all")
    assert verdict.trace is not None
    assert verdict.trace.loop is not None
    assert set(verdict.trace.states[verdict.trace.loop :]) == {(1,)}
    assert verdict.audited is not None
    assert verdict.audited.passed


def test_by_a_configuration_invariants_are_asked_of_all_states_as_tlc_does() -> None:
    config = "SPECIFICATION Rests INVARIANT Low CHECK_DEADLOCK FALSE"
    loaded = load("M.tla", text=f"---- MODULE M ----\n{BODY}\nLow == x < 1\n====")
    (verdict,) = check(TlaModule(loaded, read_config(config)))
    assert verdict.answer.value == "fails"


@pytest.mark.parametrize(
    ("name", "closed"),
    [
        ("Spec", True), ("Wide", True), ("Whole", True), ("Parts", True), ("Less", True),
        ("Rests", False), ("Visits", False), ("Leads", False), ("Never", False), ("Stuck", False),
        ("Strong", False), ("Two", False), ("Bounded", False),
    ],
)  # fmt: skip
def test_fairness_of_steps_that_may_be_taken_leaves_each_finite_run_a_continuation(
    name: str, closed: bool
) -> None:
    of = specification_of(module("TRUE").loaded, name)
    assert is_closed(of) is closed
    assert not is_closed(of, Tuning(ways_compared=1)) or name in {"Spec", "Wide", "Whole"}
