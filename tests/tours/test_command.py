"""`counterpoint tests`: what it prints and writes, and its exit codes."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

from counterpoint import Trace, step
from counterpoint.cli.touring import MOST_STATES
from counterpoint.model.model import Model
from counterpoint.report.tours import tours_text
from counterpoint.target import find_target
from counterpoint.tours.covering import covering_runs
from counterpoint.tours.standin import StandIn

from ..command_line import Run
from .small import Small

FILES = {
    "lamp.py": """
from counterpoint import Model, step

model = Model("lamp")
on = model.var("on", range(2), init=0)
model.atom("lit", on == 1)

@model.action
def press():
    return step(set={on: 1 - on})
""",
}


def test_it_says_what_is_covered_and_how_many_events_are_needed(run: Run) -> None:
    said = run("tests", "lamp.py")
    assert said.out.splitlines() == [
        "lamp.py: 2 states (all of them), 2 transitions",
        "",
        "  1 run with 2 events covers all 2 transitions; at least 2 events are needed",
        "",
        "  1  press, press",
    ]
    assert (said.code, said.err) == (0, "")


def test_it_says_so_where_one_thing_is_covered_or_none(run: Run) -> None:
    assert (
        "covers the 1 state in which lit; at least 1 event is"
        in run("tests", "lamp.py", "--cover", "lit").out
    )
    said = run("tests", "lamp.py", "--cover", "lit & !lit")
    assert "there are no states in which lit & !lit to cover" in said.out
    assert said.code == 0


def test_the_json_has_runs_as_labels_and_their_states(run: Run) -> None:
    said = run("tests", "lamp.py", "--cover", "states", "--json")
    assert json.loads(said.out) == {
        "target": "lamp.py", "cover": "states", "seed": 0, "answer": "holds", "complete": True,
        "stopped": "", "cause": None, "graph": {"states": 2, "transitions": 2}, "possible": 2,
        "covered": 2, "events": 1, "bound": 1, "note": "", "workers": 1, "uncovered": [],
        "runs": [["press"]], "states": [[0, 1]], "shown": [{"on": "0"}, {"on": "1"}],
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("target", ["ttt_model", "philosophers", "FreeTicTacToe"])
def test_the_states_in_json_are_those_of_the_runs(run: Run, target: str) -> None:
    said = run("tests", target, "--cover", "states", "-o", "tests.json", "--max", "3")
    assert said.out.endswith("tests.json is written\n")
    found = json.loads(Path("tests.json").read_text(encoding="utf-8"))
    assert len(found["runs"]) == len(found["states"]) == 3
    for labels, states in zip(found["runs"], found["states"], strict=True):
        assert len(states) == len(labels) + 1
        assert max(states) < len(found["shown"])
    assert found["possible"] - found["covered"] == len(found["uncovered"])
    assert {each["reason"] for each in found["uncovered"]} == {"left out by the limit of runs"}


def attempt(file: str, **instead: Any) -> None:
    """Run all tests of a file, with other definitions for some of its own."""
    found = runpy.run_path(file)
    found["test_run"].__globals__.update(instead)
    for number in range(len(found["RUNS"])):
        found["test_run"](number)


@pytest.mark.parametrize("words", [["lamp.py"], ["lamp.py:model", "--cover", "states"]])
def test_the_written_tests_pass_from_any_folder(
    run: Run, words: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    Path("tests").mkdir()
    assert run("tests", *words, "-o", "tests/test_it.py").code == 0
    monkeypatch.chdir(tmp_path / "tests")
    attempt("test_it.py")


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ["hot_cold"],
        ["philosophers", "--set", "n=2", "--cover", "pairs"],
        ["tictactoe", "--only", "x_moves", "--only", "enforce_turns"],
        ["FreeTicTacToe", "--cover", "rules"],
        ["ttt", "--cover", "rules"],
        ["breakout", "--cover", "states"],
    ],
)
def test_the_written_tests_pass_for_each_notation(run: Run, words: list[str]) -> None:
    assert run("tests", *words, "-o", "test_it.py").code == 0
    attempt("test_it.py")


def test_the_written_tests_fail_for_an_implementation_that_does_something_else(run: Run) -> None:
    run("tests", "lamp.py", "-o", "test_it.py")

    class Broken:
        def __init__(self, start: object) -> None:
            self.seen = start

        def perform(self, event: str, expected: object) -> None:
            pass

        def observe(self) -> object:
            return self.seen

    with pytest.raises(AssertionError, match="after step 1, press"):
        attempt("test_it.py", Implementation=Broken)


def test_an_implementation_can_be_named(run: Run) -> None:
    Path("lamps.py").write_text(LAMP)
    words = ["tests", "lamp.py", "-o", "test_it.py", "--implementation"]
    assert run(*words, "lamps:Lamp").code == 0
    attempt("test_it.py")
    run(*words, "lamps:Dark")
    with pytest.raises(AssertionError, match="after step 1, press"):
        attempt("test_it.py")


LAMP = """
class Lamp:
    def __init__(self, start):
        self.on = start == {"on": "1"}

    def perform(self, event, expected):
        self.on = not self.on

    def observe(self):
        return {"on": str(int(self.on))}


