"""The score of models, modules, LED programs and other systems."""

from __future__ import annotations

import json
from typing import Any

import pytest

from counterpoint import Session
from counterpoint.report.score.presenter import presenter_of
from counterpoint.target import find_target

TARGETS = ["nim", "peterson", "elevator", "ttt_model", "StrategicTicTacToe", "tictactoe.led"]


@pytest.mark.parametrize("name", TARGETS)
def test_columns_tell_what_is_enabled_and_what_was_taken(name: str) -> None:
    target: Any = find_target(name)
    session, presenter = Session(target, seed=1), presenter_of(target)
    for _ in range(4):
        here = session.state
        enabled = {label for label, _ in session.choices}
        session.play(steps=1)
        label = session.trace.steps[-1][0]
        column = presenter.column(here, label, session.state)
        marks = {row.partition(":")[2]: mark["ask"] for row, mark in column["marks"].items()}
        names = {name for each in enabled for name in presenter.actions_of(each)}  # type: ignore[attr-defined]
        assert names <= marks.keys()
        assert column["legal"]
        rows = {row["id"] for group in presenter.groups for row in group["rows"]}
        assert {*column["marks"], *column["cells"]} <= rows
        assert json.dumps(presenter.why(here, label, session.state), allow_nan=False)


class Die:
    """A system of a user's own, which shows its states as texts."""

    def initial(self) -> list[int]:
        return [0]

    def successors(self, state: int) -> list[tuple[str, int]]:
        return [("roll", face) for face in (1, 2)] if not state else [("again", 0)]

    def show(self, state: int) -> str:
        return f"face {state}"


def test_a_system_of_a_users_own_is_told_of_too() -> None:
    presenter = presenter_of(Die())
    assert presenter.kind == "system"
    assert presenter.column(0, "roll", 2)["cells"] == {"state": "face 0"}
    assert presenter.why(0, "roll", 2)["sections"][0]["rows"] == [
        {"name": "state", "was": "face 0", "now": "face 2", "told": "face 2"}
    ]


def test_a_step_says_what_is_different_in_a_value() -> None:
    target: Any = find_target("tictactoe.led")
    session = Session.replay(target, "cell(1) cell(4)")
    label, there = next(s for s in session.choices if s[0] == "cell(3)")
    column = presenter_of(target).column(session.state, label, there)
    assert column["changes"] == {"state": "+(`x, 3)"}


def test_a_model_says_which_part_of_a_guard_is_false() -> None:
    target: Any = find_target("nim", {"piles": [1, 2]})
    why = presenter_of(target).why((0, 2, 1), None)
    assert why["sections"][-1]["rows"][0]["said"] == "0 < pile0 is false"


def test_a_module_says_which_rule_took_which_action() -> None:
    target: Any = find_target("MendedTicTacToe")
    start = target.initial()[0]
    label, there = target.successors(start)[0]
    sections = {
        part["kind"]: part for part in presenter_of(target).why(start, label, there)["sections"]
    }
    assert [row["rule"] for row in sections["woke"]["rows"]] == [
        "Board",
        "EnforceTurns",
        "DetectWin",
    ]


@pytest.mark.parametrize(
    ("name", "said"),
    [("MendedTicTacToe", " were taken together. "), ("StrategicTicTacToe", " was taken. ")],
)
def test_actions_that_make_one_step_were_taken_together(name: str, said: str) -> None:
    target: Any = find_target(name)
    start = target.initial()[0]
    label, there = target.successors(start)[0]
    assert presenter_of(target).why(start, label, there)["lead"][1] == said


def test_an_led_program_says_how_a_condition_came_about() -> None:
    target: Any = find_target("tictactoe.led")
    session = Session.replay(target, "cell(1) cell(4) cell(2) cell(5)")
    label, there = next(s for s in session.choices if s[0] == "cell(3)")
    why = presenter_of(target).why(session.state, label, there)
    tree = next(part for part in why["sections"] if part["kind"] == "tree")
    assert tree["rows"][0]["text"].startswith("gameOver = true")


def test_a_module_says_which_guards_are_true() -> None:
    target: Any = find_target("StrategicTicTacToe")
    why = presenter_of(target).why(target.initial()[0], None)
    guards = next(part for part in why["sections"] if part["kind"] == "guards")
    told = {row["text"]: row["holds"] for row in guards["rows"]}
    assert told['MoveX: nextTurn = "X"'] is True
    assert told['MoveO: nextTurn = "O"'] is False
