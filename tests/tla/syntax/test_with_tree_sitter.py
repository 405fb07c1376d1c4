"""Reading goes no further than to the first mistake, however much stands behind it."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest

from counterpoint.errors import BadModule
from counterpoint.tla.syntax import with_tree_sitter
from counterpoint.tla.syntax.read import read_module

LINE = " + Swap == CASE b[1] = 1 -> b' = <<2, b[2]>> [] b[1] = 2 -> b' = <<1, ~b[2]>>\n"
MODULE = "---- MODULE M ----\nVARIABLE b\nStart == b = <<1, 2>>\n{}====\n"


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines of its work that the parser tells."""
    lines: list[str] = []
    usual = with_tree_sitter._Work.note

    def note(work: with_tree_sitter._Work, kind: object, line: str) -> None:
        lines.append(line)
        usual(work, kind, line)

    monkeypatch.setattr(with_tree_sitter._Work, "note", note)
    return lines


@pytest.mark.parametrize("times", [1, 2000])
def test_a_mistake_is_placed_whatever_stands_behind_it(times: int, noted: list[str]) -> None:
    with pytest.raises(BadModule, match="== only defines: = compares") as raised:
        read_module(MODULE.format(LINE * times))
    assert raised.value.place is not None
    assert (raised.value.place.line, raised.value.place.column) == (4, 9)
    assert len(noted) < 20_000


def test_a_text_without_a_mistake_is_read_however_much_work_it_is(
    monkeypatch: pytest.MonkeyPatch, noted: list[str]
) -> None:
    text = MODULE.format("Next == \\E n \\in 1..2 : /\\ b' = n\n" * 300)
    usual = read_module(text)
    assert not noted
    monkeypatch.setattr(with_tree_sitter._Budget, "is_over", lambda *_: True)
    assert read_module(text) == usual
    assert noted


def test_a_long_line_of_operators_without_operands_is_given_up_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rounds = []
    usual = with_tree_sitter._Budget.is_over

    def counted(of: Any, at: int) -> bool:
        rounds.append(at)
        return usual(of, at)

    monkeypatch.setattr(with_tree_sitter._Budget, "is_over", counted)
    with pytest.raises(BadModule, match="an expression is needed here"):
        read_module(MODULE.format(("Next == (b " + " + " * 2000 + "\n") * 20))
    assert len(rounds) < 50


class Interrupting(bytes):
    """A text; whoever reads on from the middle is interrupted, once."""

    is_read = False

    def __getitem__(self, at: Any) -> Any:
        if not self.is_read and at.start > len(self) // 2:
            self.is_read = True
            os.kill(os.getpid(), signal.SIGINT)
        return super().__getitem__(at)


def test_ctrl_c_while_a_module_is_parsed_is_ctrl_c() -> None:
    text = Interrupting(MODULE.format("Next == \\E n \\in 1..2 : /\\ b' = n\n" * 3000).encode())
    with pytest.raises(KeyboardInterrupt):
        with_tree_sitter._tree(text, with_tree_sitter._Budget())
    assert text.is_read
