"""Which terms an operation takes, and the sort of its result, found by interval arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import TypeAlias

from ..errors import BadTerm
from .sort import Bool, Enumeration, Interval, SetOf, Sort, text_of_sort
from .term import Literal, Op, Term
from .text import text_of

HINT = "put comparisons in parentheses: (x == 0) & (y == 1)"


def sort_of_result(op: Op, args: Sequence[Term]) -> Sort:
    """The sort of an operation applied to these terms; raises `BadTerm` if they do not fit it.

    >>> sort_of_result(Op.SUB, (Literal(1, Interval(0, 2)), Literal(1, Interval(0, 1))))
    Interval(low=-1, high=2)
    """
    return _RULES[op](op, args)


def _junction(op: Op, args: Sequence[Term]) -> Sort:
    sign = {Op.AND: "&", Op.OR: "|", Op.NOT: "~"}[op]
    for arg in args:
        if not isinstance(arg.sort, Bool):
            raise BadTerm(
                f"{sign} takes conditions, and {_described(arg)}; {_other_sort(arg) or HINT}"
            )
    return Bool()


def _equality(_: Op, args: Sequence[Term]) -> Sort:
    left, right = args
    _same_kind("==", left, right)
    match left.sort, right.sort:
        case Enumeration(members), Enumeration(others) if not set(members) & set(others):
            raise BadTerm(f"{_described(left)} and {_described(right)}: they are never equal")
    return Bool()


def _choice(_: Op, args: Sequence[Term]) -> Sort:
    condition, then, otherwise = args
    if not isinstance(condition.sort, Bool):
        raise BadTerm(f"if_ takes a condition first, and {_described(condition)}")
    _same_kind("if_", then, otherwise)
    if then.sort == otherwise.sort:
        return then.sort
    match then.sort, otherwise.sort:
        case Interval(low, high), Interval(least, greatest):
            return Interval(min(low, least), max(high, greatest))
        case Enumeration(members), Enumeration(others):
            return Enumeration(tuple(dict.fromkeys(members + others)))
    return then.sort


def _comparison(op: Op, args: Sequence[Term]) -> Sort:
    _intervals(op, args)
    return Bool()


def _sum(op: Op, args: Sequence[Term]) -> Sort:
    (a, b), (c, d) = _intervals(op, args)
    return Interval(a + c, b + d)


def _difference(op: Op, args: Sequence[Term]) -> Sort:
    (a, b), (c, d) = _intervals(op, args)
    return Interval(a - d, b - c)


def _product(op: Op, args: Sequence[Term]) -> Sort:
    return _around(left * right for left, right in product(*_intervals(op, args)))


def _quotient(op: Op, args: Sequence[Term]) -> Sort:
    """A quotient is monotone in each operand, so its extremes are at the ends of the intervals."""
    dividend, divisor = _intervals(op, args)
    _without_zero(args[1], divisor)
    return _around(left // right for left, right in product(dividend, divisor))


def _remainder(op: Op, args: Sequence[Term]) -> Sort:
    (a, b), (c, d) = _intervals(op, args)
    _without_zero(args[1], (c, d))
    if c == d and a // c == b // c:
        return Interval(a % c, b % c)
    if d < 0:
        return Interval(c + 1, 0)
    return Interval(0, min(b, d - 1) if a >= 0 else d - 1)


def _membership(_: Op, args: Sequence[Term]) -> Sort:
    _sets(".contains", args[:1])
    return Bool()


def _inclusion(_: Op, args: Sequence[Term]) -> Sort:
    _sets("<=", args)
    return Bool()


def _set(op: Op, args: Sequence[Term]) -> Sort:
    _sets({Op.UNION: "|", Op.INTERSECTION: "&", Op.DIFFERENCE: "-"}[op], args)
    return args[0].sort


def _count(_: Op, args: Sequence[Term]) -> Sort:
    _sets(".size", args)
    assert isinstance(args[0].sort, SetOf)
    return Interval(0, len(args[0].sort.members))


def _intervals(op: Op, args: Sequence[Term]) -> list[tuple[int, int]]:
    found = []
    for arg in args:
        if not isinstance(arg.sort, Interval):
            raise BadTerm(f"{op.value} takes numbers, and {_described(arg)}{_hint(arg)}")
        found.append((arg.sort.low, arg.sort.high))
    return found


def _hint(arg: Term) -> str:
    """What to write instead; a comparison of a comparison was probably meant as a chain."""
    if isinstance(arg.sort, Bool):
        return "; write 0 < x < 3 as (0 < x) & (x < 3)"
    return f"; {other}" if (other := _other_sort(arg)) else ""


def _other_sort(arg: Term) -> str:
    """The sort that a variable should have, if its values were listed as members."""
    if not isinstance(arg.sort, Enumeration):
        return ""
    members = arg.sort.members
    if all(isinstance(member, bool) for member in members):
        return f"members are only compared for equality: declare {text_of(arg)} with the sort bool"
    numbers = [m for m in members if isinstance(m, int) and not isinstance(m, bool)]
    if len(numbers) < len(members):
        return ""
    wanted = f"range({min(numbers)}, {max(numbers) + 1})"
    return f"members are only compared for equality: declare {text_of(arg)} with the sort {wanted}"


def _sets(sign: str, args: Sequence[Term]) -> None:
    for arg in args:
        if not isinstance(arg.sort, SetOf):
            raise BadTerm(f"{sign} takes sets, and {_described(arg)}")
    if any(arg.sort != args[0].sort for arg in args):
        raise BadTerm(
            f"{sign}: {' and '.join(map(_described, args))}; the members must be the same"
        )


def _same_kind(sign: str, left: Term, right: Term) -> None:
    if type(left.sort) is not type(right.sort):
        raise BadTerm(f"{sign}: {_described(left)} and {_described(right)}; {_cure(left, right)}")
    if isinstance(left.sort, SetOf):
        _sets(sign, (left, right))


def _cure(left: Term, right: Term) -> str:
    if any(isinstance(term.sort, Bool) for term in (left, right)):
        return f"a condition is used as it is, c or ~c, and {HINT}"
    listed = (_other_sort(term) for term in (left, right) if not isinstance(term, Literal))
    return next(filter(None, listed), "values of different kinds are never equal")


def _without_zero(term: Term, divisor: tuple[int, int]) -> None:
    if divisor[0] <= 0 <= divisor[1]:
        raise BadTerm(
            f"the divisor {text_of(term)} ranges over {text_of_sort(term.sort)}, which has 0 in "
            "it; a guard is not enough: let it range over numbers without 0"
        )


def _around(numbers: Iterable[int]) -> Interval:
    found = list(numbers)
    return Interval(min(found), max(found))


def _described(term: Term) -> str:
    """A description of a term for an error message."""
    match term.sort:
        case Bool():
            kind = "a condition"
        case Interval():
            kind = "a number" if isinstance(term, Literal) else f"in {text_of_sort(term.sort)}"
        case Enumeration():
            kind = f"one of {text_of_sort(term.sort)}"
        case SetOf(members):
            kind = f"a set of {text_of_sort(Enumeration(members))}"
    return f"{text_of(term)} is {kind}"


_Rule: TypeAlias = Callable[[Op, Sequence[Term]], Sort]

_RULES: dict[Op, _Rule] = {
    Op.NOT: _junction,
    Op.AND: _junction,
    Op.OR: _junction,
    Op.EQ: _equality,
    Op.LT: _comparison,
    Op.LE: _comparison,
    Op.ADD: _sum,
    Op.SUB: _difference,
    Op.MUL: _product,
    Op.DIV: _quotient,
    Op.MOD: _remainder,
    Op.ITE: _choice,
    Op.CONTAINS: _membership,
    Op.SUBSET: _inclusion,
    Op.UNION: _set,
    Op.INTERSECTION: _set,
    Op.DIFFERENCE: _set,
    Op.SIZE: _count,
}
