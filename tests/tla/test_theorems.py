"""Theorems as questions: what is said beside the answers."""

from __future__ import annotations

from dataclasses import replace
from multiprocessing import get_all_start_methods
from typing import Any

import pytest

from counterpoint.engines.base.task import Task
from counterpoint.engines.base.workers import Workers
from counterpoint.engines.decide.spec.run import Run
from counterpoint.engines.decide.spec.theory_check import check_theory
from counterpoint.model.factored import MOST_PROBES
from counterpoint.tla.module import PLAIN, TlaModule
from counterpoint.tla.modules import load
from counterpoint.tuning import USUAL, Tuning
from counterpoint.verdict import Answer, Verdicts

QUEUE = r"""
---- MODULE Queue ----
EXTENDS Naturals, Sequences
VARIABLES q, n
Init == q = <<>> /\ n = 0
Put == q' = Append(q, 1) /\ Len(q) < 3 /\ n' = (n + 1) % 300
Get == q # <<>> /\ q' = Tail(q) /\ n' = n
Spec == Init /\ [][Put \/ Get]_<<q, n>>
THEOREM Spec => [](q # <<>> => Head(q) = 1)
THEOREM Spec => [](n < 900 => Len(q) < 8)
====
"""


def decided(text: str, tuning: Tuning = USUAL) -> Verdicts:
    theory = TlaModule(load("M.tla", text=text), None, PLAIN).theory
    return check_theory(theory, task=Task(tuning=tuning)).verdicts


def test_a_part_that_guards_a_value_did_matter_and_says_nothing_of_others() -> None:
    guards, idle = decided(QUEUE)
    assert (guards.answer.value, guards.vacuous) == ("holds", False)
    assert (idle.answer.value, idle.reason) == ("holds", "it holds whatever n < 900 is")


def test_a_search_that_learns_does_without_parts_that_guard() -> None:
    verdicts = decided(QUEUE, Tuning(walk_work=0))
    assert verdicts.engine == "tabled"
    assert [verdict.answer.value for verdict in verdicts] == ["holds", "holds"]
    assert (verdicts.states, verdicts.complete, verdicts.breakdowns) == (1200, True, ())


def test_a_claim_without_a_value_is_unknown_where_parts_of_it_have_one() -> None:
    (claim,) = decided(QUEUE.replace("q # <<>> => Head(q)", "q # <<>> \\/ Head(q)").partition(
        "THEOREM Spec => [](n")[0] + "====")  # fmt: skip
    assert claim.answer.value == "unknown"
    assert "Head" in claim.reason


COUNTERS = r"""
---- MODULE Counters ----
EXTENDS Naturals
VARIABLES x, y
vars == <<x, y>>
Init == x = 0 /\ y = 0
Up == x < 3 /\ x' = x + 1 /\ y' = y
Down == x > 0 /\ x' = x - 1 /\ y' = 1
Bad == x' = 1 \div (2 - x) /\ y' = y
One == Init /\ [][Up]_vars
Two == Init /\ [][Up \/ Down]_vars
Fair == Two /\ WF_vars(Up)
None == Init /\ [][Up \/ Bad]_vars
THEOREM One => [](y = 0)
THEOREM Two => [](y = 0)
THEOREM Two => [][x' # x]_vars
THEOREM Fair => <>(x = 3)
THEOREM None => [](x < 9)
====
"""


def test_several_workers_give_the_same_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    hear = Run.hear

    def heard(run: Run, *args: Any) -> None:
        told.append(run)
        hear(run, *args)

    monkeypatch.setattr(Run, "hear", heard)
    one, several = (
        check_theory(
            TlaModule(load("M.tla", text=COUNTERS)).theory,
            task=Task(workers=Workers(workers)),
            coverage=True,
        ).verdicts
        for workers in (1, 2)
    )
    assert replace(one, seconds=0, breakdowns=()) == replace(several, seconds=0, breakdowns=())
    assert [verdict.answer.value for verdict in several] == [
        "holds", "fails", "holds", "fails", "unknown",
    ]  # fmt: skip
    assert [found.error.message for found in several.breakdowns] == [r"1 \div 0 has no value"]
    assert len(told) == (4 if "fork" in get_all_start_methods() else 0)


