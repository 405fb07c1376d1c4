"""Targets that are read from files of other tools, as the page shows them."""

from __future__ import annotations

from pathlib import Path

import pytest

from counterpoint.page.loaded import Loaded
from counterpoint.target import find_target
from counterpoint.tla.choice import Choice

from .talk import Talk

CHOICE = """parity 2;
start 0;
0 0 0 1,2;
1 1 1 0,1;
2 2 1 0;
"""

SMV = """MODULE main
VAR n : 0..3;
ASSIGN init(n) := 0; next(n) := n < 3 ? n + 1 : n;
"""

CIRCUIT = """aag 1 0 1 0 0 1
2 3
2
"""

PARITY = """parity 1;
start 0;
0 2 0 1;
1 3 1 0;
"""


@pytest.mark.parametrize(
    ("name", "text"), [("count.smv", SMV), ("flip.aag", CIRCUIT), ("small.pg", PARITY)]
)
def test_the_source_is_the_text_of_the_file(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    (source,) = Talk(str(tmp_path / name)).last("target")["sources"]
    assert (source["name"], source["lines"]) == (name, text.splitlines())


def test_a_number_that_is_asked_for_is_shown_and_no_property_twice(tmp_path: Path) -> None:
    specs = "CTLSPEC AG EF n = 3\nINVARSPEC NAME small := n < 9\nCOMPUTE MIN [n = 0, n = 3]\n"
    (tmp_path / "count.smv").write_text(SMV + specs)
    talk = Talk(str(tmp_path / "count.smv"))
    talk.do("check")
    talk.tab.background.wait()
    rows = {row["name"]: row for row in talk.last("properties")["rows"]}
    assert (rows["MIN [n = 0, n = 3]"]["is_number"], rows["MIN [n = 0, n = 3]"]["reason"]) == (
        True,
        "it is 3",
    )
    assert [rows["AG EF n = 3"]["text"], rows["small"]["text"]] == ["", "AG (n < 9)"]


def test_what_is_recorded_of_the_past_is_no_value_and_not_watched_either(tmp_path: Path) -> None:
    (tmp_path / "count.smv").write_text(SMV + "LTLSPEC G (n = 3 -> O n = 0)\n")
    talk = Talk(str(tmp_path / "count.smv"))
    names = [row["id"] for group in talk.last("target")["groups"] for row in group["rows"]]
    assert names == ["n", "Actions:step"]
    assert talk.walk["say"]["title"] == "Choose a step."


def test_steps_are_distinguished_by_what_they_change(tmp_path: Path) -> None:
    text = "MODULE main\nVAR p : boolean; q : boolean;\nINIT !p & !q\n"
    (tmp_path / "free.smv").write_text(text)
    talk = Talk(str(tmp_path / "free.smv"))
    assert [event["leads"] for event in talk.walk["events"]] == [
        "nothing changes",
        "q TRUE",
        "p TRUE",
        "p TRUE, q TRUE",
    ]
    assert [node["text"] for node in talk.walk["around"]["next"]][:2] == [
        "nothing changes",
        "q TRUE",
    ]


def test_players_that_are_numbers_are_called_players() -> None:
    talk = Talk("ttt", loaded=Loaded("ttt", find_target("ttt", choice=Choice(owner="turn"))))
    assert talk.walk["say"]["title"] == "You are player 1. Choose a step."


def test_moves_of_a_parity_game_are_rated_by_who_wins_it(tmp_path: Path) -> None:
    (tmp_path / "choice.pg").write_text(CHOICE)
    talk = Talk(str(tmp_path / "choice.pg"))
    talk.do("values", on=True)
    moves = talk.solved()["values"]["moves"]
    assert {name: worth["value"] for name, worth in moves.items()} == {"1": "loses", "2": "wins"}


@pytest.mark.parametrize("way", ["best", "winning"])
def test_whoever_plays_a_parity_game_well_stays_where_it_wins(tmp_path: Path, way: str) -> None:
    (tmp_path / "choice.pg").write_text(CHOICE)
    talk = Talk(str(tmp_path / "choice.pg"))
    talk.do("by", player="1", by="person")
    talk.do("by", player="0", by=way)
    talk.tab.background.wait()
    talk.answers()
    assert talk.taken == ["2"]
