"""Imports point down the floors of the house, and neighbours on a floor never import each other."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import counterpoint

HOUSE = Path(counterpoint.__file__).parent

FLOORS: dict[str, int] = {
    "data": 0,
    "displayed": 0,
    "nodes": 0,
    "identity": 0,
    "spelling": 0,
    "figure": 0,
    "stopped": 0,
    "trees": 0,
    "errors": 1,
    "alarm": 2,
    "aside": 2,
    "arguments": 2,
    "explained": 2,
    "faults": 2,
    "reading": 2,
    "bundled": 3,
    "depth": 3,
    "logic": 3,
    "schemas": 3,
    "terms": 3,
    "tuning": 3,
    "watchman": 3,
    "with_sat": 3,
    "model": 4,
    "aiger": 5,
    "observation": 5,
    "bp": 5,
    "led": 5,
    "parity": 5,
    "smv": 5,
    "tla": 5,
    "certificate": 6,
    "native": 6,
    "audit": 7,
    "verdict": 7,
    "engines": 8,
    "session": 8,
    "games": 9,
    "implementation": 9,
    "repairs": 9,
    "tours": 9,
    "report": 10,
    "sweeps": 10,
    "page": 11,
    "position": 11,
    "progress": 11,
    "target": 11,
    "cli": 12,
    "notebook": 12,
    "plugin": 12,
    "__main__": 13,
}
"""The floor of each room. The package's own `__init__` is its front door and belongs to none."""

WITHIN: dict[str, dict[str, int]] = {
    "bp/local": {
        "bytecode": 0,
        "state": 1,
        "outside": 2,
        "exploring": 2,
        "interrupted": 2,
        "processes": 3,
        "alphabet": 3,
        "twins": 3,
        "growing": 4,
        "stands": 4,
        "automaton": 5,
        "timed": 6,
        "family": 7,
        "found": 8,
        "network": 9,
    },
    "engines": {
        "base": 0,
        "formula": 1,
        "graph": 2,
        "search": 3,
        "symbolic": 3,
        "bounded": 3,
        "space": 4,
        "decide": 5,
        "state_graph": 6,
        "theorems": 6,
        "check": 7,
        "questions": 8,
        "where": 7,
        "relation": 6,
        "compare": 8,
        "disagreement": 8,
        "variations": 8,
    },
    "engines/search": {
        "native": 0,
        "parallel": 1,
        "walker": 0,
        "network": 2,
        "compiled": 2,
        "levels": 3,
        "backward": 4,
        "cluster": 5,
        "tabled": 2,
        "making": 3,
        "stored": 6,
        "spec": 6,
    },
    "engines/decide": {
        "certified": 0,
        "until": 0,
        "recorded": 0,
        "enforce": 0,
        "composed": 1,
        "evidence": 1,
        "distance": 1,
        "finding": 2,
        "auditing": 3,
        "in_part": 3,
        "parity": 4,
        "verdicts": 3,
        "decide": 4,
        "network": 5,
        "spec": 5,
        "system_check": 5,
        "bounded": 6,
        "levels": 6,
        "portfolio": 6,
    },
}
"""The floors of rooms, and of files, within a room."""

TOGETHER = {
    "logic/formula": "logic/text",
    "tla/evaluate/names": "tla/evaluate/subexpression",
    "tla/evaluate/calls": "tla/evaluate/operators",
    "tla/steps/planner": "tla/steps/taking",
    "bp/event": "bp/eventset",
    "bp/sync": "bp/thread",
    "bp/live/runner": "bp/live/listener",
    "engines/search/spec/walk": "engines/search/spec/walked",
    "games/solve": "games/audited",
    "report/score/program": "report/score/reasons",
}
"""Pairs of files that define one thing together, and import each other."""

EXAMPLES_MAY_USE = {"counterpoint"}


def rooms() -> set[str]:
    found = {path.stem for path in HOUSE.glob("*.py")} | {
        path.parent.name for path in HOUSE.glob("*/__init__.py")
    }
    return found - {"__init__", "examples"}


@cache
def imports_of(path: Path) -> tuple[tuple[int, str], ...]:
    """The line and the full name of everything that a file of the package imports."""
    return tuple(_imports_of(path))