def test_fairness_that_a_refinement_claims_has_no_parts_that_might_not_matter() -> None:
    text = r"""
        ---- MODULE Refined ----
        EXTENDS Naturals
        VARIABLE x
        Up == x < 2 /\ x' = x + 1
        Never == x > 5 /\ x' = 0
        Low == x = 0 /\ [][Up]_x /\ WF_x(Up) /\ WF_x(Never)
        High == x = 0 /\ [][x' = x + 1]_x /\ WF_x(Never)
        THEOREM Low => High
        THEOREM Low => WF_x(Never)
        THEOREM Low => []<>(x = 2) \/ []<>(x = 7)
        ====
    """
    refined, fair, claimed = decided(text)
    assert (refined.answer.value, refined.vacuous) == ("holds", False)
    assert (fair.answer.value, fair.vacuous) == ("holds", False)
    assert claimed.vacuous


def test_what_is_left_free_is_named_where_nothing_can_be_attempted() -> None:
    text = QUEUE.replace("q = <<>> /\\ n = 0", "n = 0").replace("[](n <", "<>(n <")
    _, eventually = decided(text)
    assert eventually.answer.value == "unknown"
    assert eventually.reason == (
        r"nothing says what q is in the beginning; with Spec /\ [](q \in S) on the left, "
        "S a finite set, it can be decided"
    )


def test_a_claim_without_a_value_leaves_others_their_answers() -> None:
    text = r"""
        ---- MODULE Odd ----
        EXTENDS Naturals
        VARIABLE x
        Spec == x = 0 /\ [][x' = (x + 1) % 4]_x /\ WF_x(x' = (x + 1) % 4)
        THEOREM Spec => [](x < 9)
        THEOREM Spec => [](x < 2)
        THEOREM Spec => [](x + "a" = 1)
        THEOREM Spec => (x = 1 ~> x = 3)
        THEOREM Spec => [](x = 3 => x["b"] = 1)
        ====
    """
    verdicts = decided(text)
    answers = [verdict.answer.value for verdict in verdicts]
    assert answers == ["holds", "fails", "unknown", "holds", "unknown"]
    assert (verdicts.states, verdicts.complete) == (4, True)
    assert len(verdicts.breakdowns) == 2


def test_what_violates_a_claim_is_counted_among_all_states_though_another_claim_has_no_value() -> (
    None
):
    text = r"""
        ---- MODULE Counted ----
        EXTENDS Naturals
        VARIABLE x
        Spec == x = 0 /\ [][x' = (x + 1) % 5]_x
        THEOREM Spec => [](x > 9)
        THEOREM Spec => [](CASE x < 3 -> TRUE)
        THEOREM Spec => [](x < 3)
        THEOREM Spec => [](x > 0 /\ (x # 2 \/ CASE x = 7 -> TRUE))
        ====
    """
    all_, _, some, broken = decided(text)
    for verdict, count in (
        (all_, "; 5 states"),
        (some, "; 2 states"),
        (broken, "at least 1 state"),
    ):
        assert verdict.answer is Answer.FAILS
        assert count in verdict.reason
    first, last = text.index("THEOREM"), text.rindex("THEOREM")
    alone = decided(text[:first] + text[last:])
    assert "at least 1 state violates it" in alone.properties[0].reason
    without = decided(text.replace("THEOREM Spec => [](x > 0", "Other == (x > 0"))
    assert [
        "; 5 states" in without.properties[0].reason,
        "; 2 states" in without.properties[2].reason,
    ] == [True, True]
    assert (without.states, without.complete) == (5, True)


def test_of_claims_that_are_searched_in_batches_one_without_a_value_spoils_no_count() -> None:
    many = "".join(f"THEOREM Spec => [](x > {n + 9})\n" for n in range(MOST_PROBES + 4))
    text = (
        "---- MODULE Batches ----\nEXTENDS Naturals\nVARIABLE x\n"
        f"Spec == x = 0 /\\ [][x' = (x + 1) % 5]_x\n{many}"
        "THEOREM Spec => [](CASE x < 3 -> TRUE)\n===="
    )
    found = decided(text)
    *counted, without = found
    assert without.answer is Answer.UNKNOWN
    assert all("; 5 states violate it" in verdict.reason for verdict in counted)
    assert (found.states, found.complete, len(found.breakdowns)) == (5, True, 1)


