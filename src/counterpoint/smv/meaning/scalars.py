"""Scalars: equality and choice between terms of different sorts, and division as in C."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeAlias

from ...terms.apply import FALSE, TRUE, all_true, any_true, apply, constant
from ...terms.sort import Bool, Enumeration, Interval, is_member, values
from ...terms.term import Literal, Op, Term, Variable
from .value import Kind, Scalar, common, negation


def literal(value: bool | int | str) -> Scalar:
    """The scalar of a constant.

    >>> literal("idle").kind, literal(3).term.value
    (<Kind.SYMBOLIC: 'symbolic enumeration'>, 3)
    """
    if isinstance(value, bool):
        return Scalar(Kind.BOOLEAN, constant(value))
    if isinstance(value, int):
        return Scalar(Kind.INTEGER, constant(value))
    return Scalar(Kind.SYMBOLIC, Literal(value, Enumeration((value,))))


def of_variable(variable: Variable) -> Scalar:
    """The scalar of a variable of the model.

    >>> of_variable(Variable("x", Enumeration((1, 5)))).term.sort
    Interval(low=1, high=5)
    """
    sort = variable.sort
    match sort:
        case Bool():
            return Scalar(Kind.BOOLEAN, variable)
        case Interval():
            return Scalar(Kind.INTEGER, variable)
        case Enumeration(members) if all(isinstance(member, int) for member in members):
            cases = [(_is(variable, m), constant(int(str(m)))) for m in members]
            return Scalar(Kind.INTEGER, _chain(cases), variable)
        case Enumeration(members):
            mixed = any(isinstance(member, int) for member in members)
            return Scalar(Kind.MIXED if mixed else Kind.SYMBOLIC, variable)
    raise AssertionError(sort)


def _chain(cases: Sequence[tuple[Term, Term]]) -> Term:
    """A choice between terms; the last one where no condition before is true."""
    *before, (_, found) = cases
    for condition, term in reversed(before):
        found = apply(Op.ITE, condition, term, found)
    return found


def _is(term: Term, member: Hashable) -> Term:
    return apply(Op.EQ, term, Literal(member, term.sort))


def equal(one: Scalar, other: Scalar) -> Term:
    """The condition that two scalars are the same; false for values that cannot be.

    >>> equal(literal(3), literal("idle")) == FALSE
    True
    """
    if isinstance(one.term, Literal) and not isinstance(other.term, Literal):
        one, other = other, one
    if one.raw is not None and isinstance(other.term, Literal):
        value = other.term.value
        return _is(one.raw, value) if is_member(one.raw.sort, value) else FALSE
    if one.raw is not None and other.raw is not None and one.raw.sort == other.raw.sort:
        return apply(Op.EQ, one.raw, other.raw)
    return _equal(one.term, other.term)


def _equal(left: Term, right: Term) -> Term:
    match left.sort, right.sort:
        case (Bool(), Bool()) | (Interval(), Interval()):
            return _folded(left, right)
        case Enumeration(members), Enumeration(others):
            return apply(Op.EQ, left, right) if set(members) & set(others) else FALSE
        case Enumeration(), Interval():
            return _equal_number(left, right)
        case Interval(), Enumeration():
            return _equal_number(right, left)
    return FALSE


def _folded(left: Term, right: Term) -> Term:
    if isinstance(left.sort, Bool):
        if isinstance(left, Literal):
            left, right = right, left
        if isinstance(right, Literal):
            return left if right.value else negation(left)
    return TRUE if left is right else apply(Op.EQ, left, right)


def _equal_number(member: Term, number: Term) -> Term:
    """The equality of a member of an enumeration and a number."""
    assert isinstance(member.sort, Enumeration)
    if isinstance(number, Literal):
        return _is(member, number.value) if is_member(member.sort, number.value) else FALSE
    shared = [m for m in member.sort.members if is_member(number.sort, m)]
    return any_true(
        all_true((_is(member, m), apply(Op.EQ, number, Literal(m, number.sort)))) for m in shared
    )


def chosen(condition: Term, then: Scalar, otherwise: Scalar) -> Scalar:
    """One scalar or the other, by a condition; their kinds must have a common one."""
    kind = common(then.kind, otherwise.kind)
    assert kind is not None
    if then.raw is not None and then.raw is otherwise.raw:
        return then
    one, other = then.term, otherwise.term
    if isinstance(one, Literal) and isinstance(other, Literal) and kind is Kind.BOOLEAN:
        if one.value == other.value:
            return then
        return Scalar(kind, condition if one.value else negation(condition))
    if kind in (Kind.MIXED, Kind.SYMBOLIC):
        one, other = as_member(one), as_member(other)
    return Scalar(kind, one if one is other else apply(Op.ITE, condition, one, other))


def as_member(term: Term) -> Term:
    """A number as a member of an enumeration; any other term as it is."""
    if not isinstance(term.sort, Interval):
        return term
    sort = Enumeration(tuple(values(term.sort)))
    if isinstance(term, Literal):
        return Literal(term.value, sort)
    cases: list[tuple[Term, Term]] = [
        (apply(Op.EQ, term, Literal(v, term.sort)), Literal(v, sort)) for v in values(term.sort)
    ]
    return _chain(cases)


def fitted(scalar: Scalar, variable: Variable) -> tuple[Term, Term]:
    """The scalar as a term of a variable's sort, and the condition that it is a value of that sort.

    Where the condition is false, the term is some value of the sort, or outside of it.

    >>> x = Variable("x", Interval(0, 3))
    >>> fitted(literal(7), x)[1] == FALSE
    True
    """
    if scalar.raw is not None and scalar.raw.sort == variable.sort:
        return scalar.raw, TRUE
    term = scalar.term
    match term.sort, variable.sort:
        case Interval(low, high), Interval(least, greatest):
            inside = [] if low >= least else [apply(Op.LE, constant(least), term)]
            inside += [] if high <= greatest else [apply(Op.LE, term, constant(greatest))]
            return term, all_true(inside)
        case Interval(), Enumeration(members):
            return _fitted_number(term, variable, members)
        case Enumeration(members), Enumeration():
            shared = [m for m in members if is_member(variable.sort, m)]
            if len(shared) == len(members):
                return term, TRUE
            return term, any_true(_is(term, m) for m in shared)
        case Enumeration(), Interval():
            return term, FALSE
    return term, TRUE


def _fitted_number(
    term: Term, variable: Variable, members: tuple[Hashable, ...]
) -> tuple[Term, Term]:
    shared = [m for m in members if is_member(term.sort, m)]
    if not shared:
        return Literal(members[0], variable.sort), FALSE
    tests = [apply(Op.EQ, term, Literal(m, term.sort)) for m in shared]
    cases: list[tuple[Term, Term]] = [
        (test, Literal(m, variable.sort)) for test, m in zip(tests, shared, strict=True)
    ]
    assert isinstance(term.sort, Interval)
    whole = term.sort.high - term.sort.low + 1 == len(shared)
    return _chain(cases), TRUE if whole else any_true(tests)


# Arithmetic.

_Division: TypeAlias = Callable[[Term, int], Term]
"""The result of a division by a divisor that is not zero."""


def quotient(left: Term, right: Term) -> Term:
    """The quotient of two numbers, rounded towards zero as in C; arbitrary for a zero divisor.

    >>> quotient(constant(-7), constant(2)).value
    -3
    """
    return _by_divisor(left, right, _truncated)


def remainder(left: Term, right: Term) -> Term:
    """The remainder that goes with `quotient`: its sign is that of the dividend.

    >>> remainder(constant(-7), constant(2)).value
    -1
    """
    return _by_divisor(left, right, _left_over)


def _by_divisor(left: Term, right: Term, of: _Division) -> Term:
    assert isinstance(right.sort, Interval)
    if isinstance(right, Literal):
        return of(left, int(str(right.value)) or 1)
    divisors = [v for v in values(right.sort) if v]
    cases = [(apply(Op.EQ, right, Literal(v, right.sort)), of(left, v)) for v in divisors]
    return _chain(cases) if cases else constant(0)


def _truncated(left: Term, divisor: int) -> Term:
    if divisor < 0:
        return minus(_truncated(left, -divisor))
    down = apply(Op.DIV, left, constant(divisor))
    if _is_natural(left):
        return down
    up = minus(apply(Op.DIV, minus(left), constant(divisor)))
    return apply(Op.ITE, apply(Op.LE, constant(0), left), down, up)


def _left_over(left: Term, divisor: int) -> Term:
    size = abs(divisor)
    if _is_natural(left):
        return apply(Op.MOD, left, constant(size))
    below = minus(apply(Op.MOD, minus(left), constant(size)))
    above = apply(Op.MOD, left, constant(size))
    return apply(Op.ITE, apply(Op.LE, constant(0), left), above, below)


def minus(term: Term) -> Term:
    """The negative of a number."""
    return apply(Op.SUB, constant(0), term)


def _is_natural(term: Term) -> bool:
    return isinstance(term.sort, Interval) and term.sort.low >= 0


def is_zero(term: Term) -> Term:
    """The condition that a number is zero."""
    return equal(Scalar(Kind.INTEGER, term), literal(0))
