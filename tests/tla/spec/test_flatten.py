"""Specifications taken apart, and what is said of each conjunct."""

from __future__ import annotations

from pathlib import Path

import pytest

from counterpoint.errors import UnknownName
from counterpoint.tla.modules import load
from counterpoint.tla.spec import Kind, flatten, of_init_and_next, split
from counterpoint.tla.tree import Apply

from ..modules.files import read, write
from .models import GAME, closed, shown, specification

COUNTER = r"""
EXTENDS Naturals
VARIABLES x, y
CONSTANT N
vars == <<x, y>>
Init == x = 0 /\ y = 0
Up(n) == x < n /\ x' = x + 1 /\ UNCHANGED y
Next == Up(3)
Fairness == WF_vars(Next)
Safe == Init /\ [][Next]_vars
Spec == Safe /\ Fairness
"""


def test_a_chain_of_rules_becomes_one_flat_conjunction() -> None:
    found = specification(read(GAME), "TicTacToe4")
    assert shown(found.conjuncts) == [
        "Board: Init1",
        "Board: [][Next1]_v1",
        "EnforceTurns: Init2",
        "EnforceTurns: [][Next2]_v2",
        "DetectWin: Init3",
        "DetectWin: [][Next3]_v3",
        "MarkMiddle: TRUE",
        "MarkMiddle: [][Next4]_v3",
    ]
    assert found.rules == ("Board", "EnforceTurns", "DetectWin", "MarkMiddle")


def test_rules_go_off_and_stages_add_them_in_order() -> None:
    game = specification(read(GAME), "TicTacToe3")
    assert shown(game.without("Board", "DetectWin").conjuncts) == [
        "EnforceTurns: Init2",
        "EnforceTurns: [][Next2]_v2",
    ]
    assert len(game.without("Board").off) == 2
    assert game.only("DetectWin").rules == ("DetectWin",)
    assert [(name, stage.rules) for name, stage in game.stages()] == [
        ("Board", ("Board",)),
        ("EnforceTurns", ("Board", "EnforceTurns")),
        ("DetectWin", ("Board", "EnforceTurns", "DetectWin")),
    ]


def test_a_rule_that_is_not_there_is_named_with_those_that_are() -> None:
    game = specification(read(GAME), "TicTacToe3")
    for switched in (game.without, game.only):
        with pytest.raises(UnknownName) as raised:
            switched("MarkMiddle")
        assert str(raised.value) == (
            "[CP104] TicTacToe3 has no rule 'MarkMiddle'; there are Board, EnforceTurns, DetectWin"
        )


def test_the_innermost_definition_is_the_rule() -> None:
    assert shown(specification(read(COUNTER), "Spec").conjuncts) == [
        "Safe: Init",
        "Safe: [][Next]_vars",
        "Fairness: WF_vars(Next)",
    ]


def test_what_is_said_twice_stands_once() -> None:
    loaded = read(COUNTER + r"Both == Safe /\ Spec /\ Init")
    assert shown(specification(loaded, "Both").conjuncts) == [
        "Safe: Init",
        "Safe: [][Next]_vars",
        "Fairness: WF_vars(Next)",
    ]


def test_a_formula_without_a_definition_names_its_rules_after_what_it_says() -> None:
    loaded = read(COUNTER)
    formula = closed(loaded, r"Init /\ [][Next]_vars /\ WF_x(Up(1)) /\ x = 0")
    found = flatten(formula.expression, formula.scope)
    assert shown(found.conjuncts) == [
        "Init: Init",
        "Next: [][Next]_vars",
        "Up: WF_x(Up(1))",
        "x = 0: x = 0",
    ]


