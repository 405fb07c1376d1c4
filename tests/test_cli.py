"""The command line: what it prints, where, and with which exit code."""

from __future__ import annotations

import gc
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from counterpoint import cli, target
from counterpoint.cli.tlc import REPLACED
from counterpoint.native import improving
from counterpoint.watchman import Watchman

from .command_line import Run
from .patience import PATIENCE

PROGRAM = """
from counterpoint import Event, Program, events, never, sync, thread

HOT, COLD = events("HOT COLD")

@thread
def pour(event, times=2):
    for _ in range(times):
        yield sync(request=event)

@thread
def only_hot():
    yield sync(block=COLD)

@thread
def grow():
    count = 0
    while True:
        count += 1
        yield sync(request=HOT)

program = Program(pour(HOT), pour(COLD), only_hot(), requirements={"no cold": never(COLD)})
bare = Program(pour(HOT))
unbounded = Program(grow(), requirements={"no cold": never(COLD)})

def made(times: int = 1):
    return Program(pour(HOT, times))

def waits():
    @thread
    def wait():
        yield sync(wait_for=COLD)
    return Program(wait())
"""

FILES = {"tap.py": PROGRAM}


def test_check_says_holds_and_leaves_with_0(run: Run) -> None:
    said = run("check", "tap.py")
    assert said.code == 0
    assert said.out.splitlines()[0].startswith("tap.py: 3 states (all of them), 2 transitions, ")
    assert said.out.splitlines()[2] == "  holds    no cold"
    assert said.err == ""


def test_check_says_fails_with_the_counterexample_and_leaves_with_1(run: Run) -> None:
    said = run("check", "tap.py", "--without", "only_hot")
    assert said.code == 1
    assert "  FAILS    no cold (COLD can be selected)" in said.out
    assert "    1  COLD  requested by pour(COLD) at " in said.out


def test_check_says_unknown_with_its_reason_and_leaves_with_3(run: Run) -> None:
    said = run("check", "tap.py:unbounded", "--limit-states", "600")
    assert said.code == 3
    assert "unknown  no cold (b-thread grow has more than 600 local states" in said.out


def test_check_leaves_with_3_where_the_outside_is_not_declared(run: Run) -> None:
    said = run("check", "tap.py:waits")
    assert said.code == 3
    assert "declare what may come from outside" in said.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "nothing"], "'nothing' is neither a Python file"),
        (["check", "nothing.py"], "[CP206] there is no file nothing.py"),
        (["check", "tap.py:pour"], "a system is needed, not <rule pour at "),
        (["check", "tap.py:nope"], "has no 'nope'; it has program, bare, unbounded: try tap.py:"),
        (["check", "tap.py", "nope"], "there is no property 'nope'; there are no cold, assertion"),
        (["check", "tap.py", "--without", "nope"], "no rule 'nope'; there are pour, only_hot"),
        (["check", "tap.py", "--only", "nope"], "no rule 'nope'; there are pour, only_hot"),
        (["check", "tap.py", "--limit-memory", "lots"], "'lots' is not a size"),
        (["check", "tap.py", "--limit-states", "0"], "0 is not in the range x>=1"),
        (["check", "tap.py:made", "--set", "n=2"], "argument 'n'; its settings are times"),
        (["check", "tap.py:made", "--set", "times"], "--set takes NAME=VALUE, not 'times'"),
        (["check", "tap.py", "--set", "times=2"], "is not made by a function, so it has no sett"),
        (["check", "tap.py", "--only", "only_hot", "--without", "only_hot"], "no b-threads"),
        (["graph", "tap.py", "-o", "states.png"], "a graph is written to .svg, .dot or .json"),
        (["dance"], "No such command 'dance'"),
        (["check", "tap.py", "-deadlock"], "TLC's -deadlock is --no-deadlock here"),
        (["check", "tap.py", "-workers", "4"], "'-workers': TLC's -workers is --workers here"),
        (["check", "-fp", "1", "tap.py"], "TLC's -fp has no counterpart: there are no finger"),
        (["check", "tap.py", "-dead"], "No such option '-d'"),
        (["check"], "Missing argument 'TARGET'"),
    ],
)
def test_wrong_input_is_said_on_standard_error_and_leaves_with_2(
    run: Run, arguments: list[str], message: str
) -> None:
    said = run(*arguments)
    assert said.code == 2
    assert message in " ".join(said.err.split())
    assert said.out == ""


def test_what_replaces_an_option_of_tlc_is_an_option_or_a_command() -> None:
    options = {
        each for command in cli.cli.commands.values() for of in command.params
        for each in (*of.opts, *of.secondary_opts)
    }  # fmt: skip
    for said in REPLACED.values():
        assert set(re.findall(r"--[a-z-]+", said)) <= options, said
        assert set(re.findall(r"counterpoint (\w+)", said)) <= set(cli.cli.commands), said


