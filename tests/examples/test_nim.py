"""Nim: who moves first wins unless the xor of the piles is 0."""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import Any

import pytest

from counterpoint import StateSpace, counsel, solve
from counterpoint.examples.nim import model
from counterpoint.games.advice import Advice


@pytest.mark.parametrize(
    "piles",
    [(3, 4, 5), (1, 2, 3, 4), (1, 1), (2, 2), (1, 2, 3), (5,), (0, 0), (1, 4, 5), (2, 3, 4)],
)
def test_the_first_player_wins_exactly_if_the_xor_of_the_piles_is_not_zero(piles: Any) -> None:
    solution = solve(model(piles=piles), player="player1", goal="p1_wins")
    assert solution.initial == (reduce(xor, piles) != 0)
    assert solution.verify()


def test_every_position_of_3_4_5_is_won_as_its_xor_says() -> None:
    won = StateSpace(model(), over="all").where("<<player1>> F p1_wins")
    for state in ~won | won:
        assert isinstance(state, tuple)
        *piles, t = state
        assert ((*piles, t) in won) == ((t == 1) == (reduce(xor, piles) != 0))


def test_the_winning_move_leaves_an_xor_of_zero() -> None:
    advised = counsel(model(), None, {"player1": "p1_wins", "player2": "p2_wins"})
    assert isinstance(advised, Advice)
    best = advised.best
    assert best.label == "take(0,1)"
    assert isinstance(best.state, tuple)
    assert reduce(xor, best.state[:-1]) == 0


def test_each_pile_is_drawn_on_a_line_of_its_own() -> None:
    assert model(piles=(1, 3)).picture((0, 3, 2)) == ".\n|||  t = 2"
