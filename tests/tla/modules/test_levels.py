"""Of what expressions speak, and where that does not fit."""

from __future__ import annotations

import pytest

from counterpoint.errors import BadMeaning
from counterpoint.tla.levels import Level, level_of
from counterpoint.tla.modules import load
from counterpoint.tla.scope import Defined
from counterpoint.tla.syntax import read_expression

from .files import module, read

BASE = r"""
EXTENDS Naturals
CONSTANT N, Op(_)
VARIABLES x, y
Same(a) == a
Fixed(a) == 1
Step(a) == a' = a
Apply(F(_), a) == F(a)
Next == x' = x + 1
RECURSIVE Down(_)
Down(a) == IF a = x THEN 0 ELSE Down(a - 1)
RECURSIVE Even(_), Odd(_)
Even(a) == a = 0 \/ Odd(a - 1)
Odd(a) == a # 0 /\ Even(a - x)
f[a \in Nat] == a + N
"""

LEVELS = {
    Level.CONSTANT: [
        "1 + N",
        "Op(N)",
        "Same(N)",
        "Fixed(x')",
        r"\A a \in Nat : a = N",
        "f[2]",
        "Apply(Same, N)",
        "Apply(LAMBDA a : a + N, 1)",
    ],
    Level.STATE: [
        "x",
        "Op(x)",
        "Same(x)",
        "ENABLED Next",
        r"\E a \in {x} : a = 1",
        "Down(1)",
        "Even(2)",
        "Odd(2)",
        "LET z == x IN z",
        "[[a |-> 1] EXCEPT !.a = x]",
        "Apply(LAMBDA a : a + x, 1)",
    ],
    Level.ACTION: [
        "x'",
        "N'",
        "Next",
        "UNCHANGED <<x, y>>",
        "[Next]_x",
        "<<Next>>_x",
        r"Next \cdot Next",
        "Step(N)",
        "Same(x')",
        "Apply(Step, x)",
        r"\E a \in {1} : x' = a",
        "IF x = 1 THEN y' ELSE 2",
    ],
    Level.TEMPORAL: [
        "[]TRUE",
        "[][Next]_x",
        "<>(x = 1)",
        "WF_x(Next)",
        "TRUE ~> TRUE",
        r"x = 1 /\ [][Next]_x",
        r"\A a \in Nat : <>(x = a)",
        r"\EE z : [](z = x)",
        "Same([](x = 1))",
    ],
}


@pytest.mark.parametrize(
    ("level", "text"), [(level, text) for level, texts in LEVELS.items() for text in texts]
)
def test_an_expression_has_a_level(level: Level, text: str) -> None:
    scope = read(BASE).scope
    assert level_of(read_expression(text), scope) is level


def test_the_level_of_a_definition_is_remembered_with_it() -> None:
    defined = read(BASE).scope.get("Next")
    assert isinstance(defined, Defined)
    assert defined.notes["level"].level is Level.ACTION


REFUSED = {
    "F == x''": "a state function is needed for ', but this is an action",
    "F == Step(x')": "a state function is needed as a of Step, but this is an action",
    "F == Next'": "a state function is needed for ', but this is an action",
    "F == Apply(Step, x')": "a state function is needed as a of Step, but this is an action",
    "F == [x]_(x')": "a state function is needed as a subscript, but this is an action",
    "F == ENABLED []TRUE": "an action is needed for ENABLED, but this is a temporal formula",
    "F == [[]TRUE]_x": "an action is needed here, but this is a temporal formula",
    "F == x = []TRUE": "an action is needed for =, but this is a temporal formula",
    "F == {[]TRUE}": "an action is needed here, but this is a temporal formula",
    "F == []Next": "[] of an action needs the form [A]_v",
    "F == <>Next": "<> of an action needs the form <<A>>_v",
    "F == <>[Next]_x": "<> of an action needs the form <<A>>_v",
    "F == Next ~> TRUE": "an action cannot stand beside ~>",
    "F == Next /\\ []TRUE": (
        "an action stands beside a temporal formula: [A]_v or <<A>>_v is needed"
    ),
    "F == Next => []TRUE": "an action stands beside a temporal formula: [A]_v or <<A>>_v is needed",
    "F == \\A a \\in {x'} : []TRUE": (
        "a state function is needed as the set of a quantifier, but this is an action"
    ),
    "F == LET G == x'' IN 1": "a state function is needed for ', but this is an action",
    "F(a) == LET G == a' IN G\nH == F(x')": (
        "a state function is needed as a of F, but this is an action"
    ),
    "ASSUME x = 1": "an assumption must be a constant, but this is a state function",
    "RECURSIVE F(_)\nF(a) == a'": "F is recursive, so it cannot prime a",
    "THEOREM x'' = 1": "a state function is needed for ', but this is an action",
}


@pytest.mark.parametrize("unit", REFUSED)
def test_what_speaks_of_too_much_is_refused(unit: str) -> None:
    text = module("M", BASE).replace("====", f"{unit}\n====")
    with pytest.raises(BadMeaning) as caught:
        load("M.tla", text=text)
    assert caught.value.message == REFUSED[unit]


def test_a_level_that_does_not_fit_is_shown_where_it_is() -> None:
    with pytest.raises(BadMeaning) as caught:
        read("VARIABLE x\nF(a) == a'\nG == F(x')")
    assert str(caught.value) == (
        "[CP701] a state function is needed as a of F, but this is an action\n"
        "  at M.tla:4:8\n"
        "    G == F(x')\n"
        "           ^^"
    )
