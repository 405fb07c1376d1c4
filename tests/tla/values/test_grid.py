"""Values that look like boards."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint.tla.values import ModelValue, function, grid, record


def test_rows_of_rows_are_a_board() -> None:
    assert grid((("X", " ", "O"), ("", "X", " "), ("O", "-", "X"))) == ("X . O", ". X .", "O - X")


def test_a_function_over_pairs_of_numbers_is_a_board() -> None:
    board = function({(i, j): 10 * i + j for i in (1, 2) for j in (1, 2, 3)})
    assert grid(board) == ("11 12 13", "21 22 23")


def test_a_board_may_begin_at_0() -> None:
    row = function({0: ModelValue("e"), 1: "X"})
    assert grid(function({0: row, 1: row})) == ("e X", "e X")


def test_cells_have_the_same_width() -> None:
    assert grid(((1, 10), (100, 2))) == ("1   10", "100 2")


@pytest.mark.parametrize(
    "value",
    [
        3,
        (),
        ((), ()),
        ((1, 2),),
        ((1,), (2,)),
        ((1, 2), (3,)),
        ((1, 2), 3),
        ((1, 2), (3, frozenset())),
        (("a long text", 1), (2, 3)),
        frozenset({(1, 2), (3, 4)}),
        record(a=(1, 2), b=(3, 4)),
        function({(1, 1): 1, (2, 2): 2, (1, 2): 3}),
        function({(1, "a"): 1, (2, "a"): 2, (1, "b"): 3, (2, "b"): 4}),
    ],
)
def test_other_values_are_none(value: Any) -> None:
    assert grid(value) is None
