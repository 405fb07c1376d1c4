"""Digests: what changes one, and what does not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

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
    for name in ("taps", "lift", "clock", "odd"):
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


ODD = """
from counterpoint import Event, Program, sync, thread

class Odd:
    def __repr__(self):
        raise RuntimeError("no text")

class Bag(set):
    pass

def made(n):
    @thread
    def inner(given, *, named=None):
        for _ in range(n):
            yield sync(request=Event("A"))
    return inner

def program(n: int = 2):
    rule = made(n)
    names = {"a", "b", "c", "d"}
    return Program(rule(names), rule(Bag(names)), rule(object(), named=len), rule([Odd]))
"""


@pytest.mark.slow
def test_a_digest_is_the_same_in_each_process_whatever_b_threads_are_given() -> None:
    Path("odd.py").write_text(ODD)
    say = (
        "from counterpoint.target import find_target as f\n"
        "from counterpoint.report.digests import rule_digests as r\n"
        "print(r(f('odd.py')))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", say],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
        ).stdout
        for seed in range(4)
    }
    assert len(found) == 1


def test_what_a_rule_is_made_with_counts() -> None:
    Path("odd.py").write_text(ODD)
    two, three = (rule_digests(find_target("odd.py", {"n": n})) for n in (2, 3))
    assert two.keys() == three.keys() == {"inner"}
    assert two != three


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


def test_what_is_within_a_text_stays() -> None:
    quoted = 'x = """ # a \n\n  b\x0c\u2028"""'
    assert without_comments(f"{quoted}   # c\n   \ny = 1\n") == f"{quoted}\ny = 1"


def test_a_configuration_is_one_of_the_files() -> None:
    Path("Lift.cfg").write_text("SPECIFICATION Spec\nINVARIANT Low\n")
    found = file_digests(find_target("Lift.tla"), "Lift.tla", SourceRoot.around(Path.cwd()))
    assert list(found) == ["Lift.tla", "Lift.cfg"]


def test_a_function_without_source_has_a_digest_too() -> None:
    def digest(limit: int) -> dict[str, str]:
        text = FILES["taps.py"].replace("times=2", f"times={limit}")
        space: dict[str, Any] = {"__name__": "made"}
        exec(compile(text.replace("range(times)", f"range({limit})"), "<made>", "exec"), space)
        return rule_digests(space["program"])

    assert digest(2) == digest(2)
    assert digest(2) != digest(3)


def test_a_sign_of_a_comment_in_a_text_is_none() -> None:
    assert without_comments("x = '# no'  # yes\n\n# all\n") == "x = '# no'"


@pytest.mark.parametrize(
    ("source", "left"),
    [
        ('    @thread\n    def f():\n        """One\n  two."""\n        yield 1\n',
         "    @thread\n    def f():\n        yield 1"),
        ('def f():\n    """All."""\n', 'def f():\n    """All."""'),
        ('def f(): "All."; yield 1\n', 'def f(): "All."; yield 1'),
        ('def f():\n    """One\n  two."""; yield 1\n', 'def f():\n    """One\n  two."""; yield 1'),
        ('def f():\n    x = """no"""\n    return x\n', 'def f():\n    x = """no"""\n    return x'),
        ('class C:\n    """Yes."""\n    def f():\n        "Yes."\n        return 1\n',
         "class C:\n    def f():\n        return 1"),
    ],
)  # fmt: skip
def test_a_docstring_does_not_count_if_a_statement_follows(source: str, left: str) -> None:
    assert without_comments(source) == left
