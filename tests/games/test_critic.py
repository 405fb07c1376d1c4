"""The critic on the Tic-Tac-Toe program, whole and with a rule forgotten."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint.errors import Misuse
from counterpoint.examples import tictactoe
from counterpoint.games.critic import Critique, criticize
from counterpoint.verdict import system_of

from .models import in_line

MODEL = in_line(3, 3, 3)
FULL = " & ".join(f"{{x[{k}] != 0}}" for k in range(9))
OUTCOMES = {"a win": "two", "a draw": f"!one & {FULL}"}


def square(event: Any) -> str | None:
    if event.name not in "XO":
        return None
    row, column = event.args
    return f"put({3 * row + column})"


def judged(program: Any, **options: Any) -> Critique:
    return criticize(program, MODEL, player="player2", outcomes=OUTCOMES, same=square, **options)


def test_the_whole_program_never_gives_away_a_win_or_a_draw() -> None:
    critique = judged(tictactoe.program)
    assert critique
    assert (critique.positions, critique.silent, critique.mistakes) == (1629, 0, ())


def test_a_forgotten_diagonal_costs_a_draw_and_the_rule_that_moved_is_named() -> None:
    critique = judged(tictactoe.one_diagonal)
    assert not critique
    assert (critique.positions, critique.sound) == (1601, 1599)
    assert critique.rules == {"corners": 4}
    first = critique.mistakes[0]
    assert str(first) == (
        "after X(0,0), O(1,1), X(2,2): O(0,2) turns a draw into none of these "
        "(requested by corners)"
    )
    assert first.asked_by[0].place is not None
    assert first.state == (1, 0, 0, 0, 2, 0, 0, 0, 1, 2)
    for mistake in critique.mistakes:
        mistake.trace.replay(system_of(tictactoe.one_diagonal))


def test_without_the_rule_that_wins_wins_are_missed() -> None:
    critique = judged(tictactoe.program.without("add_third_o"))
    assert {(m.before, m.after) for m in critique.mistakes} >= {("a win", "a draw")}
    assert "prevent_third_x" in critique.rules


def test_an_outcome_may_be_a_formula_of_plays_and_stands_for_itself_without_a_name() -> None:
    critique = criticize(
        tictactoe.one_diagonal, MODEL, player="player2", outcomes=["G !one"], same=square
    )
    assert critique.outcomes == ("G !one",)
    assert len(critique.mistakes) == 4


def test_a_program_that_breaks_the_rules_of_the_game_is_no_play_of_it() -> None:
    with pytest.raises(Misuse, match=r"the program does O.+ and the game does not allow it there"):
        judged(tictactoe.program.without("square_taken"))
    with pytest.raises(Misuse, match="at least one outcome"):
        criticize(tictactoe.program, MODEL, player="player2", outcomes=[])
