"""Games that begin in a state, or after a run, that is given: `--from`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from counterpoint.errors import BadTarget
from counterpoint.page.loaded import Loaded
from counterpoint.page.terminal import play_in_terminal
from counterpoint.page.workspace import Workspace
from counterpoint.position import parse_position
from counterpoint.target import find_target

from .talk import Talk

KINGS = "turn=white, white_king=4, white_rook=7, black_king=5"


def begun(target: str, position: str) -> Talk:
    begin = partial(parse_position, position)
    return Talk(target, loaded=Loaded(target, find_target(target), begin=begin))


def test_a_game_begins_in_a_state_and_a_restart_goes_back_there() -> None:
    talk = begun("krk", KINGS)
    assert talk.tab.walk.state == ("white", 4, 7, 5)
    assert (talk.walk["at"], talk.walk["length"]) == (0, 0)
    talk.do("by", player="black", by="person")
    talk.steps("rook(h2)")
    talk.do("restart")
    assert talk.tab.walk.state == ("white", 4, 7, 5)


def test_a_game_begins_after_a_run_which_can_be_undone() -> None:
    talk = begun("tictactoe", "X(0,0) O(1,1)")
    assert talk.taken == ["X(0,0)", "O(1,1)"]
    talk.do("undo")
    assert talk.taken == []
    talk.do("restart")
    assert talk.taken == ["X(0,0)", "O(1,1)"]


def test_a_link_counts_the_steps_from_the_start() -> None:
    talk = begun("tictactoe", "X(0,0) O(1,1)")
    talk.steps("X(2,2)")
    link = talk.walk["link"]
    other = begun("tictactoe", "X(0,0) O(1,1)")
    other.do("follow", link=link)
    assert other.taken == talk.taken == ["X(0,0)", "O(1,1)", "X(2,2)", *talk.taken[3:]]
    other.do("follow", link="p=X(0,1)")
    assert other.taken[0] == "X(0,1)"


def test_rules_that_are_switched_off_keep_the_run_from_which_a_game_begins() -> None:
    talk = begun("tictactoe", "X(0,0) O(1,1)")
    talk.do("switch", rules=["center"], on=False)
    talk.do("restart")
    assert [step.legal for step in talk.tab.walk.steps[:2]] == [True, False]


def test_a_state_that_is_gone_from_a_changed_file_is_an_error_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "count.py"
    text = "from counterpoint import Model\nmodel = Model('m')\nmodel.var('n', range({}), init=0)\n"
    file.write_text(text.format(9))
    messages: list[dict[str, Any]] = []
    workspace = Workspace(
        str(file),
        lambda: find_target(str(file)),
        watch=True,
        begin=partial(parse_position, "n=8"),
    )
    tab = workspace.open("", "", messages.append, lambda pause, call: None)
    assert tab.walk.state == (8,)
    file.write_text(text.format(5))
    while not workspace.look():
        pass
    assert workspace.fault is not None
    assert "n is 8, which is not in 0..4" in str(workspace.fault.data)
    assert tab.walk.state == (8,)


def test_the_terminal_begins_there_too() -> None:
    lines: list[str] = []
    begin = partial(parse_position, "take(0,1) take(0,0)")
    play_in_terminal(find_target("nim"), 1, ["new"], lines.append, begin=begin)
    assert lines.count("Step 2: take(0,0).") == 2


def test_a_state_that_does_not_exist_is_refused_before_a_page_is_served() -> None:
    with pytest.raises(BadTarget, match="krk has the states 0 to 532,479, not 999,999"):
        begun("krk", "999999")
