"""Substitution: values are those of the term in which variables have these values."""

from __future__ import annotations

from counterpoint.terms.apply import FALSE, TRUE, all_true, apply, constant
from counterpoint.terms.evaluate import evaluate
from counterpoint.terms.sort import Bool, Interval
from counterpoint.terms.substitute import Substitution, simplified
from counterpoint.terms.term import Op, Variable

N = Variable("n", Interval(0, 3))
P, Q = Variable("p", Bool()), Variable("q", Bool())


def test_a_term_without_the_variables_is_the_same_object() -> None:
    term = apply(Op.LT, N, constant(2))
    assert Substitution({"p": TRUE}).of(term) is term


def test_a_shared_part_is_rebuilt_once() -> None:
    part = apply(Op.ADD, N, constant(1))
    found = Substitution({"n": Variable("m", Interval(0, 3))}).of(
        apply(Op.LT, part, apply(Op.MUL, part, part))
    )
    assert found.args[0] is found.args[1].args[0]  # type: ignore[union-attr]


def test_values_replace_variables() -> None:
    term = apply(Op.ITE, P, apply(Op.ADD, N, constant(1)), constant(0))
    assert Substitution({"n": constant(2)}).of(term).args[1] == constant(3)  # type: ignore[union-attr]
    assert evaluate(Substitution({"p": TRUE}).of(term), {"n": 3}) == 4


def test_equations_and_choices_of_conditions_become_short() -> None:
    assert simplified(Op.EQ, (P, FALSE)) == apply(Op.NOT, P)
    assert simplified(Op.EQ, (N, N)) == TRUE
    assert simplified(Op.ITE, (P, TRUE, FALSE)) is P
    assert simplified(Op.ITE, (P, FALSE, TRUE)) == apply(Op.NOT, P)
    assert simplified(Op.ITE, (P, Q, Q)) is Q
    assert Substitution({"q": TRUE}).of(all_true((P, Q))) is P