def test_an_exception_in_the_file_is_shown_whole_and_leaves_with_2(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "broken.py").write_text("import counterpoint\nprogram = 1 / 0\n")
    said = run("check", "broken.py")
    assert said.code == 2
    assert "ZeroDivisionError: division by zero" in said.err
    assert 'broken.py", line 2' in said.err


def test_a_file_finds_the_modules_beside_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "parts_of_it.py").write_text(PROGRAM)
    (tmp_path / "elsewhere" / "whole.py").write_text("from parts_of_it import program\n")
    assert run("check", "elsewhere/whole.py").code == 0


def test_settings_are_given_to_the_function_that_makes_the_program(run: Run) -> None:
    assert run("check", "tap.py:made", "--set", "times=4").out.startswith("tap.py:made: 5 states")


def test_json_is_one_object_with_all_that_was_found(run: Run) -> None:
    said = run("check", "tap.py", "no cold", "deadlock", "--without", "only_hot", "--json")
    assert said.code == 1
    found = json.loads(said.out)
    assert {key: found[key] for key in ("target", "states", "transitions", "complete")} == {
        "target": "tap.py",
        "states": 9,
        "transitions": 12,
        "complete": True,
    }
    assert found["engine"] in ("native", "python")
    assert found["seconds"] >= 0
    first, second = found["properties"]
    assert (first["name"], first["answer"], first["vacuous"]) == ("no cold", "fails", False)
    assert first["reason"] == "COLD can be selected"
    assert first["trace"]["events"] == ["COLD"]
    assert len(first["trace"]["states"]) == 2
    assert first["trace"]["loop"] is None
    assert (second["answer"], second["trace"]) == ("holds", None)


def test_warnings_come_after_the_answers(run: Run, tmp_path: Path) -> None:
    text = PROGRAM.replace("sync(request=event)", "sync(request=event, priority=3)")
    (tmp_path / "loud.py").write_text(text)
    said = run("check", "loud.py")
    assert "warning: b-thread pour(HOT): priority=3 has no effect" in said.out


def test_run_prints_the_events_of_one_seed(run: Run) -> None:
    first, second = (run("run", "tap.py", "--without", "only_hot", "--seed", "3") for _ in "ab")
    assert first == second
    assert first.code == 0
    assert (
        sorted(line.split()[1] for line in first.out.splitlines()[:-1])
        == ["COLD"] * 2 + ["HOT"] * 2
    )
    assert first.out.splitlines()[-1] == "every b-thread has ended (seed 3)"


def test_run_without_a_seed_tells_the_one_it_drew(run: Run) -> None:
    said = run("run", "tap.py:bare")
    seed = said.out.rsplit("(seed ", 1)[1].rstrip(")\n")
    assert run("run", "tap.py:bare", "--seed", seed).out == said.out


def test_run_stops_after_the_steps_asked_for(run: Run) -> None:
    said = run("run", "tap.py:unbounded", "--steps", "3", "--seed", "1")
    assert said.out.splitlines()[-2:] == [
        "   3  HOT",
        "stopped after 3 steps, as --steps says (seed 1)",
    ]


def test_run_explains_what_was_asked_and_what_became_of_it(run: Run) -> None:
    said = run("run", "tap.py", "--seed", "1", "--explain")
    assert "      pour(COLD) requests COLD: blocked by only_hot" in said.out
    assert "      pour(HOT) requests HOT: selectable" in said.out
    assert "deadlock: something is requested, and nothing can be selected" in said.out


def test_rules_and_stages_are_tables(run: Run) -> None:
    assert run("rules", "tap.py").out.splitlines() == [
        "without                       states  no cold          not asked",
        "(nothing: the whole program)       3  holds            deadlock FAILS after 2",
        "pour                               1  holds vacuously",
        "only_hot                           9  FAILS after 1",
    ]
    assert run("stages", "tap.py").out.splitlines() == [
        "up to     states  no cold        not asked",
        "pour           9  FAILS after 1",
        "only_hot       3  holds          deadlock FAILS after 2",
    ]


def test_rules_and_stages_as_json(run: Run) -> None:
    rows = json.loads(run("rules", "tap.py", "--json").out)
    assert [(row["rule"], row["properties"][0]["answer"]) for row in rows] == [
        ("", "holds"),
        ("pour", "holds"),
        ("only_hot", "fails"),
    ]
    assert [row["unasked"] for row in rows] == [["deadlock"], [], []]
    assert len(json.loads(run("stages", "tap.py", "--json").out)) == 2


