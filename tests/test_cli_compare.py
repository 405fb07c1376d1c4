"""The command `compare`: answers, exit codes, options of each target, and mistakes."""

from __future__ import annotations

import json

from .command_line import Run

FILES = {
    "lamp.py": """
from counterpoint import Model, step


def model(top: int = 2, sticks: bool = False) -> Model:
    model = Model("lamp")
    n = model.var("n", range(top + 1), init=0)

    @model.action
    def up():
        return step(when=n < (1 if sticks else top), set={n: n + 1})

    @model.action
    def off():
        return step(when=n == top, set={n: 0})

    return model
""",
    "lamps.toml": """
relation = "traces"

[targets]
lamp = ["lamp.py"]

[[condition]]
name = "dark"
lamp = "n = 0"
""",
    "bad.toml": """
[[condition]]
name = "dark"
first = "n = "
second = "n = 0"
""",
}


def test_targets_that_are_alike_exit_with_0(run: Run) -> None:
    code, out, _ = run("compare", "lamp.py", "lamp.py")
    assert code == 0
    assert "  holds    bisimulation (3 states are distinguished)" in out


def test_each_target_has_options_of_its_own_and_a_difference_exits_with_1(run: Run) -> None:
    code, out, _ = run("compare", "lamp.py", "lamp.py", "--second-set", "sticks=True")
    assert code == 1
    assert "no step of lamp.py (second) matches it" in out
    assert out.rstrip().endswith(
        "true of lamp.py (first), and not of lamp.py (second): <up><up>true"
    )


def test_the_map_says_the_relation_and_an_option_overrules_it(run: Run) -> None:
    words = ("compare", "lamp.py", "lamp.py", "--map", "lamps.toml")
    assert "  holds    traces" in run(*words).out
    assert "  holds    simulation" in run(*words, "--relation", "simulation").out


def test_json_has_the_answer_the_relation_and_the_difference(run: Run) -> None:
    code, out, _ = run(
        "compare", "lamp.py", "lamp.py", "--first-set", "top=3", "--relation", "simulation",
        "--json",
    )  # fmt: skip
    data = json.loads(out)
    assert code == 1
    assert (data["answer"], data["relation"]) == ("fails", "simulation")
    assert data["difference"]["first"]["events"] == ["up", "up", "up"]
    assert data["difference"]["formula"] == "<up><up><up>true"


def test_a_limit_exits_with_3(run: Run) -> None:
    words = ("compare", "lamp.py", "lamp.py", "--first-set", "top=90", "--limit-states", "5")
    code, out, _ = run(*words, "--json")
    assert code == 3
    assert json.loads(out)["answer"] == "unknown"
    assert run(*words).code == 3


def test_all_of_an_answer_can_be_audited(run: Run) -> None:
    code, out, _ = run("compare", "lamp.py", "lamp.py", "--audit", "all")
    assert code == 0
    assert out.rstrip().endswith("  audited  bisimulation: 3 of 3 states")


def test_rules_of_each_target_are_switched_by_themselves(run: Run) -> None:
    words = ("compare", "hot_cold", "hot_cold", "--relation", "traces")
    assert run(*words, "--second-without", "alternate").code == 0
    assert run(*words, "--first-without", "alternate").code == 1
    assert run(*words, "--first-only", "pour").code == 1


def test_mistakes_exit_with_2(run: Run) -> None:
    code, _, err = run("compare", "lamp.py", "hot_cold")
    assert code == 2
    assert "[CP205] there is nothing to compare by" in err
    code, _, err = run("compare", "lamp.py", "lamp.py", "--map", "none.toml")
    assert code == 2
    assert "[CP206] there is no file none.toml" in err
    code, _, err = run("compare", "lamp.py", "lamp.py", "--map", "bad.toml")
    assert code == 2
    assert 'bad.toml:4:1\n    first = "n = "\n    ^^^^^' in err
    assert run("compare", "lamp.py", "lamp.py", "--relation", "alike").code == 2


def test_a_mistake_in_a_map_has_its_place_in_json(run: Run) -> None:
    code, out, _ = run("compare", "lamp.py", "lamp.py", "--map", "bad.toml", "--json")
    assert code == 2
    error = json.loads(out)["error"]
    assert error["code"] == "CP605"
    assert error["place"]["line"] == 4
