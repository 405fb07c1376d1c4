"""What differs between two values, as short text."""

from __future__ import annotations

import pytest

from counterpoint.report.score.difference import changes, difference

BOARD = '(<<1, 1>> :> "-" @@ <<1, 2>> :> "X")'


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("{2, 4, 6, 8}", "{2, 6, 8, 9}", "\N{MINUS SIGN}4, +9"),
        ("{(`o, 3), (`x, 1)}", "{(`o, 3), (`x, 1), (`x, 2)}", "+(`x, 2)"),
        (BOARD, BOARD.replace('"-"', '"O"'), '<<1, 1>>: "O"'),
        ('<<<<"-", "-">>, <<"-", "X">>>>', '<<<<"-", "-">>, <<"O", "X">>>>', '[2][1]: "O"'),
        ("[at |-> 1, of |-> {1, 2, 3}]", "[at |-> 1, of |-> {1, 3}]", "of \N{MINUS SIGN}2"),
        ("{sent: 0, received: 0}", "{sent: 0, received: 1}", "received: 1"),
        ("<<1, 2, 3>>", "<<2, 3>>", "\N{MINUS SIGN}1"),
        ("<<10, 20>>", "<<10, 20, 30>>", "+30"),
        ("[0, 0, 0, 0]", "[0, 0, 5, 0]", "[2]: 5"),
    ],
)
def test_elements_that_came_and_went_and_parts_that_changed_are_told(
    before: str, after: str, told: str
) -> None:
    assert difference(before, after) == told


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("{}", "{2, 4, 6, 8}"),
        ("[0, 1]", "[1, 0]"),
        ("[1, 2, 3, 4, 5]", "<<1, 2>>"),
        ("not [closed, (as it", "should be] at all"),
        ('{"a, b", "c"', '{"a, b", "d"'),
    ],
)
def test_what_cannot_be_told_shorter_is_told_whole(before: str, after: str) -> None:
    assert difference(before, after) == after


def test_signs_in_strings_part_nothing() -> None:
    assert difference('<<"a, >>b", "c">>', '<<"a, >>b", "d">>') == '[2]: "d"'


def test_only_what_changed_is_told() -> None:
    assert changes({"a": "1", "b": "2"}, {"a": "1", "b": "3", "c": "0"}) == {"b": "3", "c": "0"}
