"""Which variables an expression reads, and of what it speaks."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from counterpoint.errors import BadMeaning
from counterpoint.tla.compiler import Compiler
from counterpoint.tla.evaluate.reader import reading
from counterpoint.tla.levels import Level
from counterpoint.tla.tree import Apply
from tests.share import share

from ..modules.files import read
from .formulas import STATES, STEPS, loaded
from .models import closed

MODULE = r"""
EXTENDS Naturals
VARIABLES x, y
CONSTANT N
Next(v) == v' = v + 1
Once(Op(_), v) == Op(v)
Later(v) == v'
RECURSIVE Sum(_)
Sum(n) == IF n = 0 THEN x ELSE n + Sum(n - 1)
"""
LOADED = loaded()


@pytest.mark.parametrize(
    ("expression", "now", "then", "level"),
    [
        ("x + N", "x", "", Level.STATE),
        ("N = 1", "", "", Level.CONSTANT),
        ("Next(y)", "y", "y", Level.ACTION),
        ("Next(N)", "", "", Level.CONSTANT),
        ("Once(Later, x)", "", "x", Level.ACTION),
        ("Once(LAMBDA a : a + y, x)", "xy", "", Level.STATE),
        ("Sum(2)", "x", "", Level.STATE),
        ("Sum(y)'", "", "xy", Level.ACTION),
        ("UNCHANGED <<x, y>>", "xy", "xy", Level.ACTION),
        ("ENABLED (x' = y)", "y", "", Level.STATE),
        ("[x' = 1]_y", "y", "xy", Level.ACTION),
        (r"\E i \in {x} : i = y'", "x", "y", Level.ACTION),
        (r"{i \in {1} : i = x} = {y : j \in {1}}", "xy", "", Level.STATE),
        (r"[i \in {1} |-> x] = CHOOSE i \in {y} : TRUE", "xy", "", Level.STATE),
        ("LET k == y IN k'", "", "y", Level.ACTION),
        ("[]<>(x = 1)", "x", "", Level.TEMPORAL),
        ("WF_x(Next(x))", "x", "x", Level.TEMPORAL),
        (r"\EE z : z = x", "x", "", Level.TEMPORAL),
    ],
)
def test_what_an_expression_mentions(expression: str, now: str, then: str, level: Level) -> None:
    found = closed(read(MODULE), expression)
    seen = reading(found.expression, found.scope)
    assert "".join(sorted(variable.name for variable in seen.now)) == now
    assert "".join(sorted(variable.name for variable in seen.then)) == then
    assert seen.level is level


def test_names_without_a_meaning_are_an_error() -> None:
    with pytest.raises(BadMeaning, match="nowhere means nothing here"):
        reading(Apply("nowhere"), read(MODULE).scope)


@settings(max_examples=share(100))
@given(STEPS)
def test_a_value_depends_on_nothing_that_is_not_mentioned(written: str) -> None:
    action = closed(LOADED, written)
    seen = reading(action.expression, action.scope)
    compiler = Compiler(["x", "y", "z"])
    test = compiler.test(action.expression, action.scope)
    now = [variable.number for variable in seen.now]
    then = [variable.number for variable in seen.then]
    answers: dict[object, bool] = {}
    for here in STATES:
        for there in STATES:
            key = tuple(here[n] for n in now), tuple(there[n] for n in then)
            answer = test(compiler.frame(here, there))
            assert answers.setdefault(key, answer) == answer
