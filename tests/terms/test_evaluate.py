"""Evaluation, and the sorts that terms are given: against Python's own reading of the same text."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.terms.apply import apply, constant, variables_of
from counterpoint.terms.evaluate import evaluate, meaning
from counterpoint.terms.sort import Bool, Enumeration, Interval, is_member
from counterpoint.terms.term import Apply, Literal, Op, Term, Variable
from tests.share import share

from .terms import colours, numbers, said_plainly, subsets, truths, valuations

terms = st.one_of(truths(3), numbers(3), colours(3), subsets(3))


@pytest.mark.slow
@settings(max_examples=share(300))
@given(terms, valuations())
def test_a_term_means_what_python_says(term: Term, values: dict[str, Any]) -> None:
    expected = eval(said_plainly(term), {"frozenset": frozenset, "len": len}, values)
    assert evaluate(term, values) == expected
    assert isinstance(evaluate(term, values), bool) == isinstance(term.sort, Bool)


@pytest.mark.slow
@settings(max_examples=share(300))
@given(terms, valuations())
def test_a_term_has_no_value_outside_of_its_sort(term: Term, values: dict[str, Any]) -> None:
    assert is_member(term.sort, evaluate(term, values))


@settings(max_examples=share(50))
@given(terms)
def test_a_variable_is_listed_once_wherever_it_stands(term: Term) -> None:
    found = [variable.name for variable in variables_of(term)]
    text = said_plainly(term)
    assert len(found) == len(set(found))
    assert all(name in text for name in found)


def test_true_is_not_one() -> None:
    p, n = Variable("p", Bool()), Variable("n", Enumeration((0, 1)))
    equal = Apply(Op.EQ, (p, n), Bool())
    assert not evaluate(equal, {"p": True, "n": 1})


def test_a_part_that_is_shared_is_made_once() -> None:
    p, n = Variable("p", Bool()), Variable("n", Interval(0, 1))
    term: Term = n
    for _ in range(60):
        term = apply(Op.ITE, p, apply(Op.ADD, term, constant(1)), term)
    assert meaning(term)({"p": True, "n": 1}) == 61
    assert [v.name for v in variables_of(term)] == ["p", "n"]


def test_constants_are_worked_out() -> None:
    assert apply(Op.ADD, constant(2), constant(3)) == constant(5)
    assert apply(Op.AND) == constant(True)
    assert apply(Op.OR) == constant(False)
    p = Variable("p", Bool())
    assert apply(Op.AND, constant(True), p) is p
    assert apply(Op.OR, constant(True), p) == constant(True)
    assert apply(Op.NOT, apply(Op.NOT, p)) is p
    assert apply(Op.ITE, constant(False), p, constant(True)) == constant(True)


def test_constants_of_an_enumeration_take_the_sort_of_what_they_stand_beside() -> None:
    light = Enumeration(("red", "amber", "green"))
    colour, p = Variable("colour", light), Variable("p", Bool())
    red, green = (Literal(name, Enumeration((name,))) for name in ("red", "green"))
    equal = apply(Op.EQ, colour, apply(Op.ITE, p, red, green))
    assert isinstance(equal, Apply)
    assert [arg.sort for arg in equal.args] == [light, light]
