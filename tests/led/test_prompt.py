"""The prompt of `eval`, where a value cannot be written."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from ..command_line import Run


def test_a_number_that_is_not_written_is_said_with_its_place_and_the_prompt_goes_on(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("large.led").write_text("/$ large := 2^100000 $/")
    monkeypatch.setattr("sys.stdin", io.StringIO("{large}\n?1 + large\nlarge mod 7\n"))
    said = run("eval", "large.led")
    assert said.code == 0
    assert said.out.splitlines() == [
        "[CP802] this value has a number of more digits than Python writes",
        "  at expression:1:1",
        "    {large}",
        "    ^^^^^^^",
        "[CP802] this value has a number of more digits than Python writes",
        "  at expression:1:1",
        "    1 + large",
        "    ^^^^^^^^^",
        "2",
    ]


def test_a_definition_is_refused_at_its_sign(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("f(n) := 3\n"))
    assert run("eval", "reachability").out.splitlines() == [
        "[CP800] definitions stand in the text: only an expression can be given here",
        "  at expression:1:6",
        "    f(n) := 3",
        "         ^^",
    ]


@pytest.mark.parametrize("word", ["quit", "exit"])
def test_a_word_leaves_unless_the_text_defines_it(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, word: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plain.led").write_text("/$ a := 1 $/")
    Path("named.led").write_text(f"/$ {word} := 7 $/")
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{word}\n2\n"))
    assert run("eval", "plain.led") == (0, "", "")
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{word}\n2\n"))
    assert run("eval", "named.led") == (0, "7\n2\n", "")