class Dark(Lamp):
    def perform(self, event, expected):
        pass
"""


def test_a_stand_in_goes_on_from_each_state_that_looks_as_expected() -> None:
    class Toss(Small):
        def show(self, state: int) -> str:
            return "tossed" if state in (1, 2) else str(state)

    toss = Toss((0,), ((("toss", 1), ("toss", 2)), (("win", 3),), (("lose", 4),), (), ()))
    for result, state in (("win", "3"), ("lose", "4")):
        tried = StandIn(toss, "0")
        tried.perform("toss", "tossed")
        assert tried.observe() == "tossed"
        tried.perform(result, state)
        assert tried.observe() == state
    with pytest.raises(AssertionError, match="fly is not possible here: 4"):
        tried.perform("fly", "9")


def test_what_a_formula_and_a_name_have_does_no_harm_to_the_file(run: Run) -> None:
    formula = "lit   &   !(!lit)"
    assert run("tests", "lamp.py", "--cover", formula, "-o", "test_it.py").code == 0
    attempt("test_it.py")


def test_past_a_limit_the_answer_is_unknown_and_a_file_is_written(run: Run) -> None:
    said = run("tests", "nim", "--limit-states", "50", "-o", "tests.json")
    assert said.code == 3
    assert "the limit of 50 states" in said.out.replace("\n", " ")
    found = json.loads(Path("tests.json").read_text(encoding="utf-8"))
    assert (found["answer"], found["complete"], found["cause"]) == ("unknown", False, "states")
    assert found["runs"]


@pytest.mark.parametrize(("more", "code"), [(0, 0), (1, 3)])
def test_without_a_limit_of_states_there_is_the_usual_one(run: Run, more: int, code: int) -> None:
    states = MOST_STATES + more
    Path("wide.py").write_text(
        "from counterpoint import Model\n"
        f"model = Model('wide')\nn = model.var('n', range({states}))\n"
        "model.atom('first', n == 0)\n",
        encoding="utf-8",
    )
    said = run("tests", "wide.py", "--cover", "first")
    assert said.code == code
    assert ("200,000 states (all of them)" in said.out) is not more
    assert ("the limit of 200,000 states was reached" in said.err) is bool(more)


@pytest.mark.parametrize(("limit", "code"), [(34, 0), (33, 3)])
def test_a_target_with_just_as_many_states_as_the_limit_is_known(
    run: Run, limit: int, code: int
) -> None:
    said = run("tests", "peterson", "--cover", "states", "--limit-states", str(limit))
    assert said.code == code
    assert ("34 states (all of them)" in said.out) is (code == 0)
    assert ("the limit of 33 states" in said.out.replace("\n", " ")) is (code == 3)


@pytest.mark.slow
def test_where_there_are_too_many_initial_states_nothing_is_known(run: Run) -> None:
    said = run("tests", "krk", "--json")
    found = json.loads(said.out)
    assert said.code == 3
    assert found["answer"] == "unknown"
    assert "200,000 states" in found["reason"]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["lamp.py", "-o", "tests.txt"], "tests.txt is no .json file, and no .py file"),
        (["lamp.py", "--implementation", "lamps:Lamp"], "--implementation is for tests"),
        (["lamp.py", "-o", "t.py", "--implementation", "lamps"], "names no class"),
        (["lamp.py", "-o", "t.py", "--implementation", "a b:C"], "names no class"),
        (["lamp.py", "--cover", "nosuch"], "nosuch"),
        (["lamp.py", "--cover", ""], "cover="),
        (["lamp.py", "--max", "0"], "--max"),
        (["lamp.py", "-o", "nowhere/tests.json"], "nowhere/tests.json"),
        (["lamp.py", "--without", "press"], "no behavioral program"),
        (["nosuch"], "nosuch"),
    ],
)
def test_wrong_input_has_exit_code_2(run: Run, words: list[str], error: str) -> None:
    said = run("tests", *words)
    assert said.code == 2
    assert error in said.err


@pytest.mark.slow
def test_a_long_answer_shows_its_beginning() -> None:
    text = tours_text(covering_runs(find_target("ttt_model"), max_runs=12), width=100)
    assert "12 runs with" in text
    assert "of 16,167 transitions; at least 34,890 events are needed for all" in text
    assert "more run" in text
    long = tours_text(covering_runs(find_target("alternating_bit")), width=100)
    assert "... and 332 more" in long


def test_what_has_no_event_is_shown() -> None:
    model = Model("still")
    x = model.var("x", range(2), init=0)

    @model.action
    def never() -> object:
        return step(when=x == 1, set={x: 0})

    found = covering_runs(model, "states")
    assert found.runs == (Trace((0,)),)
    assert tours_text(found).splitlines()[-1] == "  1  (no event)"
