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
