"""Bounded checks where not every run counts, and the audits of proofs about endless runs."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from counterpoint import Model, check, step
from counterpoint.engines.bounded.confirm import Confirmed
from counterpoint.engines.bounded.reach import Proof
from counterpoint.engines.bounded.search import Ended
from counterpoint.engines.decide.bounded import answering, run_question
from counterpoint.errors import CounterpointError
from counterpoint.logic.parser import parse
from counterpoint.model.action import Action, Fairness
from counterpoint.model.parts import Parts
from counterpoint.terms.apply import TRUE, any_true, apply, constant
from counterpoint.terms.sort import Bool, Interval
from counterpoint.terms.term import Op, Term, Variable
from counterpoint.tuning import Tuning
from counterpoint.verdict import Answer, Verdict
from tests.share import share
from tests.tunings import TUNINGS

FORMULAS = (
    "AG p", "EF q", "A[p W q]", "(p)", "(p & !q)", "G F p", "F G p", "F q", "E G p", "E F q",
    "EG EX p", "AG EF p", "p U q", "E(F G p & G F q)", "AG (p -> AF q)", "AX p", "EX q", "G !q",
    "deadlock", "AG !enabled(rest)", "G (p | X q)", "false", "EG false", "E G F b",
)  # fmt: skip

ASSUMPTIONS = (None, None, "G F p", "G F p & G F q", "G F p -> G F q", "F q")


def random_model(random: Random) -> Model:
    """A number with random steps; some numbers may have none, and several may be initial."""
    count = random.randint(2, 6)
    at = Variable("at", Interval(0, count - 1))

    def among(numbers: list[int]) -> Term:
        return any_true(apply(Op.EQ, at, constant(n)) for n in numbers)

    def some(share: float) -> list[int]:
        return [n for n in range(count) if random.random() < share]

    actions = []
    for name in "ab":
        for number, here in enumerate(some(0.7)):
            there = ((at, constant(random.randrange(count))),)
            actions.append(
                Action(f"{name}({number})", name, (("of", number),), among([here]), there)
            )
    fair = tuple(str(action.label) for action in actions if action.name == "a")
    assumption = random.choice(ASSUMPTIONS)
    parts = Parts(
        (at,),
        among(some(0.4) or [0]),
        tuple(actions),
        {"p": among(some(0.5)), "q": among(some(0.3))},
        fairness=(Fairness(random.random() < 0.5, fair),) if fair and random.random() < 0.3 else (),
        requirements={"always": random.choice(("AG p", "AG !q"))},
        assumption=parse(assumption) if assumption else None,
        endless=random.random() < 0.5,
        invariants=frozenset(random.choice(((), ("always",)))),
        impossible=("a", "b"),
    )
    return Model.of("random", parts)


def answered(model: Model, formula: str, **options: Any) -> Verdict | str:
    try:
        (verdict,) = check(model, formula, **options)
    except CounterpointError as error:
        return type(error).__name__
    return verdict


@pytest.mark.parametrize("name", TUNINGS)
def test_the_runs_that_count_are_those_of_other_engines(name: str) -> None:
    random, met = Random(f"count {name}"), set()
    for _ in range(share(150)):
        model = random_model(random)
        for formula in ("always", *random.sample(FORMULAS, 2)):
            true = answered(model, formula, engine="explicit")
            found = answered(model, formula, engine="bounded", tuning=TUNINGS[name], audit="all")
            if isinstance(true, str) or isinstance(found, str):
                assert true == found
                continue
            if Answer.UNKNOWN not in (true.answer, found.answer):
                assert found.answer is true.answer, (model.parts, formula, true, found)
            assert found.audited is None or found.audited.passed, (model.parts, formula, found)
            met.add((true.answer, found.answer))
    assert {(Answer.HOLDS, Answer.HOLDS), (Answer.FAILS, Answer.FAILS)} <= met


@pytest.mark.parametrize("endless", [False, True])
def test_what_no_run_satisfies_holds_of_no_run(endless: bool) -> None:
    """Where no run counts, all that is asked of runs holds; of a state something may be false."""
    p = Variable("p", Bool())
    go = Action("go", "go", (), TRUE, ((p, apply(Op.NOT, TRUE)),))
    parts = Parts((p,), TRUE, (go,), {"p": p}, assumption=parse("G F p"), endless=endless)
    verdicts = check(
        Model.of("off", parts), "G false", "AG false", "X p & !p", "(p)", engine="bounded"
    )
    assert [verdict.answer is Answer.HOLDS for verdict in verdicts] == [True, True, True, endless]


def test_a_proof_about_endless_runs_is_audited_by_all_that_is_reached() -> None:
    random, looked = Random("audits"), 0
    for _ in range(share(100)):
        model = random_model(random)
        for formula in random.sample(FORMULAS, 3):
            found = answered(model, formula, engine="bounded", audit="all")
            if isinstance(found, Verdict) and "of runs that remember" in found.reason:
                assert found.audited is not None
                assert found.audited.unchecked == ()
                looked += found.audited.states
    assert looked > 100


def test_a_proof_that_is_wrong_of_endless_runs_does_not_pass(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(answering, "Search", lambda *given: Proving(Proof(((1,), (-1,)))))
    monkeypatch.setattr(run_question, "confirmed", lambda *given: Confirmed())
    model = Model("flips")
    p = model.var("p", bool, init=False)

    @model.action
    def flip() -> Any:
        return step(set={p: ~p})

    (verdict,) = check(model, "F G p", engine="bounded")
    assert verdict.answer is Answer.UNKNOWN
    assert "an initial state violates the invariant in the state (False,)" in verdict.reason
    monkeypatch.setattr(answering, "Search", lambda *given: Proving(Proof(())))
    (verdict,) = check(model, "F G p", engine="bounded", audit="all")
    assert "is one that was said not to be reached" in verdict.reason


class Proving:
    """A search that gives a certain proof at once."""

    work = 0

    def __init__(self, proof: Any) -> None:
        self._proof = proof

    def ended(self, *given: Any) -> Ended:
        return Ended(self._proof, 0)


def test_states_are_different_for_an_audit_if_they_are_for_the_proof() -> None:
    """What the proof left out, here `idle`, must not make a run longer."""
    model = Model("left out")
    n, idle = model.var("n", range(4), init=0), model.var("idle", range(5), init=0)
    moves = {"there": (0, 3), "back": (3, 0), "wrong": (1, 2)}

    @model.action(way=list(moves))
    def go(way: str) -> Any:
        return step(when=n == moves[way][0], set={n: moves[way][1]})

    @model.action
    def wait() -> Any:
        return step(set={idle: (idle + 1) % 5})

    tuning = Tuning(bounded_shares=(1, 1, 0), audited_least=3600.0)
    (verdict,) = check(model, "AG n != 2", engine="bounded", tuning=tuning)
    assert (verdict.answer, verdict.reason) == (
        Answer.HOLDS,
        "by induction over runs of 2 different states",
    )
