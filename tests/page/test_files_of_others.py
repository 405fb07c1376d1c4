"""Targets that are read from files of other tools, as the page shows them."""

from __future__ import annotations

from pathlib import Path

import pytest

from .talk import Talk

SMV = """MODULE main
VAR n : 0..3;
ASSIGN init(n) := 0; next(n) := n < 3 ? n + 1 : n;
"""

CIRCUIT = """aag 1 0 1 0 0 1
2 3
2
"""

PARITY = """parity 1;
start 0;
0 2 0 1;
1 3 1 0;
"""


@pytest.mark.parametrize(
    ("name", "text"), [("count.smv", SMV), ("flip.aag", CIRCUIT), ("small.pg", PARITY)]
)
def test_the_source_is_the_text_of_the_file(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    (source,) = Talk(str(tmp_path / name)).last("target")["sources"]
    assert (source["name"], source["lines"]) == (name, text.splitlines())


def test_why_moves_of_a_parity_game_are_not_rated_is_said(tmp_path: Path) -> None:
    (tmp_path / "small.pg").write_text(PARITY)
    talk = Talk(str(tmp_path / "small.pg"))
    talk.do("by", player="1", by="best")
    assert "the moves of a parity game are not rated" in talk.last("notice")["text"]