@pytest.mark.parametrize(
    ("suffix", "start"), [(".svg", "<svg "), (".dot", "digraph "), (".json", "{")]
)
def test_graph_writes_the_form_that_the_file_name_asks_for(
    run: Run, tmp_path: Path, suffix: str, start: str
) -> None:
    said = run("graph", "tap.py", "-o", f"states{suffix}")
    assert (said.code, said.out) == (0, f"states{suffix}: 3 states, 2 transitions\n")
    assert (tmp_path / f"states{suffix}").read_text().startswith(start)


def test_a_graph_counts_as_a_check_does_and_says_what_else_is_drawn(run: Run) -> None:
    """A rest is no transition, and arrows of a picture may stand for several transitions."""
    words = ("--set", "piles=[2]")
    assert ": 4 states (all of them), 3 transitions," in run("check", "nim", "deadlock", *words).out
    said = run("graph", "nim", *words, "-o", "nim.svg")
    assert said.out == "nim.svg: 4 states, 3 transitions, and 2 states that rest\n"
    found = run("graph", "alternating_bit", "-o", "all.svg").out
    assert found == "all.svg: 66 states, 144 transitions, drawn as 126 arrows\n"
    found = run("graph", "alternating_bit", "-o", "all.json").out
    assert found == "all.json: 66 states, 144 transitions\n"


def test_a_graph_that_is_cut_short_says_so(run: Run) -> None:
    said = run("graph", "tap.py:unbounded", "-o", "states.svg", "--limit-states", "5")
    assert said.code == 3
    assert "states.svg: 5 states" in said.out
    assert "local states" in said.out or "limit of 5 states" in said.out


def test_examples_are_listed_with_what_they_show(run: Run) -> None:
    lines = run("examples").out.splitlines()
    assert any(line.startswith("tictactoe ") and len(line) > 40 for line in lines)


def test_version_and_help_leave_with_0(run: Run) -> None:
    assert run("--version").code == 0
    said = run("--help")
    assert said.code == 0
    assert "Exit codes: 0 holds, 1 fails, 2 wrong input, 3 unknown." in " ".join(said.out.split())


def written(tmp_path: Path, name: str, body: str) -> str:
    text = "import sys\nfrom counterpoint import *\n@thread\ndef t():\n" + body
    (tmp_path / name).write_text(f"{text}\nprogram = Program(t())\n")
    return name


def test_a_b_thread_that_leaves_the_process_is_wrong_input(run: Run, tmp_path: Path) -> None:
    body = '    yield sync(request=Event("A"))\n    sys.exit(0)'
    said = run("check", written(tmp_path, "leaves.py", body))
    assert (said.code, said.out) == (2, "")
    assert "the program called sys.exit(0)\nin b-thread t, resumed with A at " in said.err
    assert "leaves.py:5\n    yield sync(" in said.err


def test_a_b_thread_that_finds_the_end_of_a_file_is_no_interrupt(run: Run, tmp_path: Path) -> None:
    body = '    yield sync(request=Event("A"))\n    raise EOFError("no more")'
    said = run("check", written(tmp_path, "ends.py", body))
    assert said.code == 2
    assert "EOFError: no more\nin b-thread t" in said.err


def test_a_file_without_any_program_is_told_so(run: Run, tmp_path: Path) -> None:
    (tmp_path / "nothing_here.py").write_text("x = 1\n")
    said = run("check", "nothing_here.py")
    assert said.code == 2
    assert "it has no 'program', and no Program, Model or system at all" in said.err


def test_a_file_may_have_the_name_of_a_library(run: Run, tmp_path: Path) -> None:
    for name in ("random.py", "json.py", "types.py"):
        file = written(tmp_path, name, '    yield sync(request=Event("A"))')
        assert run("check", file, "--json").code == 0
        assert run("check", "tap.py", "--json").code == 0


def test_a_failed_assertion_ends_a_run_with_its_last_event_and_1(run: Run, tmp_path: Path) -> None:
    body = '    yield sync(request=Event("A"))\n    assert False, "why"'
    said = run("run", written(tmp_path, "asserts.py", body), "--seed", "1")
    assert said.code == 1
    assert said.out.splitlines()[0] == "   1  A"
    assert said.out.splitlines()[1].startswith("an assertion failed: why (")
    assert said.out.splitlines()[1].endswith("asserts.py:6, seed 1)")


def test_an_exception_is_shown_without_the_frames_that_led_there(run: Run, tmp_path: Path) -> None:
    body = '    yield sync(request=Event("A"))\n    {}["key"]'
    said = run("check", written(tmp_path, "breaks.py", body))
    assert said.code == 2
    assert "KeyError: 'key'" in said.err
    assert "after the events: A" in said.err
    assert "click" not in said.err


