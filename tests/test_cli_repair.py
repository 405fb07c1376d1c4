"""`repair` on the command line: its text, its JSON and its exit codes."""

from __future__ import annotations

import json

import pytest

from .command_line import Run


def test_repair_as_json_has_the_source_and_the_check_of_each_addition(run: Run) -> None:
    said = run("repair", "peterson:careless", "never both", "--count", "1", "--json")
    found = json.loads(said.out)
    (repair,) = found.pop("repairs")
    del found["seconds"], found["tried"]
    assert found == {
        "target": "peterson:careless",
        "property": "never both",
        "outcome": "repaired",
        "reason": "",
        "may": "all actions",
        "additions": "conditions of actions: they forbid steps, and none may add a step",
        "kept": ["either can get in"],
        "lost": None,
        "most": 8,
        "size": 1,
        "complete": 0,
        "undecided": 0,
        "stopped": "",
        "cause": None,
        "workers": 1,
    }
    assert [(each["name"], each["answer"]) for each in repair.pop("check")["properties"]] == [
        ("never both", "holds"),
        ("who waits gets in", "fails"),
        ("either can get in", "holds"),
        ("process 0 gets in again and again", "fails"),
    ]
    assert repair == {
        "source": "place[1] != 'critical'",
        "place": "a guard: in step(when=...) of enter",
        "size": 1,
        "states": 24,
        "forbidden": 1,
        "forbids": [
            {
                "after": [
                    "want(0)", "want(1)", "raise_flag(1)", "give_way(1)", "enter(1)",
                    "raise_flag(0)", "give_way(0)",
                ],
                "step": "enter(0)",
                "state": {"place": ["wait", "critical"], "wants": [True, True], "turn": 0},
            }
        ],
        "switches_off": [],
        "ends": [],
    }  # fmt: skip
    assert said.code == 0


def test_where_nothing_helps_the_losing_states_are_counted(run: Run) -> None:
    words = ("repair", "philosophers", "deadlock", "--set", "n=3", "--may-block", "TakeLeft")
    said = run(*words, "--json")
    found = json.loads(said.out)
    assert (found["outcome"], found["repairs"], said.code) == ("impossible", [], 1)
    assert found["lost"] == {
        "states": 35,
        "explored": 35,
        "play": ["TakeRight(1)", "TakeRight(2)", "TakeRight(3)"],
    }


def test_a_property_that_holds_needs_no_repair(run: Run) -> None:
    said = run("repair", "philosophers:with_waiter", "deadlock", "--set", "n=3")
    assert said.out.splitlines()[2] == "  nothing to repair: the property holds as it is"
    assert said.code == 0


def test_nothing_found_is_unknown(run: Run) -> None:
    said = run("repair", "philosophers", "deadlock", "--set", "n=3", "--size", "1")
    lines = said.out.splitlines()
    assert "  unknown: no addition of a size up to 1 was found" in lines
    assert "  searched: size 1 completely (0 tried)" in lines
    assert "none may request an event" in " ".join(map(str.strip, lines))
    assert lines[3].startswith(
        "  may be restrained: all events that b-threads request: owners= or "
    )
    assert said.code == 3


def test_an_unknown_rule_is_wrong_input(run: Run) -> None:
    said = run("repair", "tictactoe", "X never wins", "--without", "prevent_forks")
    assert said.code == 2
    assert "there is no rule 'prevent_forks'" in said.err


@pytest.mark.parametrize(
    "where", ["counterpoint.repairs.repair.asked_of", "counterpoint.cli.repairing.target_of"]
)
def test_a_repair_that_is_interrupted_says_so_in_one_form(
    run: Run, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    def interrupted(*_of: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(where, interrupted)
    said = run("repair", "peterson:careless", "never both", "--json")
    found = json.loads(said.out)
    assert said.code == 3
    assert (found["target"], found["property"]) == ("peterson:careless", "never both")
    assert (found["outcome"], found["cause"]) == ("unknown", "interrupted")
