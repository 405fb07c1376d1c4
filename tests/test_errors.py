"""Errors as a user meets them: each program in `errors/` with the text that it must give.

The number in a file's name is the code. A program is checked, unless its first line is a comment
with another command. `COUNTERPOINT_RECORD=1 pytest tests/test_errors.py` writes
the texts anew; read the difference before you keep it.
"""

from __future__ import annotations

import inspect
import os
import re
from pathlib import Path

import pytest

from counterpoint import errors
from counterpoint.cli import main

FOLDER = Path(__file__).parent / "errors"
PROGRAMS = sorted(FOLDER.glob("CP*.py"))

NEEDS_NO_PROGRAM = {
    "CP000": "the base of all errors",
    "CP203": "a trace of the user's own: tests/test_verdict.py",
    "CP204": "raised in Python, or by a limit: tests/engines/base/test_limits.py",
    "CP300": "restricted Python: tests/native/test_refusals.py",
    "CP301": "restricted Python: tests/native/test_debug.py",
    "CP705": "an Assert that fails ends a search: tests/tla/library",
    "CP707": "a module that ends the search: tests/tla/library",
    "CP900": "our own fault: tests/bp/test_lockstep.py",
}


COMMAND = "# counterpoint "

UNDECIDED = {"CP402"}
"""Codes that leave a question open: the exit code says unknown, not wrong input."""


def command_of(program: Path) -> list[str]:
    first = program.read_text(encoding="utf-8").partition("\n")[0]
    if first.startswith(COMMAND):
        return first.removeprefix(COMMAND).split()
    return ["check", program.name]


def said_by(program: Path, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as left:
        main(command_of(program))
    assert left.value.code == (3 if program.stem.partition("_")[0] in UNDECIDED else 2)
    out, err = capsys.readouterr()
    assert out == ""
    err = re.sub(r"^Traceback.*?(?=^\S*counterpoint\.)", "", err, flags=re.S | re.M)
    return re.sub(r"0x[0-9a-f]+", "0x...", err.replace(f"{FOLDER}{os.sep}", ""))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_an_error_says_what_is_wrong_and_where(
    program: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FOLDER)
    said = said_by(program, capsys)
    expected = program.with_suffix(".txt")
    if os.environ.get("COUNTERPOINT_RECORD"):
        expected.write_text(said, encoding="utf-8")
    assert said == expected.read_text(encoding="utf-8")
    assert f"[{program.stem.partition('_')[0]}]" in said


def test_every_code_has_a_program_that_shows_it() -> None:
    codes = {
        value.code
        for value in vars(errors).values()
        if inspect.isclass(value) and issubclass(value, errors.CounterpointError)
    }
    shown = {program.stem.partition("_")[0] for program in PROGRAMS}
    assert codes - shown == NEEDS_NO_PROGRAM.keys()
