"""Which tests are to notice a change of a file: those of its room, and the conformance suites."""

from __future__ import annotations

from pathlib import Path

ROOMS = ("engines", "logic", "model", "bp/local", "tla")
"""The rooms of the package that mutants are drawn from."""

CONFORMANCE: dict[str, tuple[str, ...]] = {
    "engines/search/network": ("tests/engines/search/network", "tests/conformance"),
    "engines/decide/network": ("tests/engines/decide/network", "tests/conformance"),
    "engines/search/spec": (
        "tests/engines/search/spec",
        "tests/engines/decide/spec",
        "tests/audit/test_theories.py",
        "tests/tla/test_recovery.py",
    ),
    "engines/decide/spec": (
        "tests/engines/decide/spec",
        "tests/audit/test_theories.py",
        "tests/tla/test_recovery.py",
    ),
    "engines/search/tabled": (
        "tests/engines/search/tabled",
        "tests/engines/search/spec",
        "tests/tla/cells",
    ),
    "engines": (
        "tests/engines/test_where.py",
        "tests/engines/test_check.py",
        "tests/engines/space",
        "tests/audit",
    ),
    "logic": ("tests/logic", "tests/engines/test_where.py", "tests/engines/decide"),
    "model": ("tests/engines/space", "tests/engines/test_where.py", "tests/engines/search/network"),
    "bp/local": ("tests/bp/local", "tests/conformance", "tests/engines/decide/network"),
    "tla": (
        "tests/audit/test_theories.py",
        "tests/tla/test_claims.py",
        "tests/tla/test_open.py",
        "tests/tla/test_conformance.py",
    ),
}
"""Beside the folder of the same name, for what lies in each folder; the longest name counts."""


def noticing(file: str) -> list[str]:
    """The tests that run on a mutant of a file, which is named within the package.

    >>> noticing("logic/automata/reduce_buchi.py")[:2]
    ['tests/logic/automata', 'src/counterpoint/logic/automata']
    """
    room = max((name for name in CONFORMANCE if file.startswith(f"{name}/")), key=len)
    folder = Path(file).parent
    while not (Path("tests") / folder).is_dir():
        folder = folder.parent
    own = [f"tests/{folder.as_posix()}", f"src/counterpoint/{Path(file).parent.as_posix()}"]
    return [*dict.fromkeys((*own, *CONFORMANCE[room]))]
