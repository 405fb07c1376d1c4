"""What is constant in an expression with names that have no value yet."""

from __future__ import annotations

import pytest

from counterpoint.engines.decide.spec.theory_check import check_theory
from counterpoint.tla.evaluate.context import Closed
from counterpoint.tla.module import TlaModule
from counterpoint.tla.modules import load
from counterpoint.tla.scope import Value
from counterpoint.tla.spec.constants import constant, holds, members
from counterpoint.tla.syntax import read_config, read_expression
from counterpoint.verdict import Answer

from ..modules.files import read


def bound(expression: str) -> Closed:
    """An expression in which p has a value that is not known."""
    loaded = read("EXTENDS Naturals, FiniteSets\nTwo == {1, 2}")
    return Closed(read_expression(expression), loaded.scope.within({"p": Value(None)}))


@pytest.mark.parametrize(
    "expression",
    [
        "{p}", "{p, 1}", r"{p} \cup Two", r"{n \in Two : n # p}", r"Two \ {p}",
        "{IF p = 1 THEN 1 ELSE 2}", "LET q == p IN {q}", r"{n + p : n \in Two}", "SUBSET {p}",
        r"[Two -> {p}]", "p .. 2",
    ],
)  # fmt: skip
def test_a_set_that_depends_on_a_bound_name_has_no_known_members(expression: str) -> None:
    assert members(bound(expression)) is None


@pytest.mark.parametrize("expression", ["p = 1", "p # p", r"\A n \in Two : n # p", "Two = {1, p}"])
def test_a_condition_that_depends_on_a_bound_name_is_not_decided(expression: str) -> None:
    assert holds(bound(expression)) is None
    assert constant(bound(expression)) is None


@pytest.mark.parametrize("expression", [r"TRUE \/ p = 1", "1 = 1", r"\A n \in Two : n < 3"])
def test_what_is_true_whatever_a_bound_name_is_holds(expression: str) -> None:
    assert holds(bound(expression)) is True


@pytest.mark.parametrize("values", ["{p}", "{p, 3}", "{p, p}", r"{p} \cup {1}"])
def test_a_quantifier_may_range_over_what_another_binds(values: str) -> None:
    text = rf"""
---- MODULE Bound ----
EXTENDS Naturals
VARIABLE x
Init == x = 0
Next == \E p \in {{1, 2}} : (\A v \in {values} : x # v) /\ x' = p
Spec == Init /\ [][Next]_x
Inv == x < 2
====
"""
    config = read_config("SPECIFICATION Spec INVARIANT Inv CHECK_DEADLOCK FALSE")
    verdicts = check_theory(TlaModule(load("Bound.tla", text=text), config).theory).verdicts
    assert verdicts["Inv"].answer is Answer.FAILS
    assert verdicts.states == 3
