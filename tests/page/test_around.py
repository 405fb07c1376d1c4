"""The graph around a state: what its nodes are called, and which are taken as one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from counterpoint.page.around import around_data
from counterpoint.page.walk import Walk
from counterpoint.target import find_target


def around(target: str, *steps: str, fold: bool = False, settings: Any = None) -> dict[str, Any]:
    walk = Walk(find_target(target, settings))
    for step in steps:
        walk.take(step)
    return around_data(walk, fold=fold)


def labels(data: dict[str, Any]) -> list[str]:
    return [node["text"] for node in data["next"]]


def test_next_states_are_told_apart_by_themselves_where_they_are_short() -> None:
    assert labels(around("nim", settings={"piles": [1, 2]})) == ["0·2·2", "1·0·2", "1·1·2"]


def test_long_states_are_told_apart_by_the_steps_that_lead_there() -> None:
    data = around("peterson", "want(0)")
    assert labels(data) == ["want(1)", "raise_flag(0)"]
    assert data["next"][1]["told"] == "place [0]: turn, wants [0]: true"


COUNTER = """---- MODULE Counter ----
EXTENDS Naturals
VARIABLES count, far_away_and_long_winded
Init == count = 0 /\\ far_away_and_long_winded = "so that no state is short"
Next == count' \\in {1, 2} /\\ UNCHANGED far_away_and_long_winded
Spec == Init /\\ [][Next]_<<count, far_away_and_long_winded>>
====
"""


def test_steps_of_one_name_are_told_apart_by_what_they_change(tmp_path: Path) -> None:
    file = tmp_path / "Counter.tla"
    file.write_text(COUNTER)
    assert labels(around(str(file))) == ["count 1", "count 2"]


RUNNERS = """---- MODULE Runners ----
EXTENDS TLC
CONSTANT Runner
VARIABLE arrived
Init == arrived = {}
Arrive(r) == r \\notin arrived /\\ arrived' = arrived \\cup {r}
Next == \\E r \\in Runner: Arrive(r)
Spec == Init /\\ [][Next]_arrived
Alike == Permutations(Runner)
====
"""

THREE = "SPECIFICATION Spec\nCONSTANT Runner = {a, b, c}\nCHECK_DEADLOCK FALSE\n"


def test_states_are_folded_by_the_symmetry_of_a_configuration(tmp_path: Path) -> None:
    file = tmp_path / "Runners.tla"
    file.write_text(RUNNERS)
    file.with_suffix(".cfg").write_text(THREE + "SYMMETRY Alike\n")
    apart, folded = around(str(file)), around(str(file), fold=True)
    assert apart["folds"]
    assert [node["same"] for node in apart["next"]] == [1, 1, 1]
    assert [node["same"] for node in folded["next"]] == [3]


def test_without_a_known_symmetry_nothing_can_be_folded(tmp_path: Path) -> None:
    file = tmp_path / "Runners.tla"
    file.write_text(RUNNERS)
    file.with_suffix(".cfg").write_text(THREE)
    assert not around(str(file))["folds"]
    assert not around("peterson", fold=True)["folds"]
    assert around("tictactoe")["folds"]
