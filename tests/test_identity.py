"""No table is keyed by an `id`, which another object may get later."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import counterpoint

HOUSE = Path(counterpoint.__file__).parent

READS_MEMORY = {
    "bp/local/state/hidden.py": "an id is an address there, of an object that is at hand",
    "bp/local/bytecode/uses.py": "it finds b-threads that ask for an id",
}
"""Files that may ask for an id, and why."""


def asks_for_ids(text: str) -> list[int]:
    """The lines that name the builtin `id`, to call it or to hand it on."""
    if not re.search(r"\bid\b", text):
        return []
    return [
        node.lineno
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Name) and node.id == "id" and isinstance(node.ctx, ast.Load)
    ]


def test_nobody_asks_for_an_id() -> None:
    found = {
        str(path.relative_to(HOUSE)): lines
        for path in sorted(HOUSE.rglob("*.py"))
        if (lines := asks_for_ids(path.read_text(encoding="utf-8")))
    }
    assert found.keys() == READS_MEMORY.keys(), found


@pytest.mark.parametrize("text", ["known[id(x)]", "tuple(map(id, xs))", "key = id"])
def test_an_id_is_found_wherever_it_is_asked_for(text: str) -> None:
    assert asks_for_ids(text) == [1]


def test_an_id_of_another_kind_is_none() -> None:
    assert asks_for_ids("node.id\nf(id=1)\nid_of(x)") == []
