"""What commands say that cannot answer, with `--json`: code, message, place and remedy."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .command_line import Run

BROKEN = """
from counterpoint import Event, Program, sync, thread

@thread
def t():
    yield sync(request=Event("A"))
    {last}

program = Program(t())
"""


def error_of(run: Run, *command: str, code: int = 2) -> dict[str, Any]:
    said = run(*command, "--json")
    assert said.code == code
    found = json.loads(said.out)["error"]
    assert found.keys() == {"code", "message", "place", "remedy"}
    assert found["message"]
    assert found["place"]
    assert found["remedy"]
    return dict(found)


def test_an_error_of_a_text_has_its_place(run: Run, tmp_path: Path) -> None:
    (tmp_path / "M.tla").write_text("---- MODULE M ----\nVARIABLE x\nInit == x = \n====\n")
    found = error_of(run, "check", "M.tla")
    assert found["code"] == "CP700"
    assert (found["place"]["file"], found["place"]["line"]) == ("M.tla", 3)
    assert found["place"]["column"] > 1


def test_an_error_of_a_b_thread_has_its_statement(run: Run, tmp_path: Path) -> None:
    (tmp_path / "b.py").write_text(BROKEN.format(last="yield 7"))
    found = error_of(run, "check", "b.py")
    assert found["code"] == "CP102"
    assert (found["place"]["line"], found["place"]["text"]) == (7, "yield 7")


def test_a_source_that_python_cannot_read_is_placed_in_itself(run: Run, tmp_path: Path) -> None:
    (tmp_path / "s.py").write_text("n = 1\nx = (\n")
    place = error_of(run, "check", "s.py")["place"]
    assert Path(place["file"]).name == "s.py"
    assert (place["line"], place["column"], place["text"]) == (2, 5, "x = (")


def test_an_exception_of_the_program_is_told_by_its_class(run: Run, tmp_path: Path) -> None:
    (tmp_path / "z.py").write_text(BROKEN.format(last="1 / 0"))
    found = error_of(run, "check", "z.py")
    assert (found["code"], found["message"]) == ("ZeroDivisionError", "division by zero")
    assert found["place"]["line"] == 7
    assert found["remedy"] == "It came up in code of the program: mend it there."


@pytest.mark.parametrize(
    ("command", "option"),
    [
        (["check", "tictactoe", "--limit-memory", "much"], "--limit-memory"),
        (["check", "tictactoe", "--limit-time", "soon"], "--limit-time"),
        (["check", "tictactoe", "--limit-states", "0"], "--limit-states"),
        (["check", "tictactoe", "--nonsense"], "--nonsense"),
        (["check"], "TARGET"),
    ],
)
def test_an_error_of_an_option_names_it(run: Run, command: list[str], option: str) -> None:
    found = error_of(run, *command)
    assert found["code"] == "CP001"
    assert found["place"] == {"command": "counterpoint check", "option": option}
    assert found["remedy"] == "See counterpoint check --help."


def test_a_file_that_cannot_be_written_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "Q.tla").write_text(
        "---- MODULE Q ----\nVARIABLE x\nInit == x = 0\nNext == x' = x\n"
        "Spec == Init /\\ [][Next]_x\nTHEOREM Spec => [](x = 0)\n====\n"
    )
    found = error_of(run, "check", "Q.tla", "--recover", "nowhere/at/all")
    assert found["code"] in {"CP002", "CP207"}


def test_a_program_that_leaves_is_told_so(run: Run, tmp_path: Path) -> None:
    (tmp_path / "leaves.py").write_text("import sys\nsys.exit(4)\n")
    found = error_of(run, "check", "leaves.py")
    assert (found["code"], found["message"]) == ("SystemExit", "the program called sys.exit(4)")


def test_what_is_unknown_is_an_answer(run: Run) -> None:
    said = run("where", "peterson", "critical0", "--limit-states", "2", "--json")
    assert said.code == 3
    assert json.loads(said.out)["answer"] == "unknown"


def test_an_error_of_a_formula_has_its_column(run: Run) -> None:
    found = error_of(run, "check", "peterson", "G (critical0 -> )")
    assert (found["code"], found["place"]) == (
        "CP400",
        {"formula": "G (critical0 -> )", "column": 17},
    )


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (["check", "hot_cold", "F(nothing)"], "CP401"),
        (["check", "hot_cold", "--without", "nobody"], "CP104"),
        (["check", "nowhere.py"], "CP206"),
        (["check", "hot_cold", "--recover", "far"], "CP207"),
        (["solve", "nim", "--player", "nobody", "--goal", "p1_wins"], "CP600"),
    ],
)
def test_an_error_without_a_file_has_the_command_with_its_arguments(
    run: Run, command: list[str], code: str
) -> None:
    found = error_of(run, *command)
    name, *others = command
    place = {"command": f"counterpoint {name}", "arguments": [*others, "--json"]}
    assert (found["code"], found["place"]) == (code, place)


def test_a_value_that_a_variable_never_has_is_not_mended_in_its_range(run: Run) -> None:
    found = error_of(run, "where", "peterson", "turn = 7")
    assert (found["code"], found["remedy"]) == (
        "CP501",
        "Write one of the values that the message lists.",
    )
