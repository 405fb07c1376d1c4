"""A second target follows the first, as far as the two look alike."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from counterpoint import examples
from counterpoint.errors import BadMap, NothingToCheck
from counterpoint.page import companion
from counterpoint.page.companion import companion_of
from counterpoint.page.loaded import Loaded
from counterpoint.target import find_target
from tests.command_line import Run

from .talk import Talk

MAP = Path(examples.__path__[0], "one_game.toml")

LIFTS = """
from counterpoint import Model, step


def plain():
    lift = Model("plain")
    floor = lift.var("floor", range(3), init=0)

    @lift.action
    def up():
        return step(when=floor < 2, set={floor: floor + 1})

    @lift.action
    def fall():
        return step(when=floor == 2, set={floor: 0})

    return lift


def slow():
    lift = Model("slow")
    floor = lift.var("floor", range(3), init=0)
    ready = lift.var("ready", bool, init=False)

    @lift.action
    def wait():
        return step(when=~ready, set={ready: True})

    @lift.action
    def up():
        return step(when=(ready, floor < 2), set={floor: floor + 1, ready: False})

    @lift.action
    def down():
        return step(when=floor == 1, set={floor: 0})

    return lift
"""

FILES = {"lifts.py": LIFTS}

FLOORS = """
[[value]]
name = "floor"
first = "floor"
second = "floor"
"""


def beside(first: str, second: str, map_path: Path | None = MAP) -> Talk:
    target = find_target(first)
    beside_it = companion_of((first, second), target, find_target(second), map_path)
    return Talk(first, loaded=Loaded(first, target, companion=beside_it))


def here(talk: Talk) -> dict[str, Any]:
    found: dict[str, Any] = talk.walk["beside"]
    return found


@pytest.fixture
def lifts(tmp_path: Path) -> Talk:
    (tmp_path / "lifts.py").write_text(LIFTS)
    (tmp_path / "floors.toml").write_text(FLOORS)
    path = tmp_path / "lifts.py"
    return beside(f"{path}:plain", f"{path}:slow", tmp_path / "floors.toml")


def test_a_target_alone_has_nothing_beside_it() -> None:
    assert Talk("hot_cold").walk["beside"] is None


def test_a_step_takes_the_matching_step_of_another_notation() -> None:
    talk = beside("tictactoe:free", "ttt_model")
    talk.do("by", player="O", by="person")
    talk.steps("X(0,0)", "O(1,1)")
    found = here(talk)
    assert (found["name"], found["matched"], found["took"]) == ("ttt_model", 2, ["put(4)"])
    assert found["view"]["rows"] == [["X", ".", "."], [".", "O", "."], [".", ".", "."]]
    assert [(step["label"], step["name"], step["square"]) for step in found["steps"][:2]] == [
        ("put(1)", "X(0,1)", 1),
        ("put(2)", "X(0,2)", 2),
    ]
    assert found["lacks"] == []


def test_events_of_a_program_beside_a_model_are_drawn_from_its_own_run() -> None:
    talk = beside("ttt_model", "tictactoe:free")
    talk.do("by", player="player2", by="person")
    talk.steps("put(0)", "put(4)")
    assert here(talk)["view"]["rows"][1] == [".", "O", "."]
    assert here(talk)["took"] == ["O(1,1)"]


def test_a_step_without_a_match_is_shown_where_the_two_part() -> None:
    talk = beside("tictactoe:one_diagonal", "best_play")
    talk.do("follow", link="p=X(0,0)~O(1,1)~X(2,2)~O(0,2)")
    found = here(talk)
    assert (found["matched"], found["steps"], found["lacks"]) == (3, [], [])
    assert found["view"]["rows"][2] == [".", ".", "X"]
    talk.do("jump", at=3)
    assert here(talk)["lacks"] == ["O(0,2)", "O(2,0)"]


def test_hidden_steps_that_change_nothing_are_taken_along(lifts: Talk) -> None:
    lifts.steps("up")
    found = here(lifts)
    assert (found["matched"], found["took"]) == (1, ["wait", "up"])
    assert [(step["label"], step["name"], step["silent"]) for step in found["steps"]] == [
        ("wait", None, True),
        ("down", None, False),
    ]
    assert found["lacks"] == []
    lifts.steps("up")
    assert here(lifts)["lacks"] == ["fall"]
    lifts.steps("fall")
    assert (here(lifts)["matched"], here(lifts)["view"]["rows"][0]["value"]) == (2, "2")


@pytest.mark.parametrize(("most", "matched"), [(1, 0), (2, 1)])
def test_a_match_that_may_have_been_missed_is_said(
    most: int, matched: int, lifts: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A silent step comes before the one that matches, and both states need room."""
    monkeypatch.setattr(companion, "MOST", most)
    lifts.steps("up")
    assert (here(lifts)["matched"], here(lifts)["is_cut"]) == (matched, most == 1)


def test_without_a_map_names_are_compared() -> None:
    talk = beside("hot_cold", "hot_cold:scalding", None)
    talk.steps("COLD")
    assert here(talk)["matched"] == talk.walk["at"]
    assert here(talk)["took"] == [talk.taken[-1]]


def test_what_looks_different_at_the_start_has_no_view(tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    path.write_text('[[condition]]\nname = "a"\nfirst = "t1"\nsecond = "t2"\n')
    found = here(beside("ttt_model", "ttt_model", path))
    assert (found["view"], found["steps"], found["matched"]) == (None, [], 0)


def test_targets_without_a_common_name_need_a_map(tmp_path: Path) -> None:
    with pytest.raises(NothingToCheck, match="ttt_model and hot_cold have no name in common"):
        beside("ttt_model", "hot_cold", None)
    with pytest.raises(BadMap, match="has no column for hot_cold"):
        beside("ttt_model", "hot_cold")


def test_the_command_says_what_does_not_go_together(run: Run) -> None:
    code, _, err = run("play", "nim", "--map", "one_game.toml")
    assert code == 2
    assert "name the second one as well" in err
    code, _, err = run("play", "nim", "nim", "--terminal")
    assert code == 2
    assert "in the terminal one target is played" in err
