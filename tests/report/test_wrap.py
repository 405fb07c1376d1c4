"""Text broken to fit a width."""

from __future__ import annotations

import pytest

from counterpoint.report.wrap import NARROW, hanging, terminal_width


def test_lines_after_the_first_stand_below_its_text() -> None:
    assert hanging("one two three", 12, "  a  ") == ["  a  one two", "     three"]
    assert hanging("one two three", 12, "  a  ", rest=" ") == ["  a  one two", " three"]


def test_a_long_word_stays_whole() -> None:
    assert hanging("one incomprehensibilities", 10) == ["one", "incomprehensibilities"]


def test_without_a_width_a_text_is_one_line() -> None:
    assert hanging("one two\n  three", None, "- ") == ["- one two three"]


def test_an_empty_text_leaves_what_stands_before_it() -> None:
    assert hanging("", 10, "  1  ") == ["  1"]


def test_the_width_is_what_columns_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "72")
    assert terminal_width() == 72
    monkeypatch.setenv("COLUMNS", "3")
    assert terminal_width() == NARROW


def test_where_there_is_no_terminal_there_is_no_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setattr("sys.stdout", object())
    assert terminal_width() is None