def test_a_b_thread_or_rule_that_a_hot_cycle_is_asked_of_must_exist(run: Run) -> None:
    said = run("check", "tap.py", "hot-cycle:nobody")
    assert said.code == 2
    assert "there is no b-thread 'nobody'; there are pour(HOT), pour(COLD), only_hot" in said.err
    assert run("check", "tap.py", "hot-cycle:pour").code == 0


def test_rules_of_a_program_with_one_rule_has_a_row_without_it(run: Run) -> None:
    rows = run("rules", "tap.py:bare").out.splitlines()
    assert rows[-1].split()[:2] == ["pour", "1"]


@pytest.mark.skipif(os.name != "posix", reason="pipes of a POSIX shell")
def test_a_pipe_that_nobody_reads_does_not_change_the_answer(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "counterpoint", "check", "hot_cold", "--json"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.close()
    assert process.wait(timeout=PATIENCE) == 0


def test_without_assertions_nothing_is_said_to_hold_of_them(tmp_path: Path) -> None:
    file = written(tmp_path, "asserts.py", '    yield sync(request=Event("A"))\n    assert False')
    command = [sys.executable, "-O", "-m", "counterpoint", "check", file, "assertions"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert "python -O leaves assertions out" in done.stdout


def test_an_interrupted_table_is_unknown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def press(self: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("counterpoint.bp.program.Program.network", press)
    assert run("rules", "tap.py").code == 3


def test_what_b_threads_print_is_not_among_the_answers(run: Run, tmp_path: Path) -> None:
    body = '    print("pouring")\n    yield sync(request=Event("A"))'
    said = run("check", written(tmp_path, "talks.py", body), "--json")
    assert json.loads(said.out)["states"] == 2
    assert "pouring" in said.err


def test_what_a_program_wrote_to_an_open_file_is_there_at_the_end(tmp_path: Path) -> None:
    head = 'log = open("log.txt", "w")\nlog.write("begun")'
    (tmp_path / "logs.py").write_text(f"{head}\n{PROGRAM}")
    command = [sys.executable, "-m", "counterpoint", "check", "logs.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert (done.returncode, (tmp_path / "log.txt").read_text()) == (0, "begun")


@pytest.mark.parametrize(
    ("large", "deep", "compiling", "at_once"),
    [
        (0, False, False, True), (1 << 60, False, False, False),
        (1 << 60, True, False, True), (1 << 60, False, True, True),
    ],
)  # fmt: skip
def test_only_a_large_process_ends_at_once_or_one_that_goes_on_in_native_code(
    monkeypatch: pytest.MonkeyPatch, large: int, deep: bool, compiling: bool, at_once: bool
) -> None:
    class Noting(Watchman):
        def leave(self, code: int, at_once: bool = False) -> None:
            asked.append((code, at_once))

    asked: list[tuple[int, bool]] = []
    monkeypatch.setattr(cli, "_LARGE", large)
    monkeypatch.setattr(cli, "is_deep_running", lambda: deep)
    monkeypatch.setattr(improving, "is_improving", lambda: compiling)
    monkeypatch.setattr(gc, "freeze", lambda: None)
    with pytest.raises(SystemExit):
        cli.main(["examples"], Noting())
    assert asked == [(0, at_once)]


@pytest.mark.parametrize(("loaded", "freezes"), [([], 1), ([Path("a.py")], 0)])
def test_cycles_are_not_searched_for_at_the_end_unless_code_of_a_user_made_some(
    monkeypatch: pytest.MonkeyPatch, loaded: list[Path], freezes: int
) -> None:
    class Leaving(Watchman):
        def leave(self, code: int, at_once: bool = False) -> None:
            pass

    frozen: list[int] = []
    monkeypatch.setattr(target, "loaded", loaded)
    monkeypatch.setattr(gc, "freeze", lambda: frozen.append(1))
    with pytest.raises(SystemExit):
        cli.main(["examples"], Leaving())
    assert len(frozen) == freezes


def test_a_command_may_be_started_without_an_output(tmp_path: Path) -> None:
    command = f"{sys.executable} -m counterpoint check tictactoe >&-"
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_profile_of_a_command_is_written(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cProfile", "-o", "out", "-m", "counterpoint", "examples"]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == 0
    assert (tmp_path / "out").stat().st_size > 0


def test_each_command_has_a_short_option_for_help_even_without_the_program() -> None:
    for name, command in cli.cli.commands.items():
        context = command.make_context(name, ["-"], resilient_parsing=True)
        assert context.help_option_names == ["-h", "--help"], name
