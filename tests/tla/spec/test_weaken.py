"""Weaker expressions follow from what they were made of, and speak of fewer variables."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.tla.compiler import Compiler
from counterpoint.tla.evaluate.reader import reading
from counterpoint.tla.scope import Variable
from counterpoint.tla.spec import text, weakened
from tests.share import share

from ..modules.files import read
from .formulas import STATES, STEPS, loaded
from .models import closed

LOADED = loaded()


@settings(max_examples=share(150))
@given(STEPS, st.sets(st.sampled_from(LOADED.variables)))
def test_the_weaker_action_follows_from_the_action(written: str, allowed: set[Variable]) -> None:
    action = closed(LOADED, written)
    weak = weakened(action, frozenset(allowed))
    if weak is None:
        return
    assert reading(weak.expression, weak.scope).variables <= allowed
    compiler = Compiler(["x", "y", "z"])
    strong_test = compiler.test(action.expression, action.scope)
    weak_test = compiler.test(weak.expression, weak.scope)
    for here in STATES:
        for there in STATES:
            if strong_test(compiler.frame(here, there)):
                assert weak_test(compiler.frame(here, there)), (here, there)


@pytest.mark.parametrize(
    ("action", "names", "left"),
    [
        (r"x' = 1 /\ y' = 2", "x", "x' = 1"),
        (r"x' = 1 \/ y' = 2", "x", None),
        (r"x' = 1 \/ (x' = 2 /\ y' = 2)", "x", r"x' = 1 \/ x' = 2"),
        (r"\E i \in S : x' = i /\ y' = i", "x", r"\E i \in S : x' = i"),
        (r"\E i \in {y} : x' = 1 /\ x # i", "x", "x' = 1"),
        (r"\A i \in {y} : x' = 1", "x", None),
        ("IF y = 1 THEN x' = 1 ELSE x' = 2", "x", r"x' = 1 \/ x' = 2"),
        ("IF x = 1 THEN x' = 1 ELSE y' = 2", "x", "IF x = 1 THEN x' = 1 ELSE TRUE"),
        ("CASE x = 1 -> x' = 1 [] OTHER -> y' = 2", "x", "CASE x = 1 -> x' = 1 [] OTHER -> TRUE"),
        ("CASE x = 1 -> x' = 1 [] x = 2 -> y' = 2", "x", None),
        ("y = 1 => x' = 1", "x", None),
        ("x = 1 => x' = 1 /\\ y' = 1", "x", "x = 1 => x' = 1"),
        ("~(x' = 1 /\\ y' = 1)", "x", None),
        ("[x' = 1 /\\ y' = 1]_<<y, x>>", "x", "x' = 1 \\/ UNCHANGED <<x|>>"),
        ("lab :: (x' = 1 /\\ y' = 1)", "x", "x' = 1"),
        ("TRUE /\\ y = 1", "", "TRUE"),
    ],
)
def test_what_is_left(action: str, names: str, left: str | None) -> None:
    loaded = read("EXTENDS Naturals\nVARIABLES x, y\nS == {1, 2}\n")
    allowed = frozenset(one for one in loaded.variables if one.name in names)
    weak = weakened(closed(loaded, action), allowed)
    assert (None if weak is None else text(weak.expression)) == left


def test_definitions_are_weakened_and_keep_their_names() -> None:
    loaded = read(
        "EXTENDS Naturals\nVARIABLES x, y\nStep(n, m) == x' = n /\\ y' = m\nNext == Step(1, y)\n"
    )
    weak = weakened(closed(loaded, "Next"), frozenset(loaded.variables[:1]))
    assert weak is not None
    compiler = Compiler(["x", "y"])
    test = compiler.test(weak.expression, weak.scope)
    assert test(compiler.frame((0, 0), (1, 5)))
    assert not test(compiler.frame((0, 0), (2, 0)))
    names = {meaning.name for meaning in weak.scope.names.values()}  # type: ignore[union-attr]
    assert names == {"Next", "Step"}


def test_definitions_in_a_let_are_weakened_where_they_stand() -> None:
    loaded = read("EXTENDS Naturals\nVARIABLES x, y\n")
    let = r"\E i \in 1..2 : LET Both(n) == x' = n + i /\ y' = n IN Both(1)"
    weak = weakened(closed(loaded, let), frozenset(loaded.variables[:1]))
    assert weak is not None
    compiler = Compiler(["x", "y"])
    test = compiler.test(weak.expression, weak.scope)
    assert [test(compiler.frame((0, 0), (there, 9))) for there in (1, 2, 3)] == [False, True, True]
