"""Counsel: what to do, from solved games or from looking ahead."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import Program, counsel
from counterpoint.errors import Misuse, UnknownAtom
from counterpoint.examples.nim import model
from counterpoint.games.advice import Advice
from counterpoint.games.counsel import predicate_of
from counterpoint.games.minmax import Found
from counterpoint.logic.parser import parse
from tests.engines import programs as p
from tests.engines.kripkes import Listed
from tests.logic.semantics import Kripke, Move

GOALS = {"player1": "p1_wins", "player2": "p2_wins"}


def test_solved_and_looked_ahead_give_the_same_counsel() -> None:
    solved = counsel(model(), None, GOALS)
    searched = counsel(model(), None, GOALS, depth=40)
    assert isinstance(solved, Advice)
    assert isinstance(searched, Found)
    assert searched.proven
    assert (solved.player, solved.value) == (searched.player, searched.value)
    best = {option.label for option in solved.moves if option.value is solved.value}
    assert searched.move in best


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("p", [True, False]),
        ("!p", [False, True]),
        ("p & true", [True, False]),
        ("p | !p", [True, True]),
        ("p -> false", [False, True]),
        ("p <-> p", [True, True]),
        ("p <-> false", [False, True]),
    ],
)
def test_goals_without_time_are_tests_of_single_states(text: str, values: list[bool]) -> None:
    system = Listed(Kripke(((Move("a", 0),), (Move("a", 1),)), {"p": frozenset({0})}))
    test = predicate_of(parse(text), system)
    assert [test(0), test(1)] == values


def test_variables_of_a_model_can_be_asked_for() -> None:
    start: Any = next(iter(model().initial()))
    assert predicate_of(parse("!p1_wins"), model())(start)


def test_what_cannot_be_looked_ahead_for_is_refused() -> None:
    with pytest.raises(Misuse, match="give goals without time"):
        counsel(model(), None, {"player1": "F p1_wins", "player2": "p2_wins"}, depth=2)
    with pytest.raises(UnknownAtom, match="there is no atom 'B'; there are none"):
        counsel(Program(p.request(p.B), owners={"one": p.B}), None, {"one": "B"}, depth=2)
    with pytest.raises(UnknownAtom):
        counsel(model(), None, {"player1": "won", "player2": "p2_wins"}, depth=2)
