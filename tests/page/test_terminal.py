"""The same game in a terminal."""

from __future__ import annotations

import subprocess
import sys

from counterpoint.page.terminal import play_in_terminal
from counterpoint.report.exit_code import ExitCode
from counterpoint.target import find_target


def said(target: str, *commands: str) -> list[str]:
    lines: list[str] = []
    code = play_in_terminal(find_target(target), 1, commands, lines.append, name=target)
    assert code is ExitCode.HOLDS
    return lines


def test_a_step_is_taken_by_its_number_or_its_name_and_others_answer() -> None:
    for command in ("1", "X(0,0)", "X(0, 0)"):
        lines = said("tictactoe", command)
        assert "Step 1: X(0,0), asked for by x_moves." in lines
        assert "Step 2: O(1,1), asked for by center." in lines
        assert "  X . ." in lines


def test_the_result_is_said() -> None:
    assert "O wins." in said("tictactoe", "X(0,1)", "X(2,1)", "X(1,0)", "X(1,2)", "1", "1")


def test_why_says_who_asked_and_who_forbade() -> None:
    lines = said("tictactoe", "1", "why")
    assert "O(1,1) was asked for by center at priority 35. Nothing else could be selected." in lines
    assert "  blocked by enforce_turns: x_moves" in lines


def test_rules_are_listed_and_switched() -> None:
    lines = said("tictactoe", "without center", "rules")
    assert "  - center" in lines
    assert "  + prevent_fork x24" in lines


def test_what_fails_is_checked_and_played() -> None:
    lines = said(
        "tictactoe", "without prevent_diagonal_fork", "check", "run X never wins", *["on"] * 8
    )
    assert any("FAILS    X never wins" in line for line in lines)
    assert "Here “X never wins” is broken." in lines


def test_values_are_told_for_each_move() -> None:
    assert "  take(0,1)  wins in 11; 0 of 10 replies lose value" in said("nim", "values")


def test_values_of_a_state_are_told_with_what_they_were() -> None:
    assert "  small = 0" in said("peterson")[:0] or "  turn = 0" in said("peterson")
    assert any("(was " in line for line in said("peterson", "1"))


def test_what_is_not_possible_is_said() -> None:
    assert said("hot_cold", "HOT")[-1] == "step 1: HOT is not possible; possible: COLD"


def test_undo_link_players_and_help() -> None:
    lines = said("tictactoe", "1", "undo", "link", "by O person", "by", "help", "quit", "1")
    assert "  #p=X(0,0)~O(1,1)&at=0" in lines
    assert "  O: person  (of rules, best, person)" in lines
    assert lines[-1].startswith("  NUMBER or NAME")


def test_the_command_ends_with_its_input() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "counterpoint", "play", "hot_cold", "--terminal"],
        input="1\n",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert "Step 1: COLD, asked for by pour." in run.stdout
