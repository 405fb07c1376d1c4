"""Solutions of conditions: against a look at every tuple of values."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.terms.apply import all_true, apply, constant, variables_of
from counterpoint.terms.evaluate import evaluate
from counterpoint.terms.solve import solutions
from counterpoint.terms.sort import Interval, values
from counterpoint.terms.term import Literal, Op, Term, Variable
from tests.share import share

from .terms import VARIABLES, truths

SOME = tuple(variable for variable in VARIABLES if variable.name in "pxyc")


def about_some(term: Term) -> bool:
    return {variable.name for variable in variables_of(term)} <= set("pxyc")


@pytest.mark.slow
@settings(max_examples=share(100))
@given(st.lists(truths(2).filter(about_some), max_size=4))
def test_solutions_are_those_of_brute_force_in_order(parts: list[Term]) -> None:
    condition = all_true(parts)
    names = [variable.name for variable in SOME]
    expected = [
        state
        for state in product(*(values(variable.sort) for variable in SOME))
        if evaluate(condition, dict(zip(names, state, strict=True)))
    ]
    assert list(solutions(condition, SOME)) == expected


def test_a_fixed_value_is_not_searched_for() -> None:
    wide = Variable("wide", Interval(0, 2**60))
    fixed = apply(Op.EQ, wide, constant(7))
    assert list(solutions(apply(Op.AND, fixed, apply(Op.LT, constant(3), wide)), [wide])) == [(7,)]
    assert list(solutions(apply(Op.AND, fixed, apply(Op.LT, wide, constant(3))), [wide])) == []


def test_without_variables_there_is_one_solution_or_none() -> None:
    assert list(solutions(constant(True), [])) == [()]
    assert list(solutions(constant(False), [])) == []
    assert list(solutions(Literal(False, constant(False).sort), SOME)) == []
