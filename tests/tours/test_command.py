"""`counterpoint tests`: what it prints and writes, and its exit codes."""

from __future__ import annotations

import inspect
import json
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from counterpoint import Misuse, Trace, step
from counterpoint.cli.touring import MOST_STATES
from counterpoint.model.model import Model
from counterpoint.report.tours import tours_text
from counterpoint.report.tours_file import ID_EVENTS
from counterpoint.target import find_target
from counterpoint.tours.covering import covering_runs

from ..command_line import Run
from .copied import copy_of

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
        "runs": [["press"]], "states": [[0, 1]], "shown": [{"on": 0}, {"on": 1}],
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


TEST = "test_it_does_as_the_rules_say"


def attempt(file: str, adapter: type | None = None) -> list[str]:
    """Run all tests of a file: its adapter is filled in by the target itself, or by another one.

    Returns the names of the tests.
    """
    found = runpy.run_path(file)
    test = found[TEST]
    filled = adapter or copy_of(found["TARGET"], found["Adapter"])
    test.__globals__["Adapter"] = filled
    for start, steps in found["RUNS"].values():
        test(start, steps)
    return list(found["RUNS"])


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


@pytest.mark.parametrize("words", [["lamp.py"], ["nim", "--set", "piles=[1,2]"]])
def test_the_written_tests_fail_and_say_so_until_the_adapter_is_filled_in(
    run: Run, words: list[str]
) -> None:
    assert run("tests", *words, "-o", "test_it.py").code == 0
    found = runpy.run_path("test_it.py")
    for start, steps in found["RUNS"].values():
        with pytest.raises(NotImplementedError, match="the class Adapter is not filled in"):
            found[TEST](start, steps)
    methods = [of for of in vars(found["Adapter"]).values() if callable(of)]
    assert len(methods) == 3
    for method in methods:
        with pytest.raises(NotImplementedError, match="is not filled in"):
            method(*[None] * method.__code__.co_argcount)


def test_the_name_of_a_test_has_the_first_events_of_its_run(run: Run) -> None:
    lengths = set()
    for piles in ("[1,3]", "[2,3]"):
        words = ("tests", "nim", "--set", f"piles={piles}", "-o", "test_it.py")
        assert run(*words).code == 0
        for name, (_, steps) in runpy.run_path("test_it.py")["RUNS"].items():
            lengths.add(len(steps))
            assert name.endswith(" ...") is (len(steps) > ID_EVENTS)
            assert len(name.removesuffix(" ...").split()) == 1 + min(len(steps), ID_EVENTS)
    assert {ID_EVENTS, ID_EVENTS + 1} <= lengths


LAMP = """
class Lamp:
    def __init__(self):
        self.on = 0

    def press(self):
        self.on = 1 - self.on

    def observe(self):
        return {"on": self.on}


class Dark(Lamp):
    def press(self):
        pass
"""

WASH = """
class Tap:
    def hot(self):
        pass

    def cold(self):
        pass


class Frozen(Tap):
    def hot(self):
        raise RuntimeError("no hot water")
"""

CLOCK = """
class Clock:
    def __init__(self):
        self.hour = 0

    def tick(self, by):
        self.hour = (self.hour + by) % 3

    def observe(self):
        return {"hour": self.hour}


class Slow(Clock):
    def tick(self, by):
        self.hour = min(self.hour + by, 1)
"""

CLOCK_MODULE = """---- MODULE Clock ----
EXTENDS Naturals
VARIABLE hour
Init == hour = 0
Tick(by) == hour' = (hour + by) % 3
Next == \\E by \\in {1, 2} : Tick(by)
Spec == Init /\\ [][Next]_hour
====
"""


@pytest.mark.parametrize(
    ("target", "adapters", "right", "wrong", "said"),
    [
        ("lamp.py", LAMP, "Lamp", "Dark", "the implementation: press with on = 0"),
        ("hot_cold", WASH, "Tap", "Frozen", "HOT raises RuntimeError: no hot water"),
        ("Clock.tla", CLOCK, "Clock", "Slow", "the rules allow: Tick"),
    ],
)
def test_pytest_runs_the_written_tests_with_an_adapter_and_shows_how_another_differs(
    run: Run, target: str, adapters: str, right: str, wrong: str, said: str
) -> None:
    Path("adapters.py").write_text(adapters)
    Path("Clock.tla").write_text(CLOCK_MODULE)
    for name, code in ((right, 0), (wrong, 1)):
        words = ["tests", target, "-o", "test_it.py", "--implementation", f"adapters:{name}"]
        assert run(*words).code == 0
        done = pytest_of("test_it.py")
        assert done.returncode == code, done.stdout
        assert (said in done.stdout) == (code == 1), done.stdout


def pytest_of(file: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", file],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_each_test_has_the_number_of_its_run_and_the_steps_it_begins_with(run: Run) -> None:
    words = ["tests", "nim", "--set", "piles=[1,2]", "--cover", "states", "-o", "test_it.py"]
    run(*words)
    assert attempt("test_it.py")[0] == "1 take(1,1) take(1,0)"
    first = Path("test_it.py").read_bytes()
    run(*words)
    assert Path("test_it.py").read_bytes() == first


def test_the_methods_of_the_adapter_take_what_the_steps_have(run: Run) -> None:
    run("tests", "nim", "--set", "piles=[1,2]", "-o", "test_it.py")
    adapter = runpy.run_path("test_it.py")["Adapter"]
    assert list(inspect.signature(adapter.take).parameters) == ["self", "pile", "left"]
    run("tests", "philosophers", "--set", "n=2", "--cover", "states", "-o", "test_it.py")
    adapter = runpy.run_path("test_it.py")["Adapter"]
    assert list(inspect.signature(adapter.take_right).parameters) == ["self", "data"]
    assert "observe" not in vars(adapter)


def test_a_run_says_in_which_initial_state_it_begins(run: Run) -> None:
    Path("two.py").write_text(FILES["lamp.py"].replace("init=0", "init=[0, 1]"))
    assert run("tests", "two.py", "-o", "test_it.py").code == 0
    attempt("test_it.py")


def test_a_step_that_no_method_can_be_called_by_is_named(run: Run) -> None:
    Path("odd.py").write_text(FILES["lamp.py"].replace("press", "observe"))
    assert run("tests", "odd.py", "-o", "test_it.py").code == 0
    assert "# No method can be called 'observe'" in Path("test_it.py").read_text()

    class Blind:
        def press(self) -> None:
            pass

    with pytest.raises(Misuse, match="no method"):
        attempt("test_it.py", Blind)


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
    assert ("500,000 states (all of them)" in said.out) is not more
    assert ("the limit of 500,000 states was reached" in said.err) is bool(more)


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
    said = run("tests", "krk", "--json", "--limit-states", "200000")
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