@pytest.mark.parametrize(
    ("formula", "kinds", "texts"),
    [
        ("[](x > 0)", [Kind.ALWAYS], ["[](x > 0)"]),
        ("[][][Next]_x", [Kind.STEPS], ["[][Next]_x"]),
        (r"[](x > 0 /\ []Init)", [Kind.ALWAYS] * 2, ["[](x > 0)", "[]Init"]),
        (r"\A i \in {2, 1} : WF_x(Up(i))", [Kind.FAIR] * 2, ["WF_x(Up(1))", "WF_x(Up(2))"]),
        (r"[](\A i \in 1..2 : SF_x(Up(i)))", [Kind.FAIR] * 2, ["SF_x(Up(1))", "SF_x(Up(2))"]),
        ("[]WF_x(Next)", [Kind.FAIR], ["WF_x(Next)"]),
        (r"\A i \in 1..2, j \in {0} : []<>(x = i + j)", [Kind.TEMPORAL] * 2,
         ["[]<>(x = 1 + 0)", "[]<>(x = 2 + 0)"]),
        (r"\A <<i, j>> \in {<<1, 2>>} : <>(x = i + j)", [Kind.TEMPORAL], ["<>(x = 1 + 2)"]),
        (r"\A i \in {} : []<>(x = i)", [], []),
        (r"\A i \in {x} : []<>(y = i)", [Kind.TEMPORAL], [r"\A i \in {x} : []<>(y = i)"]),
        (r"\A i \in Nat : []<>(y = i)", [Kind.TEMPORAL], [r"\A i \in Nat : []<>(y = i)"]),
        (r"\A i \in 1..N : []<>(y = i)", [Kind.TEMPORAL], [r"\A i \in 1..N : []<>(y = i)"]),
        (r"\E i \in {1} : []<>(y = i)", [Kind.TEMPORAL], [r"\E i \in {1} : []<>(y = i)"]),
        (r"\EE z : [](z = x)", [Kind.TEMPORAL], [r"\EE z : [](z = x)"]),
        ("<>[][Next]_x", [Kind.TEMPORAL], ["<>[][Next]_x"]),
        ("x = 0 => [][Next]_x", [Kind.TEMPORAL], ["x = 0 => [][Next]_x"]),
        ("1 = 1 => [][Next]_x", [Kind.STEPS], ["[][Next]_x"]),
        ("1 = 2 => [][Next]_x", [], []),
        ("IF 1 = 2 THEN []Init ELSE <>Init", [Kind.TEMPORAL], ["<>Init"]),
        ("[](x = 0 => [][Next]_x)", [Kind.TEMPORAL], ["[](x = 0 => [][Next]_x)"]),
        ("LET k == 1 IN [](x > k)", [Kind.ALWAYS], ["[](x > k)"]),
        ("lab :: [](x > 0)", [Kind.ALWAYS], ["[](x > 0)"]),
        ("x' = x", [Kind.TEMPORAL], ["x' = x"]),
    ],
)  # fmt: skip
def test_each_kind_of_conjunct(formula: str, kinds: list[Kind], texts: list[str]) -> None:
    loaded = read(COUNTER)
    found = flatten(closed(loaded, formula).expression, loaded.scope, "F").conjuncts
    assert [one.kind for one in found] == kinds
    assert [str(one) for one in found] == texts
    assert {one.rule for one in found} <= {"F"}


def test_arguments_and_families_of_rules() -> None:
    loaded = read(
        COUNTER
        + r"""
        Twice(A, B) == A /\ B
        Rise(n) == x = 0 /\ [][Up(n)]_vars
        Family == \A n \in 1..2 : Rise(n)
        Pair == Twice(Safe, Family)
        """
    )
    found = specification(loaded, "Pair")
    assert shown(found.conjuncts) == [
        "Safe: Init",
        "Safe: [][Next]_vars",
        "Rise: x = 0",
        "Rise: [][Up(1)]_vars",
        "Rise: [][Up(2)]_vars",
    ]
    assert found.rules == ("Safe", "Rise")


def test_specifications_of_instances_are_entered(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        Top="EXTENDS Naturals\nVARIABLE a\nC(k) == INSTANCE Clock WITH h <- a, Max <- k\n"
        "Spec == C(3)!Spec /\\ [](a < 9)",
        Clock="EXTENDS Naturals\nVARIABLE h\nCONSTANT Max\nInit == h = 0\n"
        "Next == h' = (h + 1) % Max\nSpec == Init /\\ [][Next]_h",
    )
    found = specification(load(path), "Spec")
    assert shown(found.conjuncts) == [
        "C!Spec: Init",
        "C!Spec: [][Next]_h",
        "Spec: [](a < 9)",
    ]


def test_recursive_definitions_are_left_as_they_stand() -> None:
    loaded = read(COUNTER + "RECURSIVE Loop(_)\nLoop(n) == IF n = 0 THEN []Init ELSE Loop(n - 1)\n")
    assert shown(
        flatten(Apply("Loop", (closed(loaded, "2").expression,)), loaded.scope).conjuncts
    ) == ["Loop: Loop(2)"]


def test_init_and_next_are_two_rules_over_all_variables() -> None:
    loaded = read(COUNTER)
    found = of_init_and_next(Apply("Init"), Apply("Next"), loaded.variables, loaded.scope)
    assert shown(found.conjuncts) == ["Init: Init", "Next: [][Next]_<<x, y>>"]
    assert found.name == "Init and Next"


def test_a_violated_conjunct_can_be_named() -> None:
    loaded = read(COUNTER + "Low == (y = 0 /\\ x < 9) /\\ y < 9\nTypeOK == x \\in Nat /\\ Low\n")
    (always,) = flatten(closed(loaded, "[]TypeOK").expression, loaded.scope).conjuncts
    assert [str(one) for one in split(always)] == [
        "[](x \\in Nat)", "[](y = 0)", "[](x < 9)", "[](y < 9)",
    ]  # fmt: skip
    (box,) = flatten(closed(loaded, "[][Up(3)]_vars").expression, loaded.scope).conjuncts
    assert [str(one) for one in split(box)] == [
        "[][x < 3]_vars", "[][x' = x + 1]_vars", "[][UNCHANGED y]_vars",
    ]  # fmt: skip
    (one,) = flatten(closed(loaded, "[][Next \\/ x' = 1]_vars").expression, loaded.scope).conjuncts
    assert split(one) == (one,)
