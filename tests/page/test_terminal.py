"""The same game in a terminal."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from counterpoint.page.terminal import play_in_terminal
from counterpoint.report.exit_code import ExitCode
from counterpoint.target import find_target

from ..patience import PATIENCE


def said(target: str, *commands: str) -> list[str]:
    lines: list[str] = []
    code = play_in_terminal(find_target(target), 1, commands, lines.append, name=target)
    assert code is ExitCode.HOLDS
    return lines


def test_a_step_is_taken_by_its_number_or_its_name_and_others_answer() -> None:
    for command in ("1", "X(0,0)", "X(0, 0)"):
        lines = said("tictactoe", command)
        assert "Step 1: X(0,0), requested by x_moves." in lines
        assert "Step 2: O(1,1), requested by center." in lines
        assert "  X . ." in lines


def test_the_result_is_said() -> None:
    assert "O wins." in said("tictactoe", "X(0,1)", "X(2,1)", "X(1,0)", "X(1,2)", "1", "1")


def test_why_says_who_asked_and_who_forbade() -> None:
    lines = said("tictactoe", "1", "why")
    assert "O(1,1) was requested by center at priority 35. Nothing else could be selected." in lines
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


def test_the_end_of_a_run_says_what_is_true_from_there_on() -> None:
    drinks = str(Path(__file__).parents[2] / "docs" / "tutorials" / "drinks.py")
    lines = said(drinks, "check", "run who pays can get tea", "on 6", "on")
    assert lines.count("From here on: AG !TEA.") == 1
    assert lines.index("From here on: AG !TEA.") > lines.index("Step 7: COIN.")


def test_values_count_the_steps_after_a_move_as_advise_does() -> None:
    moves = ["X(0,0)", "O(0,1)", "X(1,1)", "O(0,2)"]
    lines = said("tictactoe:free", "by O person", *moves, "values")
    assert any(line.startswith("  X(2,2)  wins in 1") for line in lines)


def test_where_a_picture_shows_the_state_a_step_is_its_label_alone() -> None:
    lines = said("krk", "why")
    assert "  1  king(d1)" in lines
    assert "  rook(a1), rook(b1), rook(c1), rook(d1), rook(e1): a king is in the way" in lines
    assert "  1  want(0)  place [0]: flag" in said("peterson")


def test_values_are_told_for_each_move() -> None:
    assert "  take(0,1)  wins in 10; 0 of 10 replies lose value" in said("nim", "values")


def test_values_of_a_state_are_told_with_what_they_were() -> None:
    assert "  small = 0" in said("peterson")[:0] or "  turn = 0" in said("peterson")
    assert any("(was " in line for line in said("peterson", "1"))


def test_what_is_not_possible_is_said() -> None:
    assert said("hot_cold", "HOT")[-1] == (
        "HOT is neither a command nor possible here; possible: COLD; help lists the commands"
    )


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("undo 3", "undo takes nothing after it, not '3'"),
        ("quit now", "quit takes nothing after it, not 'now'"),
        ("back x", "back takes a number of steps, as in `back 3`, not 'x'"),
        ("on 0", "on takes a number of steps, as in `on 3`, not '0'"),
        ("back", "There is no step to go back."),
        ("on", "There is no step to go on."),
        ("undo", "There is nothing to undo."),
        ("redo", "There is nothing to redo."),
        ("end", "There is no run to leave."),
        ("without", "without takes rules; those that are on: pour, alternate, stays_mild"),
        ("with", "with takes rules; those that are off: none"),
        (
            "without gravity",
            "there is no rule 'gravity' to switch; there are pour, alternate, stays_mild",
        ),
        ("by", "There are no players here: every step is yours."),
        ("run", "run takes a property; those with a run are: none"),
        (
            "run nosuch",
            (
                "there is no run to play for 'nosuch'; there are the properties "
                "assertions, deadlock, hot-termination"
            ),
        ),
        (
            "run assertions",
            "there is no run to play for 'assertions': it holds, which no single run shows",
        ),
        (
            "fly away",
            (
                "fly away is neither a command nor possible here; possible: COLD; "
                "help lists the commands"
            ),
        ),
        (
            "17",
            "17 is neither a command nor possible here; possible: COLD; help lists the commands",
        ),
    ],
)
def test_what_a_command_does_not_understand_it_says(command: str, answer: str) -> None:
    assert said("hot_cold", command)[1:] == [answer]


def test_steps_are_counted_back_and_on() -> None:
    lines = said("hot_cold", "1", "1", "1", "back 2", "on 3", "on 2")
    assert [line for line in lines if line.startswith(("Step", "There"))] == [
        "Step 1: COLD, requested by pour.",
        "Step 2: HOT, requested by pour.",
        "Step 3: COLD, requested by pour.",
        "Step 1: COLD, requested by pour.",
        "There are only 2 steps to go on.",
        "Step 2: HOT, requested by pour.",
        "Step 3: COLD, requested by pour.",
    ]


def test_who_cannot_play_is_told_with_those_who_can() -> None:
    lines = said("tictactoe", "by Z best", "by O magic", "by O")
    assert "there is no player 'Z'; there are X, O" in lines
    assert any(
        line.startswith("'O' cannot be played by 'magic'; there are rules") for line in lines
    )
    assert lines[-1].startswith("  O: rules  (of rules, best, winning, as:")


def test_whoever_plays_best_answers_before_the_next_command() -> None:
    assert "Step 2: take(2,4)." in said("nim", "by player2 best", "take(0,0)")


def test_all_steps_of_others_are_told_where_they_play_alone() -> None:
    commands = ("by player2 rules", "by player1 best", "new")
    lines = said("nim", "take(0,0)", "take(1,0)", *commands)
    again = lines[max(n for n, line in enumerate(lines) if line.startswith("Step 1:")) :]
    numbers = [int(line.split()[1].rstrip(":")) for line in again if line.startswith("Step ")]
    assert numbers == list(range(1, len(numbers) + 1))
    assert "player1 wins." in again


def test_a_way_to_play_that_cannot_be_had_is_listed_with_its_reason(tmp_path: Path) -> None:
    file = tmp_path / "turns.led"
    file.write_text(TURNS)
    goals = "it is not known what the players want: say so by --goal PLAYER=FORMULA"
    lines = said(str(file), "by b", "by b best")
    assert lines[-4:] == [
        "  b: rules  (of rules, person)",
        f"    not best: {goals}",
        f"    not winning: {goals}",
        f"'b' cannot be played by 'best': {goals}",
    ]


TURNS = """Two players count to four by turns, and nothing says who wins