def _imports_of(path: Path) -> Iterator[tuple[int, str]]:
    package = ["counterpoint", *path.relative_to(HOUSE).parent.parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


def room_of(name: str) -> str | None:
    parts = name.split(".")
    return parts[1] if parts[0] == "counterpoint" and len(parts) > 1 else None


def upward(path: Path) -> list[str]:
    own = path.relative_to(HOUSE).parts[0].removesuffix(".py")
    wrong = []
    for line, name in imports_of(path):
        room = room_of(name)
        if room is None or room == own or (own == "target" and room == "examples"):
            continue
        if room not in FLOORS or FLOORS[room] >= FLOORS[own]:
            wrong.append(f"{path.relative_to(HOUSE)}:{line} imports {name}")
    return wrong


def test_every_room_has_a_floor() -> None:
    assert rooms() == FLOORS.keys()


@pytest.mark.parametrize("room", sorted(FLOORS))
def test_a_room_imports_only_from_the_floors_below(room: str) -> None:
    files = (
        [HOUSE / f"{room}.py"] if (HOUSE / f"{room}.py").exists() else (HOUSE / room).rglob("*.py")
    )
    assert [fault for path in files for fault in upward(path)] == []


def are_together(one: str, other: str) -> bool:
    return other == TOGETHER.get(one) or one == TOGETHER.get(other)


def file_of(name: str) -> str | None:
    """The file that an imported name comes from, without its ending; None for other packages."""
    parts = name.split(".")[1:]
    for depth in range(len(parts), 0, -1):
        path = HOUSE.joinpath(*parts[:depth])
        if path.with_suffix(".py").is_file() or (path / "__init__.py").is_file():
            return "/".join(parts[:depth])
    return None


def imports_between_files() -> dict[str, set[str]]:
    """For each file, the files that it imports from, those for type checking included."""
    found: dict[str, set[str]] = {}
    for path in HOUSE.rglob("*.py"):
        own = "/".join(path.relative_to(HOUSE).with_suffix("").parts).removesuffix("/__init__")
        names = (name for _, name in imports_of(path) if name.startswith("counterpoint."))
        found[own] = {other for name in names if (other := file_of(name)) not in (None, own)}
    return found


def test_files_import_in_no_circle_but_in_named_pairs() -> None:
    found = imports_between_files()
    for one, other in TOGETHER.items():
        assert one in found[other], f"{other} does not import {one}"
        assert other in found[one], f"{one} does not import {other}"
        found[other].discard(one)
    TopologicalSorter(found).prepare()  # raises CycleError, which names the files


def upward_within(room: str) -> list[str]:
    """What imports a neighbour on the same floor of a room, or on a higher one."""
    floors, depth = WITHIN[room], len(room.split("/"))
    wrong = []
    for path in (HOUSE / room).rglob("*.py"):
        own = path.relative_to(HOUSE).parts[depth].removesuffix(".py")
        for line, name in imports_of(path):
            parts = name.split(".")[1:]
            if own == "__init__" or parts[:depth] != room.split("/") or len(parts) == depth:
                continue
            if (other := parts[depth]) == own or are_together(f"{room}/{own}", f"{room}/{other}"):
                continue
            if floors[other] >= floors[own]:
                wrong.append(f"{path.relative_to(HOUSE)}:{line} imports {name}")
    return wrong


@pytest.mark.parametrize("room", WITHIN)
def test_every_room_within_a_room_has_a_floor(room: str) -> None:
    found = {path.stem for path in (HOUSE / room).glob("*.py")} - {"__init__"}
    found |= {path.parent.name for path in (HOUSE / room).glob("*/__init__.py")}
    assert found == WITHIN[room].keys()


@pytest.mark.parametrize("room", WITHIN)
def test_rooms_within_a_room_import_only_from_the_floors_below(room: str) -> None:
    assert upward_within(room) == []


def test_examples_use_the_front_door_only() -> None:
    wrong = [
        f"{path.name}:{line} imports {name}"
        for path in (HOUSE / "examples").glob("*.py")
        for line, name in imports_of(path)
        if name.split(".")[0] == "counterpoint"
        and len(name.split(".")) > 2
        and not name.startswith("counterpoint.examples.")
    ]
    assert wrong == []


def test_an_import_that_runs_upward_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(globals(), "HOUSE", tmp_path)
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "wrong.py").write_text(
        "from ..engines import check\nimport counterpoint.bp\n"
    )
    assert len(upward(tmp_path / "model" / "wrong.py")) == 2


WRAPPERS = {
    "lark": {"logic/parser.py", "led/syntax/grammar.py", "smv/syntax/grammar.py"},
    "llvmlite": {"native/backend.py"},
    "pysat": {"with_sat.py"},
    "oxidd": {"engines/symbolic/with_oxidd.py"},
    "starlette": {"page/with_starlette.py", "examples/shop.py"},
    "tree_sitter": {"tla/syntax/with_tree_sitter.py"},
    "tree_sitter_tlaplus": {"tla/syntax/with_tree_sitter.py"},
    "uvicorn": {"page/with_uvicorn.py"},
    "z3": {"games/certificate/words.py"},
}


@pytest.mark.parametrize("library", WRAPPERS)
def test_a_heavy_library_is_imported_by_its_wrappers_only(library: str) -> None:
    users = {
        str(path.relative_to(HOUSE))
        for path in HOUSE.rglob("*.py")
        for _, name in imports_of(path)
        if name.split(".")[0] == library
    }
    assert users == WRAPPERS[library]
