"""A strategy found in a model plays as a b-thread among others."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from counterpoint import Body, Event, Program, Runner, solve, sync, thread
from counterpoint.errors import NotAGame
from counterpoint.examples import ttt_model
from counterpoint.games.following import event_of

PUT = Event("put")
SQUARES = [PUT(grid) for grid in range(9)]


@thread
def first_player() -> Body:
    """Put a mark anywhere, in each of its turns."""
    while True:
        yield sync(request=SQUARES)
        yield sync(wait_for=SQUARES)


@thread
def taken(square: Event) -> Body:
    yield sync(wait_for=square)
    yield sync(block=square)


def has_a_line(marks: Sequence[Event]) -> bool:
    return any(all(PUT(grid) in marks for grid in line) for line in ttt_model.LINES)


def first_with_a_line(moves: Sequence[Event]) -> int | None:
    """Which player, 0 or 1, has a line first; None if nobody has. The program plays on."""
    ends = (n for n in range(1, len(moves) + 1) if has_a_line(moves[:n][(n - 1) % 2 :: 2]))
    return next(((n - 1) % 2 for n in ends), None)


def test_the_second_player_never_lets_the_first_one_win() -> None:
    solution = solve(ttt_model.model(), player="player2", goal="G !p1_wins")
    program = Program(first_player(), *map(taken, SQUARES), solution.thread())
    for seed in range(30):
        moves = Runner(program, seed=seed).run(9).events
        assert len(moves) >= 5
        assert first_with_a_line(moves) != 0


def test_what_is_no_text_of_an_event_is_refused() -> None:
    for label in ("1 + 2", "put(", 3, "f(x)(y)"):
        with pytest.raises(NotAGame, match="is not the text of one"):
            event_of(label)
