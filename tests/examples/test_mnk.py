"""m,n,k-games: lines, numbers of states and winning states known from other tools."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import StateSpace, counsel, solve
from counterpoint.examples import mnk, ttt_model
from counterpoint.examples.mnk import lines, model
from counterpoint.games.minmax import Found

GOALS = {"player1": "p1_wins", "player2": "p2_wins"}


@pytest.mark.parametrize(
    ("rows", "columns", "k", "states", "first", "second", "winner"),
    [
        (3, 3, 3, 5_478, 2_936, 1_474, None),
        (4, 3, 3, 111_973, 66_708, 42_205, "player1"),
    ],
)
def test_how_many_states_each_player_wins_and_who_wins_from_the_start(
    rows: Any, columns: Any, k: Any, states: Any, first: Any, second: Any, winner: Any
) -> None:
    for (player, goal), count in zip(GOALS.items(), (first, second), strict=True):
        game = model(rows=rows, columns=columns, k=k)
        solution = solve(game, player=player, goal=goal)
        assert (solution.states, len(solution.winning)) == (states, count)
        assert solution.initial == (player == winner)


@pytest.mark.slow
def test_four_by_four_with_four_in_line_is_won_by_nobody() -> None:
    space = StateSpace(model(rows=4, columns=4, k=4))
    first, second = (space.where(f"<<{player}>> F {goal}") for player, goal in GOALS.items())
    assert first.space.states == 9_722_011
    assert (len(first), len(second)) == (2_304_458, 1_386_364)
    start = next(model(rows=4, columns=4, k=4).initial())
    assert start not in first | second


@pytest.mark.slow
def test_three_by_three_is_tic_tac_toe_also_where_no_game_leads() -> None:
    for player, goal in GOALS.items():
        wins = f"<<{player}>> F {goal}"
        ours, known = (
            StateSpace(game, over="all").where(wins) for game in (model(), ttt_model.model())
        )
        assert set(ours) == set(known)


@pytest.mark.parametrize("size", [(1, 1, 1), (3, 3, 3), (4, 3, 3), (4, 4, 4), (5, 4, 4), (2, 2, 3)])
def test_lines_are_all_sets_of_k_squares_in_a_row(size: Any) -> None:
    rows, columns, k = size
    found = [frozenset(line) for line in lines(rows, columns, k)]
    across, down = max(columns - k + 1, 0), max(rows - k + 1, 0)
    straight = rows * across + (columns * down if k > 1 else rows * columns)
    assert len(found) == straight + 2 * (across * down if k > 1 else rows * columns)
    assert k == 1 or len(set(found)) == len(found)


def test_a_game_too_large_to_solve_is_played_by_looking_ahead() -> None:
    game = model(rows=5, columns=5, k=4)
    state = game.state(x={(r, c): 0 for r in range(5) for c in range(5)}, t=1)
    for label in ("put(2,2)", "put(0,0)", "put(2,1)", "put(0,1)"):
        state = dict(game.successors(state))[label]
    found = counsel(game, state, GOALS, depth=4)
    assert isinstance(found, Found)
    assert str(found.move) in ("put(2,3)", "put(2,0)")


def test_the_board_is_drawn_with_its_squares_in_rows() -> None:
    game = model(rows=2, columns=3)
    assert game.picture(game.state(x=[1, 2, 0, 0, 1, 0], t=2)) == "X O .\n. X .  t = 2"
    assert mnk.board([0], 1, 1) == ".  t = 1"
