"""Connect Four: marks fall, and the numbers of positions are the known ones."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import StateSpace, counsel, solve
from counterpoint.examples.connect_four import model
from counterpoint.games.minmax import Found


def positions(rows: int, columns: int, k: int) -> int:
    """How many positions can be reached, counted by playing with columns as texts."""
    start = ("",) * columns
    found, todo = {start}, [start]
    for piles in todo:
        if not any(has_line(piles, mark, k) for mark in "XO"):
            mark = "XO"[sum(map(len, piles)) % 2]
            for c, pile in enumerate(piles):
                there = (*piles[:c], pile + mark, *piles[c + 1 :])
                if len(pile) < rows and there not in found:
                    found.add(there)
                    todo.append(there)
    return len(found)


def has_line(piles: tuple[str, ...], mark: str, k: int) -> bool:
    mine = {(r, c) for c, pile in enumerate(piles) for r, one in enumerate(pile) if one == mark}
    ways = ((0, 1), (1, 0), (1, 1), (1, -1))
    return any(
        all((r + i * down, c + i * right) in mine for i in range(k))
        for r, c in mine
        for down, right in ways
    )


@pytest.mark.parametrize(("rows", "columns", "k"), [(2, 2, 2), (3, 3, 3), (2, 4, 3), (4, 3, 4)])
def test_as_many_positions_as_there_are_when_it_is_played(rows: Any, columns: Any, k: Any) -> None:
    space = StateSpace(model(rows=rows, columns=columns, k=k))
    assert space.where("true").space.states == positions(rows, columns, k)


@pytest.mark.slow
def test_four_by_four_has_as_many_positions_as_tromp_counted() -> None:
    assert StateSpace(model()).where("true").space.states == 161_029


def test_nobody_wins_on_four_by_four() -> None:
    for player, goal in (("player1", "p1_wins"), ("player2", "p2_wins")):
        assert not solve(model(), player=player, goal=goal)


def test_marks_fall_to_the_lowest_empty_square() -> None:
    game = model(rows=2, columns=2)
    (start,) = game.initial()
    (state,) = (there for label, there in game.successors(start) if label == "drop(1)")
    assert game.picture(state) == ". .\n. X  t = 2"
    (state,) = (there for label, there in game.successors(state) if label == "drop(1)")
    assert game.picture(state) == ". O\n. X  t = 1"
    assert [label for label, _ in game.successors(state)] == ["drop(0)"]


def test_on_the_usual_board_a_threat_is_met_by_looking_ahead() -> None:
    game = model(rows=6, columns=7)
    (state,) = game.initial()
    for label in ("drop(0)", "drop(0)", "drop(1)", "drop(1)", "drop(2)"):
        state = dict(game.successors(state))[label]
    found = counsel(game, state, {"player1": "p1_wins", "player2": "p2_wins"}, depth=2)
    assert isinstance(found, Found)
    assert (found.player, found.move) == ("player2", "drop(3)")
