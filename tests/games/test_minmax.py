"""Min-max search on boards of several sizes, and against the solved games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.engines.graph.explicit import NOBODY
from counterpoint.errors import Misuse, NotAGame
from counterpoint.games.advice import Value
from counterpoint.games.budget import Budget
from counterpoint.games.known import WinningStates
from counterpoint.games.minmax import minmax
from counterpoint.games.objective import Reach
from counterpoint.games.region import winning
from counterpoint.games.umpire import WIN
from counterpoint.tuning import Tuning
from tests.share import share

from .models import InLine, board, has_line, in_line
from .small_games import PLAYERS, Table, TicTacToe, tables, tic_tac_toe, won_by

LARGE = InLine(5, 5, 4)
QUICK = Budget(nodes=3000)
GAME = TicTacToe()
GOALS = {"player1": lambda b: won_by(b, 1), "player2": lambda b: won_by(b, 2)}


def found(text: str, turn: int, budget: Budget = QUICK) -> Any:
    return minmax(LARGE, board(5, 5, text, turn), LARGE.goals, budget=budget)


def test_a_win_in_one_is_taken() -> None:
    told = found(". . . . .  . x x x .  . o o . .  . o . . .  . . . . .", 1)
    assert told.move in ("put(5)", "put(9)")
    assert (told.value, told.proven, told.line) == (Value.WIN, True, (told.move,))
    assert told.score == WIN - 1


def test_a_loss_in_one_is_blocked() -> None:
    told = found("x . . . .  . o . . .  . . o . .  . . . o .  x . . . .", 1)
    assert told.move == "put(24)"


def test_an_open_three_wins_in_three_steps() -> None:
    told = found(". . . . .  . x x . .  . . o . .  . . o . .  . . . . .", 1)
    assert (told.value, told.proven, len(told.line)) == (Value.WIN, True, 3)
    assert told.move == "put(8)"


def test_two_in_a_row_are_made_rather_than_a_far_mark() -> None:
    told = found(". . . . o  . . . . .  . . x x .  . . . . .  o . . . .", 1, Budget(nodes=8000))
    assert told.move in ("put(11)", "put(10)", "put(14)")


def test_where_every_move_loses_the_loss_is_as_late_as_can_be() -> None:
    told = found("x . . . .  . o o o .  . . x . .  . . . x .  . . . . .", 1)
    assert (told.value, told.score) == (Value.LOSS, 2 - WIN)


def test_the_same_question_has_the_same_answer() -> None:
    text = ". . . . .  . . . . .  . . x . .  . . o . .  . . . . ."
    assert found(text, 1) == found(text, 1)


def test_tic_tac_toe_is_proven_a_draw() -> None:
    told = minmax(GAME, GAME.initial()[0], GOALS, budget=Budget(nodes=60_000, playouts=0.05))
    assert (told.value, told.proven) == (Value.UNDECIDED, True)


def test_values_that_are_proven_agree_with_the_solved_game() -> None:
    graph = tic_tac_toe()
    regions = {
        player: winning(graph, frozenset({player}), Reach(graph.prop(goal)))
        for player, goal in (("player1", "one"), ("player2", "two"))
    }
    for number in range(1000, graph.states, 61):
        state: Any = graph.state(number)
        if not GAME.moves(state):
            continue
        told = minmax(GAME, state, GOALS, budget=Budget(nodes=4000, playouts=0.1))
        mine, theirs = regions[told.player], regions[rival(told.player)]
        assert told.proven
        assert told.value == int(mine.region[number]) - int(theirs.region[number])
        if told.value is not Value.UNDECIDED:
            rank = (mine if told.value is Value.WIN else theirs).rank
            assert rank is not None
            assert WIN - abs(told.score) == rank[number]
        assert isinstance(told.move, str)
        there = graph.number(dict(GAME.moves(state))[told.move])
        assert regions[told.player].region[there] == (told.value is Value.WIN)


def rival(player: str) -> str:
    return "player2" if player == "player1" else "player1"


def test_winning_states_that_are_known_are_not_looked_beyond() -> None:
    graph = tic_tac_toe()
    known = {
        player: WinningStates(winning(graph, frozenset({player}), Reach(graph.prop(goal))))
        for player, goal in (("player1", "one"), ("player2", "two"))
    }
    state = (1, 2, 0, 0, 0, 0, 0, 0, 0, 1)
    told = minmax(GAME, state, GOALS, known=known)
    blind = minmax(GAME, state, GOALS)
    assert (told.value, told.proven, told.depth) == (Value.WIN, True, 1)
    assert (told.score, told.move) == (blind.score, blind.move)
    assert told.nodes < blind.nodes


def test_an_evaluation_decides_between_moves_that_are_not_decided() -> None:
    told = minmax(
        LARGE, LARGE.initial()[0], LARGE.goals, evaluate=lambda s: s[7] == 1,
        budget=Budget(depth=1),
    )  # fmt: skip
    assert told.move == "put(7)"
    assert told.choices[0].score == 1000
    assert told.choices[0].playouts is None
    exact = {choice.label: choice.exact for choice in told.choices}
    assert (exact["put(0)"], exact["put(7)"], exact["put(8)"]) == (True, True, False)


@dataclass(frozen=True)
class Named(Table):
    """A table that names its players, all of whom need not have a state."""

    players = PLAYERS


@settings(max_examples=share(150))
@given(tables(5, free=False), st.sets(st.integers(0, 4)), st.sets(st.integers(0, 4)))
def test_a_proven_value_is_that_of_the_solved_game(
    table: Table, one: set[int], two: set[int]
) -> None:
    if table.owners[0] == NOBODY or 0 in one | two:
        return
    graph = table.graph()
    two -= one
    ends = Named(
        table.owners,
        tuple(
            (("end", s, False),) if s in one | two else steps for s, steps in enumerate(table.steps)
        ),
    )
    goals = {"one": one.__contains__, "two": two.__contains__}
    told = minmax(ends, 0, goals, budget=Budget(nodes=300, depth=8, playouts=0.1))
    graph = ends.graph()
    value = 0
    for player, goal in zip(PLAYERS, (one, two), strict=True):
        region = winning(graph, frozenset({player}), Reach(_bits(goal, graph.states))).region
        value += int(region[0]) * (1 if player == told.player else -1)
    if told.proven:
        assert told.value == value
    assert told.proven or told.value is Value.UNDECIDED


def _bits(numbers: set[int], count: int) -> Any:
    return np.array([s in numbers for s in range(count)], bool)


def test_a_model_is_searched_like_any_system() -> None:
    goals = {"player1": has_line(4, 4, 3, 1), "player2": has_line(4, 4, 3, 2)}
    state = board(4, 4, "x x . .  o . . .  . . . .  o . . .", 1)
    assert minmax(in_line(4, 4, 3), state, goals).move == "put(2)"


def test_nobody_to_move_and_steps_that_are_nobodys_are_refused() -> None:
    with pytest.raises(Misuse, match="nobody is to move"):
        minmax(Table((NOBODY,), ((("a", 0, False),),)), 0, {})
    mixed = Table((0, 0), ((("a", 1, False), ("b", 0, True)), (("c", 1, False),)))
    with pytest.raises(NotAGame, match="in the state 0 b is nobody's choice, and one can choose"):
        minmax(mixed.graph(), 0, {})


def test_what_a_search_remembers_is_bounded_and_changes_no_answer() -> None:
    state = (1, 2, 1, 0, 2, 0, 0, 0, 0, 1)
    known = minmax(GAME, state, GOALS, budget=Budget(nodes=50_000, playouts=0.05))
    few = Tuning(turns_kept=10, entries_kept=10)
    told = minmax(GAME, state, GOALS, budget=Budget(nodes=50_000, playouts=0.05), tuning=few)
    assert known.proven
    assert (told.value, told.proven, told.score) == (known.value, True, known.score)


def test_a_search_deepens_with_what_playouts_do_not_need() -> None:
    text = ". . . . .  . x x . .  . . o . .  . . . . .  . . . . o"
    told = minmax(
        LARGE, board(5, 5, text, 1), LARGE.goals, evaluate=lambda s: s[8] / 3 + s[7] / 9,
        budget=Budget(nodes=5000, playouts=0.99),
    )  # fmt: skip
    assert told.depth >= 2
    assert told.nodes <= 5000 * 100


def test_a_budget_is_a_number_of_something() -> None:
    with pytest.raises(Misuse, match="a number of nodes or of seconds"):
        Budget(nodes=None)
    for wrong in ({"nodes": True}, {"states": 0}, {"seconds": float("inf")}, {"depth": 1.5}):
        with pytest.raises(Misuse, match="= takes a number"):
            Budget(**wrong)
