"""Variables that nobody says the value of, and what becomes of them."""

from __future__ import annotations

import pytest

from counterpoint.tla.spec import flatten, free_variables, frozen, pinned
from counterpoint.tla.spec.determined import determined

from ..modules.files import read
from .models import GAME, Search, closed, shown, specification

THREE = r"""
EXTENDS Naturals
VARIABLES x, y, z
vars == <<x, <<y>>>>
Set(v, n) == v = n
Both == Set(x', 1) /\ y' = 2
"""


@pytest.mark.parametrize(
    ("action", "names"),
    [
        ("x' = 1", "x"),
        ("1 = x'", "x"),
        (r"x' \in {1, y'}", "x"),
        ("(x = 1)'", "x"),
        (r"x' = 1 /\ y' = 2", "xy"),
        (r"(x' = 1 /\ y' = 2) \/ x' = 2", "x"),
        (r"x' = 1 \/ FALSE", "x"),
        ("Both", "xy"),
        ("Set(z', x)", "z"),
        (r"\E i \in {1} : x' = i", "x"),
        (r"\A i \in {1} : x' = i", "x"),
        (r"\A i \in {} : x' = i", ""),
        (r"\A i \in {y} : x' = i", ""),
        ("IF y = 1 THEN x' = 1 ELSE Both", "x"),
        ("CASE y = 1 -> x' = 1 [] y = 2 -> Both [] OTHER -> FALSE", "x"),
        ("LET n == 1 IN x' = n", "x"),
        ("UNCHANGED vars", "xy"),
        ("[Both]_x", "x"),
        ("<<Both>>_z", "xy"),
        ("y = 1 => x' = 1", ""),
        ("x' > 1", ""),
        ("x = 1", ""),
    ],
)
def test_variables_that_an_action_determines(action: str, names: str) -> None:
    loaded = read(THREE)
    found = determined(closed(loaded, action), primed=True)
    assert found is not None
    assert "".join(sorted(variable.name for variable in found)) == names


def test_false_determines_everything_as_nothing_satisfies_it() -> None:
    assert determined(closed(read(THREE), r"x' = 1 /\ FALSE"), primed=True) is None


def test_predicates_determine_the_variables_of_the_start() -> None:
    found = determined(closed(read(THREE), r"x = 1 /\ y \in {x, 2}"), primed=False)
    assert found is not None
    assert {variable.name for variable in found} == {"x", "y"}


def test_a_box_says_the_next_value_only_of_what_its_subscript_has() -> None:
    loaded = read(THREE)
    spec = flatten(closed(loaded, r"x = 0 /\ [][Both]_x /\ [](z = x)").expression, loaded.scope)
    found = free_variables(spec, loaded.variables)
    assert [(one.variable.name, one.at_start, one.in_steps, one.mentioned) for one in found] == [
        ("y", True, True, True)
    ]


def test_a_component_of_the_game_leaves_the_board_free() -> None:
    loaded = read(GAME)
    turns = free_variables(specification(loaded, "EnforceTurns"), loaded.variables)
    assert [(free.variable.name, free.mentioned) for free in turns] == [
        ("board", True), ("shown", True), ("win", False),
    ]  # fmt: skip
    assert free_variables(specification(loaded, "TicTacToe4"), loaded.variables) == ()


def test_a_frozen_variable_keeps_the_value_that_its_rule_gives_at_the_start() -> None:
    loaded = read(GAME)
    spec = specification(loaded, "TicTacToe3").without("EnforceTurns")
    free = [one.variable for one in free_variables(spec, loaded.variables)]
    assert [variable.name for variable in free] == ["current", "turn"]
    still = frozen(spec, free)
    assert free_variables(still, loaded.variables) == ()
    assert shown(still.conjuncts[4:]) == [
        "(frozen): Init2", "(frozen): []UNCHANGED current", "(frozen): []UNCHANGED turn",
    ]  # fmt: skip
    at_start = flatten(closed(loaded, "TRUE").expression, loaded.scope).conjuncts[0]
    assert {state[2:4] for state in Search(loaded, still, at_start).initial} == {("X", 0)}


def test_only_what_the_lost_rule_says_of_lost_variables_comes_back() -> None:
    loaded = read(
        THREE
        + r"""
        One == x = 0 /\ y = 5 /\ [][Both]_<<x, y>>
        Two == y = 1 /\ [][y' = 1 - y]_y
        Pair == One /\ Two
        """
    )
    spec = specification(loaded, "Pair").without("One")
    still = frozen(spec, loaded.variables[:1])
    assert shown(still.conjuncts[2:]) == ["(frozen): x = 0", "(frozen): []UNCHANGED x"]


def test_a_stage_of_the_game_has_the_known_number_of_states() -> None:
    loaded = read(GAME)
    board, turns, *_ = (stage for _, stage in specification(loaded, "TicTacToe3").stages())
    free = free_variables(board, loaded.variables)
    assert [one.variable.name for one in free] == ["current", "turn", "win"]
    (win,) = (one.variable for one in free_variables(turns, loaded.variables))
    assert len(Search(loaded, frozen(turns, [win])).states) == 6046


def test_pinned_variables_have_one_value() -> None:
    loaded = read(THREE)
    spec = flatten(closed(loaded, r"x = 0 /\ [][x' = 1 - x]_x").expression, loaded.scope)
    y_and_z = loaded.variables[1:]
    assert Search(loaded, pinned(spec, y_and_z)).states == {
        (0, "free", "free"),
        (1, "free", "free"),
    }
