"""Texts of families are written out for each choice."""

from __future__ import annotations

import pytest

from counterpoint.observation.family import NoFamily, choices, written


def test_all_choices_are_made_the_last_name_fastest() -> None:
    made = [tuple(choice.values()) for choice in choices({"r": [0, 1], "c": ["a", "b"]})]
    assert made == [(0, "a"), (0, "b"), (1, "a"), (1, "b")]


def test_no_names_make_one_choice() -> None:
    assert list(choices({})) == [{}]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x[$r]", "x[2]"),
        ("x[$(3*r + c)]", "x[7]"),
        ("$(-(r - 5) // 2 % 7)", "1"),
        ("$$r costs $$5", "$r costs $5"),
        ("$1 of $r", "$1 of 2"),
        ("${r}", "${r}"),
        ("plain", "plain"),
    ],
)
def test_names_and_sums_are_replaced(text: str, expected: str) -> None:
    assert written(text, {"r": 2, "c": 1, "mark": "X"}) == expected


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("$row", "there is no row here: `for` gives values to r, mark"),
        ("$(r + q)", "there is no q here: `for` gives values to r, mark"),
        ("$(r / 2)", "$(r / 2) is no sum of whole numbers such as $(3*r+c)"),
        ("$(r // 0)", "$(r // 0) is no sum of whole numbers such as $(3*r+c)"),
        ("$(mark)", "$(mark) is no sum of whole numbers such as $(3*r+c)"),
        ("$(r +)", "$(r +) is no sum of whole numbers such as $(3*r+c)"),
        ("$(True)", "$(True) is no sum of whole numbers such as $(3*r+c)"),
    ],
)
def test_what_cannot_be_written_out_is_refused(text: str, why: str) -> None:
    with pytest.raises(NoFamily) as refused:
        written(text, {"r": 2, "mark": "X"})
    assert str(refused.value) == why


def test_without_for_no_name_is_known() -> None:
    with pytest.raises(NoFamily, match="gives values to nothing"):
        written("$r", {})
