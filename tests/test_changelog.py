"""The changelog can be made, and lacks nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
KINDS = ("added", "changed", "fixed", "removed")


def notes() -> list[Path]:
    return [path for path in sorted((ROOT / "changes").glob("*.md")) if path.name != "README.md"]


def test_notes_on_changes_are_named_by_their_kind_and_are_one_paragraph() -> None:
    for path in notes():
        _, kind, suffix = path.name.split(".")
        assert (kind in KINDS, suffix) == (True, "md"), path.name
        assert "\n\n" not in path.read_text(encoding="utf-8").strip(), path.name


@pytest.mark.slow
def test_the_changelog_has_every_note() -> None:
    made = subprocess.run(
        [sys.executable, "-m", "towncrier", "build", "--draft", "--version", "next"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    said = " ".join(made.stdout.split())
    missing = [
        path.name for path in notes() if " ".join(path.read_text("utf-8").split()) not in said
    ]
    assert missing == []
