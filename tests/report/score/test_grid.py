"""Boards in pictures."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from counterpoint.report.score.grid import Grid, changed, grid_of, line_through, symmetric

BOARDS = st.integers(2, 5).flatmap(
    lambda columns: st.lists(
        st.tuples(*[st.sampled_from(".XO")] * columns), min_size=2, max_size=5
    ).map(tuple)
)


@given(BOARDS, st.sampled_from(["", "  t = 1", "  X wins"]))
def test_a_board_is_found_in_its_picture(board: Grid, beside: str) -> None:
    picture = "\n".join(" ".join(row) for row in board) + beside
    assert grid_of(picture) == board


@given(BOARDS)
def test_turning_and_reflecting_a_board_changes_nothing(board: Grid) -> None:
    turned = tuple(tuple(row) for row in zip(*board[::-1], strict=True))
    reflected = tuple(row[::-1] for row in board)
    assert symmetric(reflected) == symmetric(board)
    if len(board) == len(board[0]):
        assert symmetric(turned) == symmetric(board)


@given(BOARDS, st.data())
def test_a_line_is_of_equal_marks_and_goes_through_its_square(
    board: Grid, data: st.DataObject
) -> None:
    squares = sum(board, ())
    at = data.draw(st.integers(0, len(squares) - 1))
    line = line_through(board, at)
    assert not line or at in line
    assert len({squares[square] for square in line}) <= 1
    assert len(line) != 1


def test_what_is_no_board_is_none() -> None:
    for picture in ("", "|||\n||  t = 1", "X", "a longer text\nof two lines", "X O"):
        assert grid_of(picture) is None


def test_the_squares_that_differ_are_counted_row_by_row() -> None:
    before, after = (("X", "."), (".", ".")), (("X", "."), (".", "O"))
    assert changed(before, after) == [3]
    assert changed(before, (("X", "."),)) == []
