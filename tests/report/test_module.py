"""States and steps of TLA+ modules, told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from counterpoint.model.system import REST
from counterpoint.report.module import Values, actions, title
from counterpoint.tla.steps import Action, Taken
from counterpoint.tla.values import function, record

from . import modules as m

BOTH = ("Board", "Turns")


def changed(was: Any, now: Any, width: int = 80) -> list[str]:
    return Values({"v": now}, {"v": was}).changed(width)


def test_a_change_says_what_was_there_where_that_fits() -> None:
    assert changed("e1", "cs") == ['v = "cs"  (was "e1")']
    assert changed("e1", "cs", width=12) == ['v = "cs"']


def test_a_long_value_stands_below_its_name_broken_between_its_parts() -> None:
    value = record(ballot=1, votes=tuple(range(10, 20)))
    assert Values({"of_acceptors": value}).whole(30) == [
        "of_acceptors =",
        "  [ballot |-> 1,",
        "   votes |->",
        "     <<10, 11, 12, 13, 14,",
        "       15, 16, 17, 18, 19>>]",
    ]


def test_elements_that_come_and_go_are_told_behind_one_another_if_they_fit() -> None:
    was = frozenset(range(10, 30))
    assert changed(was, was | {40, 50}) == ["v gains 40, 50"]
    assert changed(was, was - {10, 11}, width=11) == ["v loses 10", "v loses 11"]


def test_items_that_come_and_go_are_told() -> None:
    was = tuple(range(10, 30))
    assert changed(was, (*was, 7)) == ["v[21] = 7  (new)"]
    assert changed(was, was[1:]) == ["v drops <<10>>"]
    assert changed(was, was[:-1]) == ["v[20] is gone  (was 29)"]


def test_boards_are_grids() -> None:
    board = function({(i, j): "-" for i in (1, 2) for j in (1, 2)})
    look = Values({"board": board, "turn": "X"})
    assert look.is_board
    assert look.picture.splitlines() == ["board =", "- -", "- -", 'turn = "X"']
    assert look.whole(80) == ["board =", "  - -", "  - -", 'turn = "X"']
    assert not Values({"turn": "X"}).is_board


def test_a_step_is_called_by_its_action() -> None:
    assert title(Taken((Action("Put", ("who",), ("p1",)),)), ("Spec",)) == 'Put("p1")'
    assert title(REST, ("Spec",)) == "stuttering"
    assert title(Taken((None,)), ("Spec",)) == "a step"


def test_a_step_of_several_rules_says_which_acted() -> None:
    both = Taken((Action("Put"), Action("Switch")))
    assert title(both, BOTH) == "Board: Put, Turns: Switch"
    assert title(Taken((None, Action("Switch"))), BOTH) == "Turns: Switch"
    assert title(Taken((Action("Board"), None)), BOTH) == "Board"
    assert title(both, ("Spec", "Spec")) == "Put, Switch"


def test_an_argument_that_no_step_needed_is_unknown() -> None:
    taken = Taken((Action("Put", ("who", "why"), (2, None)), None))
    assert actions(taken, BOTH) == [
        {"rule": "Board", "action": "Put", "arguments": {"who": 2, "why": None}}
    ]
    assert actions(REST, BOTH) == []


def test_an_alias_is_shown_instead_of_the_variables(tmp_path: Path) -> None:
    body = f"{m.COUNTER}\nSeen == [now |-> x, then |-> x', low |-> Low]"
    config = "SPECIFICATION Lazy\nINVARIANT Low\nCHECK_DEADLOCK FALSE\nALIAS Seen\n"
    trace = m.data(m.module(tmp_path, body, config=config))["properties"][0]["trace"]
    assert [state["values"] for state in trace["states"]] == [
        {"low": True, "now": 0, "then": 1},
        {"low": True, "now": 1, "then": 2},
        {"low": True, "now": 2, "then": 3},
        {"low": False, "now": 3, "then": 3},
    ]


def test_an_alias_that_has_no_value_leaves_the_variables(tmp_path: Path) -> None:
    body = f"{m.COUNTER}\nSeen == [half |-> <<>>[x]]"
    config = "SPECIFICATION Lazy\nINVARIANT Low\nCHECK_DEADLOCK FALSE\nALIAS Seen\n"
    trace = m.data(m.module(tmp_path, body, config=config))["properties"][0]["trace"]
    assert trace["states"][0]["values"] == {"x": 0, "ready": False}


@pytest.mark.parametrize("name", ["Lazy", "Spec"])
def test_steps_that_nothing_names_are_steps_too(tmp_path: Path, name: str) -> None:
    body = (
        "EXTENDS Naturals\nVARIABLES x, y\n"
        "A == x = 0 /\\ [][x' = 1 - x]_x\nB == y = 0 /\\ [][y' = x]_y\n"
        f"{name} == A /\\ B"
    )
    verdicts = m.checked(m.module(tmp_path, body, f"{name} => [](y = 0)"))
    assert (verdicts.states, verdicts.answer.value) == (4, "fails")


def slot(chosen: str) -> str:
    return (
        f"EXTENDS Naturals\nVARIABLES slot\nempty == {chosen}\nOther(k) == CHOOSE v : v # k\n"
        "spare == CHOOSE v : v \\notin {slot}\n"
        "Spec == slot = {empty} /\\ [][slot' = {2, empty}]_slot"
    )


@pytest.mark.parametrize("chosen", [r"CHOOSE v : v \notin {1}", r"CHOOSE v : v \notin Nat"])
def test_below_a_run_stands_what_chosen_values_are(tmp_path: Path, chosen: str) -> None:
    lines = m.told(m.module(tmp_path, slot(chosen), "Spec => [](2 \\notin slot)"))
    assert f"slot = {{({chosen})}}" in " ".join(lines[2:])
    assert lines[-2:] == ["", f"  ({chosen}) is the value of empty: it equals nothing else"]


def test_below_a_run_without_chosen_values_stands_nothing(tmp_path: Path) -> None:
    config = "CONSTANT empty = empty\nSPECIFICATION Spec\nINVARIANT Low\n"
    body = f"{slot('CHOOSE v : v = v')}\nLow == 2 \\notin slot"
    lines = m.told(m.module(tmp_path, body, config=config))
    assert "slot = {empty}" in " ".join(lines)
    assert not any("is the value of" in line for line in lines)
