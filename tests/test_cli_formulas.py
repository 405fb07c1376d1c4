"""Formulas on the command line: `check --formula`, `where`, `differ`."""

from __future__ import annotations

import json

import pytest

from .command_line import Run

TAP = """
from counterpoint import Program, events, sync, thread

HOT, COLD, WARM = events("HOT COLD WARM")

@thread
def pour(event, times=2):
    for _ in range(times):
        yield sync(request=event)

@thread
def wait(event):
    yield sync(wait_for=event)

program = Program(pour(HOT), pour(COLD))
open_end = Program(pour(HOT), wait(WARM))
network = program.network()
"""

LAMP = """
from counterpoint import Model, step

def lamp(start=False, limit=4):
    model = Model("lamp")
    on, count = model.var("on", bool, init=start), model.var("count", range(limit), init=0)

    @model.action
    def press():
        return step(when=count < limit - 1, set={on: ~on, count: count + 1})

    model.atom("full", count == limit - 1)
    model.requires({"dark in the end": "AF AG !on"})
    return model

model = lamp()
lit = lamp(True)
fair = lamp()
"""

FILES = {"tap.py": TAP, "lamp.py": LAMP}


@pytest.mark.parametrize(
    ("target", "formula", "code", "line"),
    [
        ("tap.py", "AG (once(HOT) -> AF AX true)", 0, "holds "),
        ("tap.py", "G (HOT -> X !HOT)", 1, "FAILS    G (HOT -> X !HOT)"),
        ("tap.py", "EF {pour(HOT).times = 2}", 0, "holds    EF (pour(HOT).times = 2)"),
        ("tap.py", "AG EF enabled(COLD)", 1, "FAILS    AG EF enabled(COLD)"),
        (
            "tap.py:open_end",
            "EF once(WARM)",
            3,
            "unknown  EF once(WARM) (wait(WARM) waits for WARM",
        ),
        ("lamp.py", "AF full", 0, "holds    AF full"),
        ("lamp.py", "G F on", 0, "holds    G F on"),
        ("lamp.py", "AG !on", 1, "FAILS    AG !on"),
        ("tap.py:network", "AG !once(COLD)", 1, "FAILS    AG !once(COLD)"),
    ],
)
def test_check_decides_formulas(run: Run, target: str, formula: str, code: int, line: str) -> None:
    said = run("check", target, "--formula", formula)
    assert (said.code, said.err) == (code, "")
    assert any(shown.strip().startswith(line) for shown in said.out.splitlines()), said.out


def test_a_counterexample_of_a_model_is_shown_in_its_states(run: Run) -> None:
    said = run("check", "lamp.py", "--formula", "AG !{on & count = 3}", "--json")
    found = json.loads(said.out)
    trace = found["properties"][0]["trace"]
    assert said.code == 1
    assert trace["events"] == ["press"] * 3
    assert trace["states"][-1]["picture"] == "on = true\ncount = 3"
    assert trace["loop"] is None


def test_the_json_of_a_formula_has_its_branches(run: Run) -> None:
    said = run("check", "tap.py", "--formula", "EX HOT & EX (COLD & AX true)", "--json")
    (verdict,) = json.loads(said.out)["properties"]
    assert verdict["answer"] == "holds"
    assert verdict["trace"]["events"] == ["HOT"]
    (branch,) = verdict["branches"]
    assert (branch["at"], branch["trace"]["events"]) == (0, ["COLD"])


def test_a_team_that_can_enforce_something_is_said_to_have_a_strategy(run: Run) -> None:
    said = run("check", "nim", "<<player1>> F p1_wins", "--set", "piles=[1,2]")
    assert said.out.splitlines()[-1] == (
        "  at the start: <<player1>> F p1_wins, by a strategy of player1 for 1 position "
        '(--json lists it; as rules: solve --player "player1" --goal "F (p1_wins)" --strategy)'
    )
    rules = run(
        "solve", "nim", "--player", "player1", "--goal", "F (p1_wins)", "--strategy",
        "--set", "piles=[1,2]",
    )  # fmt: skip
    assert rules.code == 0


