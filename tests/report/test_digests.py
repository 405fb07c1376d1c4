"""Digests: what changes one, and what does not."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from counterpoint.report.digests import file_digests, rule_digests, without_comments
from counterpoint.report.source_root import SourceRoot
from counterpoint.target import find_target

from .checked import FILES, written


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(written(tmp_path))
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # edits come within a second


def changed(target: str, old: str, new: str) -> set[str]:
    """The names of rules that have another digest, or are new or gone, after an edit."""
    file = target.partition(":")[0]
    before = digests(target)
    assert old in FILES[file]
    Path(file).write_text(FILES[file].replace(old, new), encoding="utf-8")
    after = digests(target)
    return {name for name in {*before, *after} if before.get(name) != after.get(name)}


def digests(target: str) -> dict[str, str]:
    import linecache

    linecache.checkcache()
    for name in ("taps", "lift", "clock"):
        sys.modules.pop(name, None)
    return rule_digests(find_target(target))


@pytest.mark.parametrize(
    ("target", "names"),
    [
        ("taps.py:stuck", ["pour", "bars"]),
        ("lift.py", ["up", "down"]),
        ("Lift.tla", ["Init", "Up", "Down", "Spec", "Low", "High", "Whole"]),
        ("lamps.led", ["initialState", "pressed(n)", "nextState", "over"]),
        ("lift.smv", []),
        ("flip.aag", []),
        ("game.pg", []),
        ("clock.py", []),
    ],
)
def test_rules_definitions_and_actions_have_digests(target: str, names: list[str]) -> None:
    found = digests(target)
    assert list(found) == names
    assert len(set(found.values())) == len(names)
    assert digests(target) == found


@pytest.mark.parametrize(
    ("target", "old", "new", "names"),
    [
        ("taps.py:stuck", "sync(block=[HOT, COLD])", "sync(block=[HOT])", {"bars"}),
        ("taps.py:stuck", "Program(pour(HOT), pour(COLD), bars()", "Program(pour(HOT), bars()",
         {"pour"}),
        ("taps.py:stuck", "Program(pour(HOT), pour(COLD), bars()", "Program(pour(HOT, 3), bars()",
         {"pour"}),
        ("taps.py:stuck", "it is too", "it was", set()),
        ("taps.py:stuck", "    for _ in", "    # once more\n\n    for _ in", set()),
        ("lift.py", "floor < 3, set", "floor < 2, set", {"up"}),
        ("lift.py", "by=[1, 2]", "by=[1, 3]", {"down"}),
        ("lift.py", "def up():", "def up():  # always", set()),
        ("lift.py", "step(when=floor < 3, set={floor: floor + 1})",
         "step(set={floor: floor + 1}, when=floor < 3)", set()),
        ("Lift.tla", "floor < 9", "floor < 8", {"High"}),
        ("Lift.tla", "floor > 0 /\\", "floor > 0  (* not below *)  /\\", set()),
        ("lamps.led", "300*n - 50", "300*n - 60", {"pressed(n)"}),
        ("lamps.led", "iff 1 in", "iff   1 in", set()),
    ],
)  # fmt: skip
def test_only_what_is_meant_changes_a_digest(
    target: str, old: str, new: str, names: set[str]
) -> None:
    assert changed(target, old, new) == names


def test_terms_that_share_their_parts_are_read_once() -> None:
    Path("wide.py").write_text(
        "from counterpoint import Model, step, if_\n"
        "model = Model()\nx = model.var('x', range(2), init=0)\nterm = x\n"
        "for _ in range(200):\n    term = if_(term == 0, term, term)\n"
        "@model.action\ndef go():\n    return step(set={x: term})\n"
    )
    assert list(rule_digests(find_target("wide.py"))) == ["go"]


@pytest.mark.parametrize(
    ("target", "files"),
    [
        ("taps.py", ["taps.py"]),
        ("Lift.tla", ["Lift.tla"]),
        ("lift.smv", ["lift.smv"]),
        ("flip.aag", ["flip.aag"]),
        ("game.pg", ["game.pg"]),
        ("lamps.led", ["lamps.led"]),
    ],
)
def test_files_have_digests_whatever_ends_their_lines(target: str, files: list[str]) -> None:
    root = SourceRoot.around(Path.cwd())
    found = find_target(target)
    before = file_digests(found, target, root)
    assert list(before) == files
    data = Path(target).read_bytes()
    Path(target).write_bytes(data.replace(b"\n", b"\r\n"))
    assert file_digests(found, target, root) == before
    Path(target).write_bytes(data + b" ")
    assert file_digests(found, target, root) != before


def test_a_sign_of_a_comment_in_a_text_is_none() -> None:
    assert without_comments("x = '# no'  # yes\n\n# all\n") == "x = '# no'"
