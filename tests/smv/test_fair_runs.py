"""The runs that are shown under FAIRNESS: fair ones that refute the specification themselves."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from counterpoint import check
from counterpoint.engines.formula.linear import path_holds
from counterpoint.logic.core import Core, Prop, Truth
from counterpoint.logic.lower import to_linear
from counterpoint.logic.parser import parse
from counterpoint.model.model import Model
from counterpoint.smv.model import model_of
from counterpoint.smv.source import Source
from counterpoint.verdict import Answer, Trace, Verdict
from tests.share import share

ENGINES = ("explicit", "symbolic")


def walk(steps: Iterable[Iterable[int]], fair: int, *specifications: str) -> Model:
    """A number that starts at 0, takes these steps, and is some number again and again."""
    cases = " ".join(
        f"n = {at} : {{{', '.join(map(str, sorted(there)))}}};" for at, there in enumerate(steps)
    )
    asked = " ".join(f"CTLSPEC {each}" for each in specifications)
    text = f"MODULE main VAR n : 0..3; ASSIGN init(n) := 0; next(n) := case {cases} esac;"
    return model_of(Source("walk.smv", f"{text} FAIRNESS n = {fair} {asked}"))


def failing(model: Model, engine: str) -> list[tuple[Verdict, Trace]]:
    verdicts = [each for each in check(model, engine=engine) if each.answer is Answer.FAILS]
    return [(verdict, verdict.trace) for verdict in verdicts if verdict.trace is not None]


def one(state: object) -> int:
    """The number in a state."""
    assert isinstance(state, tuple)
    number: int = state[0]
    return number


def is_true_on(trace: Trace, formula: str) -> bool:
    """Whether an endless run satisfies a linear formula over the number."""
    assert trace.loop is not None

    def true(of: Core, at: int) -> bool:
        if isinstance(of, Truth):
            return of.value
        assert isinstance(of, Prop)
        return (of.text == f"n = {one(trace.states[at])}") is of.positive

    return path_holds(to_linear(parse(formula)), len(trace.steps), trace.loop, true)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_run_that_stays_fair_does_not_hide_the_one_that_refutes(engine: str) -> None:
    model = walk([{1, 2}, {0}, {2}, {3}], 2, "AF n = 1", "AG EX n = 2")
    (avoiding, avoids), (leaving, leaves) = failing(model, engine)
    assert set(avoids.states) == {(0,), (2,)}
    assert (1,) in leaves.states, "the state without such a step"
    assert avoiding.branches == ()
    assert all(branch.trace is None for branch in leaving.branches)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_run_that_is_shown_is_fair_and_refutes(engine: str) -> None:
    linear = {
        "AF n = 1": "F n = 1",
        "AG n != 1": "G !(n = 1)",
        "A[n = 0 U n = 1]": "n = 0 U n = 1",
        "AX AF n = 1": "X F n = 1",
        "AG (n = 1 -> AF n = 3)": "G (n = 1 -> F n = 3)",
    }
    shown = set[str]()
    for seed in range(share(60)):
        r = Random(seed)
        steps = [r.sample(range(4), r.randint(1, 3)) for _ in range(4)]
        fair = r.randrange(4)
        for verdict, trace in failing(walk(steps, fair, *linear), engine):
            path = linear[verdict.name]
            shown.add(verdict.name)
            assert is_true_on(trace, f"G F n = {fair}"), (seed, verdict.name)
            assert not is_true_on(trace, path), (seed, verdict.name)
    assert shown == linear.keys()