def test_where_the_system_breaks_down_all_claims_are_unknown() -> None:
    text = QUEUE.replace("n' = (n + 1) % 300", "n' = n + Head(<<>>)")
    assert [verdict.answer.value for verdict in decided(text)] == ["unknown", "unknown"]


@pytest.mark.parametrize(
    ("claim", "remark"),
    [
        ("x = 0", "it speaks of the initial states only; with [] before it, it fails"),
        (r"x \in {0} /\ [](x < 9)",
         r"x \in {0} speaks of the initial states only; with [] before it, it fails"),
        ("[](x < 9)", ""),
    ],
)  # fmt: skip
def test_what_speaks_of_initial_states_only_is_named(claim: str, remark: str) -> None:
    body = r"VARIABLE x  Spec == x = 0 /\ [][x' = 1 - x]_x"
    text = f"---- MODULE M ----\nEXTENDS Integers\n{body}\nTHEOREM Spec => {claim}\n===="
    (verdict,) = decided(text)
    assert (verdict.answer.value, verdict.reason) == ("holds", remark)


PARTIAL = r"""
---- MODULE Partial ----
EXTENDS Naturals, Sequences
VARIABLES x, y
vars == <<x, y>>
z == <<1, 2, 0>>
Init == x = 0 /\ y = 0
Next == (x = 0 /\ x' \in 1..6 /\ y' = y) \/ (x > 0 /\ y < 60 /\ y' = y + 1 /\ x' = x)
Spec == Init /\ [][Next]_vars
THEOREM Spec => [](x > 0 => (y < 100 \/ z[7 - x] > 0))
THEOREM Spec => [](y < 61 \/ x = 99)
====
"""


@pytest.mark.parametrize("engine", ["explicit", "tabled"])
def test_a_stronger_claim_without_a_value_does_not_hide_what_is_irrelevant(engine: str) -> None:
    verdicts = check_theory(TlaModule(load("M.tla", text=PARTIAL)).theory, engine=engine).verdicts
    assert [(verdict.vacuous, verdict.reason) for verdict in verdicts] == [
        (True, "it holds whatever x > 0 is; it holds whatever z[7 - x] > 0 is"),
        (True, "it holds whatever x = 99 is"),
    ]


FAIR = r"""
---- MODULE Fair ----
EXTENDS Naturals
VARIABLE a
A == a = 0 /\ a' = 2
B == {body}
C(n) == IF a = n THEN a' = n + 1 ELSE a > 5 /\ a < 3
Next == A \/ B \/ \E n \in 3 .. 4 : C(n)
Spec == a = 0 /\ [][Next]_a /\ {fair}
THEOREM Spec => <>(a = 9)
THEOREM Spec => <>(a # 0)
====
"""


@pytest.mark.parametrize(
    "body",
    [
        "IF a = 0 THEN a' = 1 ELSE FALSE",
        "CASE a = 0 -> a' = 1 [] OTHER -> FALSE",
        "IF a = 0 THEN a' = 1 ELSE a > 5 /\\ a < 3",
        "LET s == a IN IF s = 0 THEN a' = 1 ELSE s > 5 /\\ FALSE",
    ],
)
@pytest.mark.parametrize(
    "fair", ["WF_a(B)", "SF_a(B)", "WF_a(B) /\\ \\A n \\in 3 .. 4 : WF_a(C(n))"]
)
def test_fairness_of_a_disjunct_of_the_next_state_action_is_exact(body: str, fair: str) -> None:
    fails, holds = decided(FAIR.replace("{body}", body).replace("{fair}", fair))
    assert (fails.answer, fails.reason) == (Answer.FAILS, "")
    assert holds.answer is Answer.HOLDS


def test_fairness_of_what_is_no_disjunct_may_be_weaker() -> None:
    body = "IF a = 0 THEN a' = 1 ELSE a > 5 /\\ a < 3"
    other = FAIR.replace("{fair}", "WF_a(a < 5 /\\ a' > a)").replace("{body}", body)
    verdict = decided(other).properties[0]
    assert verdict.answer is Answer.UNKNOWN
    assert "exact if its action is a disjunct of the next-state action" in verdict.reason
