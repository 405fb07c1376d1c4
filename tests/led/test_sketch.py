"""Windows as pictures made of characters."""

from __future__ import annotations

import pytest

from counterpoint.led.program import LedProgram
from counterpoint.led.shapes import Disc, Segment, Shape, Words
from counterpoint.led.sketch import sketch
from counterpoint.target import find_target


def test_a_board_of_lines_has_its_marks_in_its_cells() -> None:
    game = find_target("tictactoe.led")
    assert isinstance(game, LedProgram)
    state = frozenset({("`x", 1), ("`o", 5), ("`x", 9)})
    assert sketch(game.images(state)).splitlines() == [
        "it is o's turn",
        "     |   |       +-------+",
        "   x |   |       |restart|",
        " ----+---+----   +-------+",
        "     | o |",
        " ----+---+----",
        "     |   | x",
        "     |   |",
    ]


@pytest.mark.parametrize(
    "shape",
    [
        Disc((100, 100), 5),
        Segment((0, 0), (100, 50)),
        Words("other", (500, 420), 20),
        Words("\x1b[2J", (100, 100), 20),
    ],
)
def test_what_characters_would_hide_is_not_drawn(shape: Shape) -> None:
    here = Words("text", (500, 410), 20)
    assert sketch([here]) == "text"
    assert sketch([here, shape]) == ""


def test_lines_alone_are_no_picture() -> None:
    assert sketch([Segment((0, 0), (0, 800))]) == ""
