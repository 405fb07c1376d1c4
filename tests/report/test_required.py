"""Where requirements stand in a Python file."""

from __future__ import annotations

from pathlib import Path

import pytest

from counterpoint.report.required import requirement_places

TEXT = """from counterpoint import Program, never
NAMES = {1: "b", **{}}
program = Program(
    requirements={
        "no cold": never(COLD),
        "ä {x}": "AG p",
    },
)
model.requires({"low": "AG low"})
model.requires(back="AG EF back", **NAMES)
again = {"low": 3}
step(set={x: 1})
"""


def test_names_are_keys_of_dictionaries_and_keywords_of_requires(tmp_path: Path) -> None:
    (tmp_path / "p.py").write_text(TEXT, encoding="utf-8")
    found = requirement_places(str(tmp_path / "p.py"))
    assert {name: place.line for name, place in found.items()} == {
        "no cold": 5,
        "ä {x}": 6,
        "back": 10,
    }
    assert found["no cold"].text == '"no cold": never(COLD),'


@pytest.mark.parametrize("data", [b"x = (", b"\xff\xfe", b"x\x00", b"(" * 9999, b"---- MODULE M"])
def test_a_file_that_is_no_python_has_none(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "p.py").write_bytes(data)
    assert requirement_places(str(tmp_path / "p.py")) == {}
    assert requirement_places(str(tmp_path / "none.py")) == {}
