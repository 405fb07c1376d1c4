"""The command `conform`: answers, exit codes, formats, and mistakes."""

from __future__ import annotations

import io
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from .command_line import Run

FILES = {
    "tap.py": """
from counterpoint import Body, Event, Program, sync, thread

HOT, COLD = Event("HOT"), Event("COLD")


@thread
def pour(event: Event) -> Body:
    yield sync(request=event)
    yield sync(request=event)


@thread
def cold_first() -> Body:
    yield sync(wait_for=COLD, block=HOT)


program = Program(pour(HOT), pour(COLD), cold_first())


def entry(record):
    return record.get("tap")
""",
    "good.jsonl": '{"event": "COLD"}\n{"event": "HOT"}\n',
    "bad.jsonl": '{"event": "COLD"}\n\n{"event": "HOT"}\n{"event": "WARM"}\n',
    "early.csv": "event\nHOT\n",
    "taps.jsonl": '{"tap": "COLD"}\n{"other": 1}\n{"tap": "COLD"}\n{"tap": "COLD"}\n',
    "broken.jsonl": '{"event": "COLD"}\nnot json\n',
    "late.jsonl": '{"event": "COLD"}\n{"event": "COLD"}\n{"event": "COLD"}\nnot json\n',
    "takes.jsonl": '{"state": {"pile0": 1}}\n{"action": "take"}\n',
    "states.jsonl": '{"state": {"pile0": 1}}\n{"action": "take"}\n{"state": {"pile9": 1}}\n',
}


def test_a_log_that_conforms_exits_with_0(run: Run) -> None:
    code, out, _ = run("conform", "tap.py", "good.jsonl")
    assert (code, out) == (0, "good.jsonl: conforms (2 steps; 1 possible state at the end)\n")


def test_a_log_that_diverges_exits_with_1_and_says_what_was_possible(run: Run) -> None:
    code, out, _ = run("conform", "tap.py", "bad.jsonl")
    assert code == 1
    assert "bad.jsonl: DIVERGES at line 4: WARM" in out
    assert "no step is called WARM; there are HOT, COLD" in out
    assert "2 steps explained; 1 possible state then, which allows HOT, COLD" in out


def test_json_has_the_line_the_states_and_who_blocks(run: Run) -> None:
    code, out, _ = run("conform", "tap.py", "early.csv", "--json")
    data = json.loads(out)
    assert (code, data["answer"], data["line"], data["allowed"]) == (1, "diverges", 2, ["COLD"])
    (state,) = data["states"]
    (why,) = state["why"]
    assert (why["says"], why["rule"]) == ("HOT is blocked by cold_first", "cold_first")
    assert why["place"].endswith("tap.py:15")
    assert state["allowed"] == ["COLD"]


def test_rules_can_be_switched_off(run: Run) -> None:
    assert run("conform", "tap.py", "early.csv", "--without", "cold_first").code == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("broken.jsonl",), "at broken.jsonl:2"),
        (("gone.jsonl",), "the log gone.jsonl cannot be read"),
        (("good.jsonl", "--mapping", "gone.toml"), "gone.toml cannot be read"),
        (("good.jsonl", "--mapping", "tap.py:gone"), "tap.py has no function gone"),
        (("good.jsonl", "--hidden", "WARM"), "nothing is called WARM"),
        (("good.jsonl", "--format", "xml"), "'xml' is not one of"),
    ],
)
def test_what_cannot_be_read_exits_with_2_and_is_named(
    run: Run, words: tuple[str, ...], says: str
) -> None:
    code, out, err = run("conform", "tap.py", *words)
    assert (code, out) == (2, "")
    assert says in err


def test_a_part_that_does_not_exist_exits_with_2_and_names_the_line(run: Run) -> None:
    code, _, err = run("conform", "nim", "states.jsonl", "--set", "piles=1,2")
    assert code == 2
    assert "there is no pile9 in a state" in err
    assert "states.jsonl:3" in err


def test_lines_after_the_first_that_diverges_are_not_read(run: Run) -> None:
    code, out, _ = run("conform", "tap.py", "late.jsonl")
    assert code == 1
    assert "DIVERGES at line 3" in out


def test_a_limit_leaves_it_unknown_and_exits_with_3(run: Run) -> None:
    code, out, _ = run(
        "conform", "nim", "takes.jsonl", "--set", "piles=1,2", "--limit-states", "2", "--json"
    )
    data = json.loads(out)
    assert (code, data["answer"], data["line"]) == (3, "unknown", 2)
    assert data["reason"] == "more than 2 states are possible"


def test_a_mapping_may_be_a_function(run: Run) -> None:
    code, out, _ = run("conform", "tap.py", "taps.jsonl", "--mapping", "tap.py")
    assert code == 1
    assert "DIVERGES at line 4: COLD" in out


def test_a_log_may_come_from_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: Any = SimpleNamespace(buffer=io.BytesIO(b'{"event": "HOT"}\n'))
    monkeypatch.setattr("sys.stdin", lines)
    code, out, _ = run("conform", "tap.py", "-")
    assert code == 1
    assert out.startswith("-: DIVERGES at line 1: HOT")


def test_hidden_steps_and_coverage_of_the_command(run: Run) -> None:
    code, out, _ = run("conform", "tap.py", "early.csv", "--hidden", "COLD", "--coverage")
    assert code == 0
    assert "cold_first      never" in out


NOTHING = [
    ("taps.jsonl", "others.toml", ": all 4 were skipped"),
    ("one.jsonl", "others.toml", ": the only one was skipped"),
    ("taps.jsonl", "none.py:entry", ": all 4 were skipped"),
    ("rows.csv", "others.toml", ": all 2 were skipped"),
    ("empty.jsonl", None, ": there is none"),
    ("blank.jsonl", None, ": there is none"),
    ("head.csv", None, ": there is none"),
]


@pytest.mark.parametrize("json_too", [(), ("--json",)], ids=len)
@pytest.mark.parametrize(("log", "mapping", "why"), NOTHING)
def test_that_nothing_was_compared_is_said(
    run: Run, log: str, mapping: str | None, why: str, json_too: tuple[str, ...]
) -> None:
    Path("others.toml").write_text('event = "tap"\nothers = "skip"\n[names]\n"COLDD" = "COLD"\n')
    Path("none.py").write_text("def entry(record): return None\n")
    Path("one.jsonl").write_text('\n{"tap": "COLD"}\n')
    Path("rows.csv").write_text("tap\nCOLD\nHOT\n")
    Path("empty.jsonl").write_text("")
    Path("blank.jsonl").write_text("\n\n")
    Path("head.csv").write_text("event\n")
    words = () if mapping is None else ("--mapping", mapping)
    said = run("conform", "tap.py", log, *words, *json_too)
    assert said.code == 0
    assert said.err == f"warning: no line of {log} was compared{why}\n"
    assert "conforms" in said.out


def test_where_a_line_was_compared_there_is_no_warning(run: Run) -> None:
    assert run("conform", "tap.py", "taps.jsonl", "--mapping", "tap.py").err == ""
    assert run("conform", "tap.py", "early.csv").err == ""