def test_both_engines_say_the_same(run: Run) -> None:
    explicit, symbolic = (
        json.loads(run("check", "lamp.py", "--engine", engine, "--json").out)
        for engine in ("explicit", "symbolic")
    )
    assert explicit["properties"][0]["answer"] == symbolic["properties"][0]["answer"]
    assert (explicit["states"], symbolic["states"]) == (4, 4)
    assert [explicit["engine"], symbolic["engine"]] == ["explicit", "symbolic, OxiDD"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["check", "tap.py", "--formula", "AG (HOT"], 2, "[CP400] this bracket is not closed"),
        (["check", "tap.py", "--formula", "AG HTO"], 2, "[CP401] 'HTO' is no event of the program"),
        (["check", "tap.py", "EX A"], 2, "[CP400] A needs a path formula"),
        (["check", "lamp.py", "--formula", "AG onn"], 2, "[CP401] "),
        (["check", "lamp.py", "--formula", "<pull>on"], 2, "[CP401] there is no event 'pull'"),
        (["check", "lamp.py", "--formula", "<<me>> F on"], 2, "[CP600] there is no player 'me'"),
        (["check", "tap.py", "--formula", "AF HOT", "--engine", "symbolic"], 3, "[CP402] "),
        (["check", "lamp.py", "--without", "press"], 2, "is no behavioral program"),
        (["where", "tap.py", "HOT", "--all"], 3, "[CP402] only a Model has encoded states"),
        (["where", "lamp.py", "press", "--all"], 3, "[CP402] press asks what led to a state"),
        (["where", "lamp.py", "on", "--limit-states", "2"], 3, "[CP204] not all states are known"),
        (["where", "lamp.py", "off"], 2, "[CP401] "),
        (["where", "lamp.py", "AG on", "--set", "limit=3"], 2, "is not made by a function"),
        (["differ", "lamp.py", "tap.py", "EF true"], 2, "[CP100] the states of b-threads"),
        (["differ", "tap.py", "tap.py", "EF true"], 2, "[CP100] the states of b-threads"),
        (["differ", "lamp.py", "ttt_model", "EF true"], 2, "[CP100] the two models have"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_said_on_standard_error(
    run: Run, arguments: list[str], code: int, message: str
) -> None:
    said = run(*arguments)
    assert (said.code, said.out) == (code, "")
    assert message in said.err


def test_where_counts_and_shows_some_states(run: Run) -> None:
    said = run("where", "lamp.py", "on")
    assert said.out.splitlines() == [
        "2 of 4 states",
        "  on = true, count = 1",
        "  on = true, count = 3",
    ]
    assert said.code == 0
    more = run("where", "lamp.py", "true", "--sample", "1", "--seed", "3").out.splitlines()
    assert (more[0], len(more), more[-1]) == ("4 of 4 states", 3, "  ... and 3 more")
    assert run("where", "lamp.py", "true", "--sample", "0").out == "4 of 4 states\n"


def test_where_tells_what_states_remember(run: Run) -> None:
    lines = run("where", "tap.py", "HOT & !once(COLD)").out.splitlines()
    assert lines[1] == "  (a state also records whether each of HOT, once(COLD) is true)"
    assert lines[2].endswith("so far = HOT")


def test_where_as_json(run: Run) -> None:
    found = json.loads(run("where", "lamp.py", "EX on", "--all", "--json").out)
    assert found == {
        "target": "lamp.py",
        "formula": "EX on",
        "over": "all",
        "states": 8,
        "satisfying": 4,
        "note": "",
        "audited": {"states": found["audited"]["states"], "of": 8, "unchecked": [], "fault": ""},
        "sample": found["sample"],
        "workers": 1,
    }
    assert len(found["sample"]) == 3
    assert all(set(state) == {"on", "count"} for state in found["sample"])


@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
def test_differ_says_where_two_variants_disagree(run: Run, engine: str) -> None:
    said = run("differ", "lamp.py", "lamp.py:lit", "on", "--engine", engine)
    assert said.code == 1
    assert said.out.splitlines() == [
        "0 states in both",
        "2 in lamp.py only",
        "  on = true, count = 1",
        "  on = true, count = 3",
        "2 in lamp.py:lit only",
        "  on = true, count = 0",
        "  on = true, count = 2",
    ]
    same = run("differ", "lamp.py", "lamp.py:fair", "on", "--engine", engine, "--json")
    assert same.code == 0
    assert json.loads(same.out) == {
        "first": "lamp.py", "second": "lamp.py:fair", "both": 2, "first_only": 0,
        "second_only": 0, "first_sample": [], "second_sample": [], "workers": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "asked", "reason"),
    [
        (
            ["where", "lamp.py", "on", "--limit-states", "2"],
            {"target": "lamp.py", "formula": "on"},
            "not all states are known: the limit of 2 states was reached",
        ),
        (
            ["where", "tap.py", "HOT", "--all"],
            {"target": "tap.py", "formula": "HOT"},
            "only a Model has encoded states that are not reached",
        ),
        (
            ["differ", "lamp.py", "lamp.py:lit", "on", "--limit-states", "2"],
            {"first": "lamp.py", "second": "lamp.py:lit", "formula": "on"},
            "not all states are known: the limit of 2 states was reached",
        ),
        (
            ["check", "tap.py", "AF HOT", "--engine", "symbolic"],
            {"target": "tap.py"},
            "the symbolic engine explores models only",
        ),
    ],
)
def test_json_says_why_something_is_unknown(
    run: Run, arguments: list[str], asked: dict[str, str], reason: str
) -> None:
    said = run(*arguments, "--json")
    assert (said.code, said.err) == (3, "")
    found = json.loads(said.out)
    assert found.pop("reason").startswith(reason)
    limit = {"stopped": "the limit of 2 states was reached", "cause": "states"}
    assert found == {**asked, "answer": "unknown", **(limit if limit["stopped"] in reason else {})}


