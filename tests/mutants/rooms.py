"""Which tests are to notice a change of a file: those of its room, and the conformance suites."""

from __future__ import annotations

from pathlib import Path

ROOMS = ("engines", "logic", "model", "bp/local", "tla")
"""The rooms of the package that mutants are drawn from."""

CONFORMANCE: dict[str, tuple[str, ...]] = {
    "engines/network": ("tests/engines/network", "tests/conformance"),
    "engines/specified": (
        "tests/engines/specified",
        "tests/audit/test_theories.py",
        "tests/tla/test_recovery.py",
    ),
    "engines/learned": ("tests/engines/learned", "tests/engines/specified", "tests/tla/cells"),
    "engines": (
        "tests/engines/test_where.py",
        "tests/engines/test_check.py",
        "tests/engines/model",
        "tests/audit",
    ),
    "logic": ("tests/engines/test_where.py", "tests/engines/formula"),
    "model": ("tests/engines/model", "tests/engines/test_where.py", "tests/engines/network"),
    "bp/local": ("tests/conformance", "tests/engines/network"),
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

    >>> noticing("logic/slim.py")[:2]
    ['tests/logic', 'src/counterpoint/logic']
    """
    room = max((name for name in CONFORMANCE if file.startswith(f"{name}/")), key=len)
    folder = Path(file).parent
    while not (Path("tests") / folder).is_dir():
        folder = folder.parent
    own = [f"tests/{folder.as_posix()}", f"src/counterpoint/{Path(file).parent.as_posix()}"]
    return [*dict.fromkeys((*own, *CONFORMANCE[room]))]
