"""King and rook against king: every position as another kind of solver has it, and the figures."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import numpy as np
import pytest

from counterpoint import Session, Solution, StateSpace, solve
from counterpoint.examples import krk
from counterpoint.games.advice import Advisor, Value
from counterpoint.model.system import REST
from tests.share import FULL

from .krk_by_hand import NEVER, Solved, solved, up_to_symmetry


@cache
def by_hand() -> Solved:
    return solved()


@cache
def solution() -> Solution:
    return solve(krk.model(), player="white", goal="white_wins")


def expert() -> Advisor:
    """A player of both sides, by what White can force."""
    return Advisor(krk.model(), {"white": solution().known})


def longest() -> tuple[Any, ...]:
    """A position in which White needs 16 moves."""
    return ("black", *map(int, np.argwhere(by_hand().black_in == 32)[0]))


def test_the_figures_with_black_to_move() -> None:
    black, mated_in = by_hand().black, by_hand().black_in
    drawn, late = black & (mated_in == NEVER), mated_in == 32
    assert (black.sum(), drawn.sum(), mated_in.max()) == (223_944, 22_244, 32)
    counts = tuple(up_to_symmetry(of) for of in (black, drawn, late))
    assert counts == (28_056, 2_796, 390)


def test_with_white_to_move_and_black_not_in_check_all_is_won() -> None:
    white, mates_in = by_hand().white, by_hand().white_in
    assert white.sum() == 175_168
    assert (mates_in[white] != NEVER).all()
    assert mates_in.max() == 31


def test_every_position_has_the_outcome_and_the_distance_found_by_hand() -> None:
    win, hand = solution().win, by_hand()
    assert win is not None
    assert win.rank is not None
    is_initial = np.zeros(win.graph.states, bool)
    is_initial[win.graph.initial] = True
    assert is_initial.sum() == hand.black.sum() + hand.white.sum() == 399_112
    assert win.region.sum() == (hand.black_in != NEVER).sum() + (hand.white_in != NEVER).sum()

    looked = np.arange(0, win.graph.states, 1 if FULL else 10)
    states: list[Any] = [win.graph.state(int(n)) for n in looked]
    turn = np.array([state[0] == "white" for state in states])
    king, rook, lone = np.array([state[1:] for state in states]).T
    initial, on = is_initial[looked], rook % 64
    assert np.array_equal(initial, rook != krk.CAPTURED)
    legal = np.where(turn, hand.white[king, on, lone], hand.black[king, on, lone])
    assert legal[initial].all()
    expected = np.where(turn, hand.white_in[king, on, lone], hand.black_in[king, on, lone])
    expected[~initial] = NEVER
    region, rank = win.region[looked], win.rank[looked]
    assert np.array_equal(region, expected != NEVER)
    assert np.array_equal(rank[region], expected[region])


def test_the_states_are_these_positions_and_those_in_which_the_rook_was_taken() -> None:
    space = StateSpace(krk.model())
    assert len(space.where("captured")) == by_hand().taken == 3_612
    assert len(space.where("!captured")) == 399_112
    assert len(space.where("white_wins")) == (by_hand().black_in == 0).sum() == 216
    assert len(space.where("stalemate")) == 68
    assert not space.where("captured & E X !captured")


@pytest.mark.parametrize(
    ("turn", "squares", "moves"),
    [
        ("white", "e1 h1 e8", "Kd1 Kf1 Kd2 Ke2 Kf2 Rf1 Rg1 Rh2 Rh3 Rh4 Rh5 Rh6 Rh7 Rh8"),
        ("black", "c6 d7 c8", "Kb8"),  # the rook is protected
        ("black", "a1 d7 c8", "Kb8 Kd7"),  # and here it is not: Kd7 takes it
        ("black", "a1 d5 d8", "Kc7 Ke7 Kc8 Ke8"),  # along the file the king stays attacked
        ("black", "d6 d1 d8", "Kc8 Ke8"),  # White's king hides the file from the rook
        ("black", "b6 b7 a8", ""),  # stalemate
        ("black", "b6 h8 a8", ""),  # mate
    ],
)
def test_the_moves_of_positions(turn: str, squares: str, moves: str) -> None:
    game = krk.model()
    names = ("white_king", "white_rook", "black_king")
    places = {n: krk.SQUARES.index(s) for n, s in zip(names, squares.split(), strict=True)}
    found = game.successors(game.state(turn=turn, **places))
    spelt = {{"king": "K", "rook": "R"}[str(label)[:4]] + str(label)[5:7] for label, _ in found
             if label is not REST}  # fmt: skip
    assert spelt == set(moves.split())


def test_a_taken_rook_ends_the_game() -> None:
    game = krk.model()
    taken = dict(game.successors(("black", 0, 51, 58)))["king(d7)"]
    assert taken == ("white", 0, krk.CAPTURED, 51)
    assert game.successors(taken) == [(REST, taken)]
    assert "R" not in (game.picture(taken) or "R")


def test_both_sides_play_perfectly_by_the_advice() -> None:
    session = Session(krk.model(), state=longest(), seed=1)
    session.play({"white": expert(), "black": expert()})
    assert len(session.trace.events) == 32
    assert isinstance(session.state, tuple)
    assert session.state[0] == "black"
    assert by_hand().black_in[session.state[1:]] == 0


def test_advice_takes_the_rook_and_never_leaves_it() -> None:
    given = expert().advice(("black", 0, 51, 58))
    assert (given.value, given.best.label) == (Value.UNDECIDED, "king(d7)")
    assert [option.value for option in given.moves[1:]] == [Value.LOSS]
    kept = expert().advice(("white", 0, 51, 58))
    assert (kept.value, kept.best.value) == (Value.WIN, Value.WIN)
    assert {o.value for o in kept.moves if str(o.label) == "king(a2)"} == {Value.UNDECIDED}


def test_sessions_begin_with_the_pieces_at_home() -> None:
    assert Session(krk.model()).shown.splitlines() == [
        "8  . . . . k . . .",
        *(f"{rank}  . . . . . . . ." for rank in range(7, 1, -1)),
        "1  . . . . K . . R",
        "   a b c d e f g h  white to move",
    ]


def test_the_picture_has_a_button_for_each_move_and_two_where_both_pieces_can_go() -> None:
    game = krk.model()
    for state in (next(game.initial()), longest()):
        picture = game.view(state) or ""
        labels = {str(label) for label, _ in game.successors(state)}
        assert set(re.findall(r'data-event="(.*?)"', picture)) == labels
    assert (game.view(next(game.initial())) or "").count('class="shared"') == 2


def test_the_picture_marks_a_check_and_where_the_last_move_may_have_led() -> None:
    game = krk.model()
    quiet, checked = game.view(("black", 4, 7, 58)) or "", game.view(("black", 4, 63, 58)) or ""
    assert ('class="checked"' in quiet, 'class="checked"' in checked) == (False, True)
    last = re.findall(r'data-last="(.*?)"', checked)
    assert sorted(last) == ["king(c8)", "king(e1)", "rook(h8)"]
