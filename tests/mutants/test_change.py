"""Each change is of code that runs, at the place that it names, and leaves a text that parses."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import counterpoint

from .change import changes
from .rooms import CONFORMANCE, ROOMS, noticing

HOUSE = Path(counterpoint.__file__).parent
ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize(
    "file", ["logic/automata/reduce_buchi.py", "engines/search/compiled/layers.py", "tla/scope.py"]
)
def test_what_is_changed_parses_and_is_different(file: str) -> None:
    text = (HOUSE / file).read_text()
    found = changes(text)
    assert len(found) > 5
    for change in found[:40]:
        assert text[change.start : change.end] == change.before
        assert ast.dump(ast.parse(change.of(text))) != ast.dump(ast.parse(text)), str(change)


def test_annotations_documents_and_messages_stay() -> None:
    text = 'def f(x: int = 0) -> int:\n    """1 < 2"""\n    raise Error(f"{x + 1}")\n'
    assert [str(change) for change in changes(text)] == ["line 1: 0  ->  1"]
    text = "@dataclass(frozen=True)\nclass One:\n    size: int = 3\n"
    assert [str(change) for change in changes(text)] == ["line 3: 3  ->  4"]


def test_characters_that_take_several_bytes_are_counted_once() -> None:
    text = 's = "ä"; t = x < 3\n'
    assert changes(text)[0].of(text) == 's = "ä"; t = x <= 3\n'


@pytest.mark.parametrize("room", ROOMS)
def test_every_file_of_a_room_has_tests(room: str) -> None:
    for path in (HOUSE / room).rglob("*.py"):
        for test in noticing(path.relative_to(HOUSE).as_posix()):
            assert (ROOT / test).exists(), test
    assert any(name == room or name.startswith(f"{room}/") for name in CONFORMANCE)
