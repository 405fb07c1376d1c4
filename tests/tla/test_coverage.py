"""How often actions are taken, and which never are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from counterpoint.cli import main
from counterpoint.engines.decide.spec.theory_check import check_theory
from counterpoint.tla.module import TlaModule
from counterpoint.tla.modules import load

MODULE = r"""
---- MODULE Doors ----
EXTENDS Naturals
VARIABLES door, lamp
Init == door = 0 /\ lamp = FALSE
Open == door < 2 /\ door' = door + 1
Shut == door > 0 /\ door' = door - 1
Break == door > 5 /\ door' = 9
Moves == door = 0 /\ [][Open \/ Shut \/ Break]_door
Lights == lamp = FALSE /\ [][lamp' = (door' > 0)]_<<door, lamp>>
Both == Moves /\ Lights
Up == Open /\ UNCHANGED lamp
Down == Shut /\ UNCHANGED lamp
Away == Break /\ UNCHANGED lamp
Alone == Init /\ [][Up \/ Down \/ Away]_<<door, lamp>>
THEOREM Both => [](door < 3)
THEOREM Alone => [](door < 3)
====
"""

BOTH = [
    ("Lights", "(stutters, or acts without a name)", 4, 2),
    ("Moves", "Break", 0, 0),
    ("Moves", "Open", 2, 2),
    ("Moves", "Shut", 2, 0),
]


def counted(engine: str, text: str = MODULE) -> list[tuple[str, list[tuple[str, str, int, int]]]]:
    theory = TlaModule(load("M.tla", text=text)).theory
    verdicts = check_theory(theory, engine=engine, coverage=True).verdicts
    return [
        (name, [(one.rule, one.action, one.taken, one.fresh) for one in of])
        for name, of in verdicts.coverage
    ]


WAYS = r"""
---- MODULE Ways ----
EXTENDS Naturals
VARIABLES x, y
Set(p) == \/ y' = p /\ x' = x
          \/ p > 7 /\ y' = p /\ x' = 0
Next == \/ x < 3 /\ x' = x + 1 /\ UNCHANGED y

        \/ x > 9 /\ x' = 2 /\ UNCHANGED y
        \/ \E p \in 1..2 : Set(p)
        \/ x < 3 /\ x' = x + 2 /\ UNCHANGED y
Spec == x = 0 /\ y = 0 /\ [][Next]_<<x, y>>
THEOREM Spec => [](x < 5)
====
"""


@pytest.mark.parametrize("engine", ["explicit", "tabled"])
def test_ways_without_a_name_are_counted_by_their_lines(engine: str) -> None:
    ((_, rows),) = counted(engine, WAYS)
    assert [(name, taken) for _, name, taken, _ in rows] == [
        ("Next, line 7", 9), ("Next, line 9", 0), ("Next, line 11", 9), ("Set", 30),
    ]  # fmt: skip


@pytest.mark.parametrize("engine", ["explicit", "tabled"])
def test_each_action_of_each_rule_is_counted(engine: str) -> None:
    (one, both), (other, alone) = counted(engine)
    assert (one, other) == ("Both", "Alone")
    assert alone == [("Alone", "Away", 0, 0), ("Alone", "Down", 2, 0), ("Alone", "Up", 2, 2)]
    assert [row for row in both if row[1] != BOTH[0][1]] == BOTH[1:]
    assert {row[0] for row in both} == {"Lights", "Moves"}


NAMELESS = r"""
---- MODULE M ----
EXTENDS Naturals
VARIABLE x
Spec == x = 0 /\ [][x' = 1 - x]_x
THEOREM Spec => [](x < 3)
====
"""


@pytest.mark.parametrize("engine", ["explicit", "tabled"])
def test_steps_without_a_name_are_counted_from_nothing(engine: str) -> None:
    assert counted(engine, NAMELESS) == [("Spec", [("Spec", "(without a name)", 2, 1)])]


def test_nothing_is_counted_unless_it_is_asked_for() -> None:
    assert check_theory(TlaModule(load("M.tla", text=MODULE)).theory).verdicts.coverage == ()


def test_what_is_never_taken_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "Doors.tla"
    path.write_text(MODULE, encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["check", str(path), "--theorem", "2", "--coverage"])
    table = capsys.readouterr().out.split("\n\n")[-1]
    assert table.splitlines() == [
        "actions of Alone  taken  new states",
        "  Away            never",
        "  Down                2           0",
        "  Up                  2           2",
    ]
    with pytest.raises(SystemExit):
        main(["check", str(path), "--theorem", "2", "--coverage", "--json"])
    (of,) = json.loads(capsys.readouterr().out)["coverage"]
    assert of["specification"] == "Alone"
    assert of["actions"][0] == {"rule": "Alone", "action": "Away", "taken": 0, "new": 0}


def test_levels_are_limited(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "Doors.tla"
    path.write_text(MODULE, encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        main(["check", str(path), "--theorem", "2", "--depth", "2"])
    assert left.value.code == 3
    assert (
        "(the limit of 2 levels was reached; no violation among 2 states)"
        in capsys.readouterr().out
    )
