"""Which variables a predicate or an action determines, in every way of satisfying it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from ..evaluate.context import Closed
from ..evaluate.names import Names
from ..evaluate.reader import reading
from ..scope import Defined, Scope, Value, Variable
from ..tree import (
    And,
    Angle,
    Apply,
    Case,
    Expression,
    If,
    Or,
    Prime,
    Quantified,
    Square,
    Truth,
    Tuple,
    Unchanged,
)
from .unfold import unfolded
from .unrolled import unrolled

Determined: TypeAlias = frozenset[Variable] | None
"""A set of variables; None if the expression is FALSE, which determines all variables."""

NONE: frozenset[Variable] = frozenset()


def determined(closed: Closed, *, primed: bool) -> Determined:
    r"""The variables that an action (`primed`) or a state predicate determines.

    It determines x if each alternative has a conjunct `x = e`, `x \in S` or, for an action,
    `x' = e`, `x' \in S` or UNCHANGED x. None if the expression is FALSE.

    >>> from ..tree import Number
    >>> x = Variable("x", 0)
    >>> scope = Scope({"x": x, "y": Variable("y", 1)})
    >>> one, two = (Apply("=", (Prime(Apply(name)), Number(1))) for name in "xy")
    >>> determined(Closed(Or((one, And((one, two)))), scope), primed=True) == {x}
    True
    """
    expression, scope = closed.expression, closed.scope

    def of(part: Expression, inner: Scope = scope) -> Determined:
        return determined(Closed(part, inner), primed=primed)

    match expression:
        case Truth(False):
            return None
        case And(parts):
            return _union(map(of, parts))
        case Or(parts):
            return _common(map(of, parts))
        case If(_, then, otherwise):
            return _common([of(then), of(otherwise)])
        case Case(arms, other):
            return _common([*(of(value) for _, value in arms), *([of(other)] if other else [])])
        case Quantified("E", bounds, body):
            names = [name for bound in bounds for name in bound.names]
            return of(body, scope.within(dict.fromkeys(names, Value(None))))
        case Quantified("A", bounds, body):
            each = unrolled(bounds, body, scope)
            return NONE if each is None else _union(of(one.expression, one.scope) for one in each)
        case Apply("=" | "\\in" as sign, (left, right)):
            sides = [(left, right), (right, left)] if sign == "=" else [(left, right)]
            both = ((Closed(one, scope), Closed(other, scope)) for one, other in sides)
            return NONE.union(*(_target(one, other, primed) for one, other in both))
        case Prime(body) if primed:
            return determined(Closed(body, scope), primed=False)
        case Unchanged(body) if primed:
            return variables_in(Closed(body, scope))
        case Square(action, subscript) if primed:
            return _common([of(action), variables_in(Closed(subscript, scope))])
        case Angle(action, _):
            return of(action)
        case Apply("\\cdot", (_, second)):
            return of(second)
        case _:
            return _behind(closed, primed)


def _behind(closed: Closed, primed: bool) -> Determined:
    """The variables that a definition determines; cached if the call has no arguments."""
    inner = unfolded(closed)
    if inner is None:
        return NONE
    name = closed.expression
    meaning = closed.scope.get(name.name) if isinstance(name, Apply) and not name.args else None
    if not isinstance(meaning, Defined):
        return determined(inner, primed=primed)
    key = ("determined", primed)
    if key not in meaning.notes:
        meaning.notes[key] = determined(inner, primed=primed)
    known: Determined = meaning.notes[key]
    return known


def variables_in(closed: Closed) -> frozenset[Variable]:
    """The variables in a tuple of variables; tuples may be nested or given by name.

    If the tuple is unchanged, so are these variables.
    """
    simple = Names().simply(closed.expression, closed.scope)
    match simple.expression:
        case Tuple(items):
            return NONE.union(*(variables_in(Closed(item, simple.scope)) for item in items))
        case Apply(name, ()):
            meaning = simple.scope.get(name)
            return frozenset({meaning}) if isinstance(meaning, Variable) else NONE
        case _:
            return NONE


def _target(left: Closed, value: Closed, primed: bool) -> frozenset[Variable]:
    r"""The variables that `left = value` or `left \in value` determines.

    A variable that `value` mentions is not determined.
    """
    simple = Names().simply(left.expression, left.scope)
    if primed:
        if not isinstance(simple.expression, Prime):
            return NONE
        simple = Names().simply(simple.expression.body, simple.scope)
    if not isinstance(simple.expression, Apply):
        return NONE
    read = reading(value.expression, value.scope)
    return variables_in(simple) - (read.then if primed else read.now)


def _union(found: Iterable[Determined]) -> Determined:
    """The variables that a conjunction determines."""
    total = NONE
    for one in found:
        if one is None:
            return None
        total |= one
    return total


def _common(found: Iterable[Determined]) -> Determined:
    """The variables that a disjunction determines: those that each alternative determines."""
    total: Determined = None
    for one in found:
        total = one if total is None else total if one is None else total & one
    return total
