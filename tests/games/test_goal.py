"""Formulas as objectives, against the plays that they are true of."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.errors import Refused
from counterpoint.games.goal import objective_of
from counterpoint.games.objective import Buchi, CoBuchi, Parity, Reach, Safe, opposite
from counterpoint.logic.formula import Atom, Formula, Junction, Junctor, Not, Temporal, Tense
from counterpoint.logic.parser import parse
from tests.share import share

from .brute_force import lost

STATES = list(product([False, True], repeat=3))
"""The valuations of a, b and c: a play is a row of their numbers."""


def where(formula: Formula) -> Any:
    return np.array([truth(formula, [k], 0) for k in range(len(STATES))], bool)


def truth(formula: Formula, play: list[int], loop: int, at: int = 0) -> bool:
    """Whether a play that goes back from its end to place `loop` satisfies a formula."""

    def after(k: int) -> int:
        return k + 1 if k + 1 < len(play) else loop

    def holds(part: Formula) -> list[bool]:
        return [truth(part, play, loop, k) for k in range(len(play))]

    def until(hold: list[bool], goal: list[bool]) -> bool:
        here = at
        for _ in range(2 * len(play)):
            if goal[here] or not hold[here]:
                return goal[here]
            here = after(here)
        return False

    def inverse(values: list[bool]) -> list[bool]:
        return [not value for value in values]

    match formula:
        case Atom(text):
            return STATES[play[at]]["abc".index(text)]
        case Not(of):
            return not truth(of, play, loop, at)
        case Junction(junctor, one, two):
            left, right = truth(one, play, loop, at), truth(two, play, loop, at)
            meaning = {
                Junctor.AND: left and right,
                Junctor.OR: left or right,
                Junctor.IMPLIES: right or not left,
                Junctor.IFF: left == right,
            }
            return meaning[junctor]
        case Temporal(Tense.FINALLY, (of,)):
            return until([True] * len(play), holds(of))
        case Temporal(Tense.GLOBALLY, (of,)):
            return not until([True] * len(play), inverse(holds(of)))
        case Temporal(Tense.UNTIL, (one, two)):
            return until(holds(one), holds(two))
        case Temporal(Tense.RELEASE, (one, two)):
            return not until(inverse(holds(one)), inverse(holds(two)))
        case Temporal(Tense.WEAK_UNTIL, (one, two)):
            always = not until([True] * len(play), inverse(holds(one)))
            return always or until(holds(one), holds(two))
        case Temporal(Tense.STRONG_RELEASE, (one, two)):
            both = [x and y for x, y in zip(holds(one), holds(two), strict=True)]
            return until(holds(two), both)
    raise AssertionError(formula)


@st.composite
def plays(draw: st.DrawFn) -> tuple[list[int], int]:
    play = draw(st.lists(st.integers(0, len(STATES) - 1), min_size=1, max_size=5))
    return play, draw(st.integers(0, len(play) - 1))


def graph_of(play: list[int], loop: int) -> list[list[int]]:
    return [[k + 1] for k in range(len(play) - 1)] + [[loop]]


def on_play(objective: Any, play: list[int]) -> Any:
    fields = objective.__dataclass_fields__
    parts = (getattr(objective, name) for name in fields)
    return type(objective)(*(None if part is None else part[play] for part in parts))


FORMULAS = [
    "F a", "G a", "a U b", "a W b", "a R b", "a M b", "G F a", "F G a", "F (a & !b)", "!F a",
    "!(a U b)", "!(a W b)", "!(a R b)", "!(a M b)", "!G F a", "!F G (a | b)", "G F a | G F b",
    "F G a & F G b", "G F a -> G F b", "F G a & G F b", "G F a | F G b", "!(G F a & F G b)",
    "G F a | F G b & G F c", "F G a & (G F b | F G c)", "G F a | (F G b & (G F c | F G a))",
    "F G a & F G b & G F c",
]  # fmt: skip
REFUSED = [
    "G F a & G F b", "F G a | F G b", "F a & G b", "X a", "G (a -> F b)", "F a <-> G b",
    "a | F b", "G F a & G F b -> G F c",
]  # fmt: skip


@pytest.mark.parametrize("text", FORMULAS)
@settings(max_examples=share(20))
@given(play=plays())
def test_an_objective_asks_what_its_formula_says(text: str, play: tuple[list[int], int]) -> None:
    formula = parse(text)
    objective = objective_of(formula, where)
    states, loop = play
    graph = graph_of(states, loop)
    wanted = truth(formula, states, loop)
    assert lost(graph, 0, on_play(objective, states)) == (not wanted)
    assert lost(graph, 0, on_play(opposite(objective), states)) == wanted


@pytest.mark.parametrize("text", REFUSED)
def test_a_formula_that_needs_more_is_refused_with_what_is_supported(text: str) -> None:
    with pytest.raises(Refused, match=r"A game can be played for: p .the same as F p.; F p; p U q"):
        objective_of(parse(text), where)


@pytest.mark.parametrize(
    ("text", "kind"),
    [("a", Reach), ("a & !b", Reach), ("!F a", Safe), ("G F a | G F b", Buchi),
     ("!G F a", CoBuchi), ("G F a -> G F b", Parity)],
)  # fmt: skip
def test_an_objective_is_as_simple_as_its_formula_allows(text: str, kind: type) -> None:
    assert type(objective_of(parse(text), where)) is kind
