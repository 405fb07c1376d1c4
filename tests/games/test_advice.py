"""Advice in positions of Tic-Tac-Toe, Nim and games made for it."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from counterpoint.errors import Misuse, NotAGame
from counterpoint.games.advice import Advisor, Value, advice
from counterpoint.games.known import WinningStates
from counterpoint.games.objective import Reach
from counterpoint.games.region import winning
from counterpoint.model.system import REST

from .small_games import PLAYERS, TicTacToe, nim, tic_tac_toe, won_by

GAME = TicTacToe()
ARENA = tic_tac_toe()
WINNING = {
    player: WinningStates(winning(ARENA, frozenset({player}), Reach(ARENA.prop(goal))))
    for player, goal in (("player1", "one"), ("player2", "two"))
}


def board(text: str, turn: int) -> tuple[int, ...]:
    return (*(".xo".index(letter) for letter in text.split()), turn)


def test_a_win_in_one_comes_before_longer_wins() -> None:
    told = advice(GAME, board("x x . o . . . o .", 1), WINNING)
    assert (told.best.label, told.best.distance, told.value) == ("put(2)", 0, Value.WIN)
    wins: list[Any] = [move.distance for move in told.moves if move.value is Value.WIN]
    assert wins == sorted(wins)
    assert wins[-1] > 0


def test_a_threat_is_blocked_because_all_else_enters_a_winning_state_of_the_opponent() -> None:
    told = advice(GAME, board("o o . . x . . . x", 1), WINNING)
    assert told.best.label == "put(2)"
    told = advice(GAME, board("x x . . o . . . .", 2), WINNING)
    assert told.best.label == "put(2)"
    assert {move.value for move in told.moves[1:]} == {Value.LOSS}
    assert told.moves[-1].distance == 1


def test_of_undecided_moves_the_one_with_more_losing_replies_comes_first() -> None:
    told = advice(GAME, GAME.initial()[0], WINNING)
    shares = {move.label: move.losing_replies for move in told.moves}
    corner, side, middle = shares["put(0)"], shares["put(1)"], shares["put(4)"]
    assert (corner, side, middle) == (Fraction(7, 8), Fraction(4, 8), Fraction(4, 8))
    assert {option.label for option in told.equals} == {"put(0)", "put(2)", "put(6)", "put(8)"}
    assert [move.rank for move in told.moves] == [1, 1, 1, 1, 2, 2, 2, 2, 2]


def test_shares_are_counted_as_they_are_defined() -> None:
    for number in range(0, ARENA.states, 97):
        state = ARENA.state(number)
        if all(label is REST for label, _ in GAME.successors(state)):  # type: ignore[arg-type]
            continue
        told = advice(GAME, state, WINNING)
        for move in told.moves:
            replies = [t for label, t in GAME.successors(move.state) if label is not REST]  # type: ignore[arg-type]
            worth = [value(there, told.player) for there in replies]
            better = sum(w > value(move.state, told.player) for w in worth)
            assert move.losing_replies == (Fraction(better, len(replies)) if replies else 0)


def value(state: object, player: str) -> int:
    other = "player2" if player == "player1" else "player1"
    return (state in WINNING[player]) - (state in WINNING[other])


def test_the_advised_player_never_loses_and_the_graph_gives_the_same_advice() -> None:
    advisor = Advisor(GAME, WINNING, random.Random(1))
    chance = random.Random(2)
    for _ in range(40):
        state = GAME.initial()[0]
        mine = chance.choice(["player1", "player2"])
        while GAME.moves(state):
            steps = dict(GAME.moves(state))
            if GAME.owner(state) == mine:
                label = str(advisor.choose(state, list(steps)))
                assert label in {str(move.label) for move in advice(ARENA, state, WINNING).equals}
            else:
                label = chance.choice(list(steps))
            state = steps[label]
        assert not won_by(state, 2 if mine == "player1" else 1)


def test_nim_is_advised_to_the_quickest_win_and_the_longest_loss() -> None:
    graph = nim(3, 4, 5)
    wins = {
        player: WinningStates(winning(graph, frozenset({player}), Reach(graph.prop(player))))
        for player in PLAYERS
    }
    told = advice(graph, ((3, 4, 5), "one"), wins)
    assert (told.value, told.best.label) == (Value.WIN, "leave(0,1)")
    assert [move.value for move in told.moves][1:] == [Value.LOSS] * 11
    lost = [move.distance or 0 for move in told.moves[1:]]
    assert lost == sorted(lost, reverse=True)


def test_a_position_where_nobody_is_to_move_is_refused() -> None:
    with pytest.raises(Misuse, match="nobody is to move"):
        advice(GAME, board("x x x o o . . . .", 2), WINNING)


def test_a_system_without_owners_is_no_game() -> None:
    class Plain:
        def initial(self) -> tuple[int]:
            return (0,)

        def successors(self, state: int) -> list[tuple[object, int]]:
            return [(REST, state)]

        def show(self, state: int) -> str:
            return str(state)

    with pytest.raises(NotAGame, match="Plain does not say whose choice a step is"):
        advice(Plain(), 0, {})


def test_an_advisor_takes_what_a_play_offers() -> None:
    advisor = Advisor(GAME, WINNING)
    state = board("x x . o . . . o .", 1)
    assert advisor.choose(state, ["put(8)", "put(2)"]) == "put(2)"
    assert advisor.choose(state, ["pass"]) == "pass"