def test_json_says_when_a_command_was_interrupted(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def press(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("counterpoint.engines.formula.evaluate.Evaluator.region", press)
    said = run("where", "lamp.py", "on", "--json")
    assert (said.code, json.loads(said.out)["reason"]) == (3, "interrupted, nothing was decided")


@pytest.mark.parametrize("command", [["check", "lamp.py"], ["where", "lamp.py", "on"]])
def test_ctrl_c_in_the_middle_leaves_with_3(
    run: Run, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def press(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("counterpoint.engines.formula.evaluate.Evaluator.region", press)
    said = run(*command)
    assert said.code == 3
    assert "interrupted" in said.out + said.err


@pytest.mark.parametrize(
    "command",
    [
        ["solve", "nim", "--player", "player1", "--goal", "G !(take(0,0) & take(1,1))"],
        ["where", "nim", "EF (take(0,0) & take(1,1))"],
        ["check", "nim", "--formula", "G !(take(0,0) & take(1,1))"],
        ["check", "tap.py", "--formula", "G !(HOT & COLD)"],
    ],
)
@pytest.mark.filterwarnings("default::counterpoint.CounterpointWarning")
def test_two_events_at_the_same_moment_are_warned_of(command: list[str], run: Run) -> None:
    said = run(*command)
    text = said.out + said.err
    assert text.count("are never selected at the same moment, so ") == 1
    assert "warning: " in text
    assert "CounterpointWarning" not in text


@pytest.mark.parametrize(
    "formula", ["EF (take(0,0) & t = 1)", "EF (take & take(0,0))", "EF (t = 1 & t = 2)"]
)
def test_what_may_be_true_together_is_not_warned_of(formula: str, run: Run) -> None:
    said = run("where", "nim", formula)
    assert "same moment" not in said.out + said.err