/$ initialState := 0
turn := `a if currentState mod 2 = 0; `b otherwise
nextState := currentState + 1 if clicked & currentState < 4; currentState otherwise $/
"""


def test_an_error_of_the_target_is_said_with_its_line_and_a_caret(tmp_path: Path) -> None:
    file = tmp_path / "counter.led"
    file.write_text(COUNTER)
    lines = said(str(file), "1", "1", "check")
    error = [
        (
            "no case applies: all conditions are false "
            "(counter.led:5, in nextState, in the state 2, a click at (500,400))"
        ),
        "    currentState + 1 if clicked & currentState < 2;",
        "    ^",
    ]
    assert lines[-6:] == [*error, *error]


COUNTER = """A counter that forgets what to do when it is full

/$ initialState := 0
nextState :=
  currentState + 1 if clicked & currentState < 2;
  currentState     if ~clicked $/
"""


def test_the_state_of_a_program_that_draws_is_told() -> None:
    assert "  state = {(`x, 1)}  (was {})" in said("tictactoe.led", "by o person", "1")


def test_where_a_run_is_broken_is_told_at_each_step() -> None:
    lines = said("peterson", "run process 0 gets in again and again", "on 5")
    where = "“process 0 gets in again and again” is broken: steps 1 to 5 repeat for ever."
    assert lines.count(where) == 2
    assert "From here it repeats for ever." in lines


def test_a_goal_that_means_nothing_is_said_and_why_nobody_can_play_by_it() -> None:
    lines: list[str] = []
    play_in_terminal(
        find_target("nim"), 1, ["values", "by"], lines.append, goals={"zed": "p1_wins"}
    )
    why = "there is no player 'zed'; there are player1, player2"
    assert why in lines
    assert lines.count(f"    not winning: {why}") == 2


def test_goals_can_be_given() -> None:
    lines: list[str] = []
    goals = {"player1": "p1_wins", "player2": "p2_wins"}
    play_in_terminal(find_target("nim"), 1, ["values"], lines.append, goals=goals)
    assert "  take(0,1)  wins in 10; 0 of 10 replies lose value" in lines


def test_undo_link_players_and_help() -> None:
    lines = said("tictactoe", "1", "undo", "link", "by O person", "by O", "help", "quit", "1")
    assert "  #p=X(0,0)~O(1,1)&at=0" in lines
    assert any(line.startswith("  O: person  (of rules, best, winning, ") for line in lines)
    assert lines[-1].startswith("  NUMBER or NAME")


def test_a_window_of_lines_and_texts_is_sketched_above_the_state() -> None:
    lines = said("tictactoe.led", "by o person", "5")
    assert lines[0] == "  it is x's turn"
    assert "       | x |" in lines[lines.index("Step 1: cell(5).") :]
    assert lines.index("       | x |") < lines.index("  state = {(`x, 5)}  (was {})")


def test_the_command_ends_with_its_input() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "counterpoint", "play", "hot_cold", "--terminal"],
        input="1\n",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert "Step 1: COLD, requested by pour." in run.stdout


def test_why_tells_of_events_from_outside_whether_they_can_come(tmp_path: Path) -> None:
    file = tmp_path / "door.py"
    file.write_text(
        "from counterpoint import Program, events, sync, thread\n"
        "OPEN, SHUT, RING, LOCK = events('OPEN SHUT RING LOCK')\n"
        "@thread\n"
        "def door():\n"
        "    yield sync(request=OPEN)\n"
        "    yield sync(wait_for=RING, block=LOCK)\n"
        "    yield sync(request=SHUT, wait_for=LOCK)\n"
        "program = Program(door(), external=[RING, LOCK])\n",
        encoding="utf-8",
    )
    before = said(f"{file}:program", "why")
    waits = "nothing that is requested may be selectable: it comes from outside"
    assert (
        before[before.index("What the others would have needed:") + 1] == f"  RING, LOCK: {waits}"
    )
    now = before.index("Now: From outside there may come RING.")
    assert before[now + 1 : now + 4] == [
        "What the others would need:",
        "  OPEN, SHUT: a b-thread must request it: it does not come from outside",
        "  LOCK: door must stop blocking it, and it must come from outside",
    ]
    after = said(f"{file}:program", "RING", "why")
    assert "Now: Every b-thread has ended, so nothing comes from outside." in after


def test_time_is_in_the_hands_of_the_player(tmp_path: Path) -> None:
    file = tmp_path / "late.py"
    file.write_text(
        "from counterpoint import Program, after, events, sync, thread\n"
        "PAY, SHIP, CANCEL = events('PAY SHIP CANCEL')\n"
        "@thread\n"
        "def order():\n"
        "    event = yield sync(wait_for=[PAY, after(3)])\n"
        "    yield sync(request=SHIP if event == PAY else CANCEL)\n"
        "program = Program(order(), external=[PAY])\n",
        encoding="utf-8",
    )
    lines = said(f"{file}:program", "tick(seconds=3)", "after(seconds=3)", "why")
    assert "Step 3: CANCEL, requested by order." in lines
    assert "Step 2: CANCEL, requested by order." not in lines


def test_a_step_that_is_not_listed_is_told_of_and_can_be_taken(tmp_path: Path) -> None:
    file = tmp_path / "many.py"
    file.write_text(
        "from counterpoint import Program, events, sync, thread\n"
        "EVENTS = events(' '.join(f'E{n}' for n in range(250)))\n"
        "@thread\n"
        "def ask():\n"
        "    yield sync(request=EVENTS)\n"
        "program = Program(ask())\n",
        encoding="utf-8",
    )
    lines = said(f"{file}:program", "E999", "E249")
    assert "     and 50 more, which their names take" in lines
    (refused,) = [line for line in lines if line.startswith("E999")]
    assert " and 238 more; help lists the commands" in refused
    assert "Step 1: E249, requested by ask." in lines
