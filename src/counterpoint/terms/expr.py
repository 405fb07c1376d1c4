"""Expressions: terms with Python's operators, as users write them."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import NoReturn

from ..errors import BadTerm
from .apply import all_true, any_true, apply, constant
from .blame import blames_caller
from .lift import element_sort, lift
from .possible import require_possible
from .refused import OF_VALUES, refuse_attribute, refuses
from .sort import (
    Enumeration,
    Interval,
    SetOf,
    Sort,
    is_member,
    plain,
    text_of_sort,
)
from .sought import COMPUTED, sought_in
from .term import Op, Term
from .text import text_of


@refuses(OF_VALUES)
class Expr:
    """An expression over the variables of a model; operators make new expressions.

    Join conditions with `& | ~`, and compare with `== != < <= > >=`, each comparison in
    parentheses. Compute with `+ - * // %` and `abs`. Sets have `| & -`, `<=`, `contains` and
    `size`. An expression has no truth value, so `and`, `or`, `not`, `if` and `0 < x < 3` are
    refused.

    >>> from .term import Variable
    >>> from .sort import Interval
    >>> x = Expr(Variable("x", Interval(0, 2)))
    >>> (x + 1 == 2) & ~(x < 1)
    <(x + 1 == 2) & ~(x < 1)>
    """

    __slots__ = ("_term",)

    def __init__(self, term: Term) -> None:
        self._term = term

    @property
    def term(self) -> Term:
        """The term, which engines read."""
        return self._term

    def __repr__(self) -> str:
        return f"<{text_of(self._term)}>"

    def __hash__(self) -> int:
        """By identity, because `==` constructs an expression instead of comparing."""
        asker = sys._getframe(1)
        if not asker.f_globals.get("__name__", "").startswith(__package__):
            _refuse_lookup(self, sought_in(asker))
        return object.__hash__(self)

    def __eq__(self, other: object) -> Expr:  # type: ignore[override]
        return _equal(self, other)

    def __ne__(self, other: object) -> Expr:  # type: ignore[override]
        return _not(_equal(self, other))

    def __lt__(self, other: object) -> Expr:
        return _less(self, other)

    def __le__(self, other: object) -> Expr:
        return _at_most(self, other)

    def __gt__(self, other: object) -> Expr:
        return _less(other, self)

    def __ge__(self, other: object) -> Expr:
        return _at_most(other, self)

    def __invert__(self) -> Expr:
        return _not(self)

    def __and__(self, other: object) -> Expr:
        return _meet(self, other)

    def __rand__(self, other: object) -> Expr:
        return _meet(other, self)

    def __or__(self, other: object) -> Expr:
        return _union(self, other)

    def __ror__(self, other: object) -> Expr:
        return _union(other, self)

    def __add__(self, other: object) -> Expr:
        return _binary(Op.ADD, self, other)

    def __radd__(self, other: object) -> Expr:
        return _binary(Op.ADD, other, self)

    def __sub__(self, other: object) -> Expr:
        return _minus(self, other)

    def __rsub__(self, other: object) -> Expr:
        return _minus(other, self)

    def __mul__(self, other: object) -> Expr:
        return _binary(Op.MUL, self, other)

    def __rmul__(self, other: object) -> Expr:
        return _binary(Op.MUL, other, self)

    def __floordiv__(self, other: object) -> Expr:
        return _binary(Op.DIV, self, other)

    def __rfloordiv__(self, other: object) -> Expr:
        return _binary(Op.DIV, other, self)

    def __mod__(self, other: object) -> Expr:
        return _binary(Op.MOD, self, other)

    def __rmod__(self, other: object) -> Expr:
        return _binary(Op.MOD, other, self)

    def __neg__(self) -> Expr:
        return _binary(Op.SUB, 0, self)

    def __pos__(self) -> Expr:
        return _binary(Op.ADD, self, 0)

    def __abs__(self) -> Expr:
        return _magnitude(-self, self)

    def __getattr__(self, name: str) -> NoReturn:
        refuse_attribute(repr(self)[1:-1] if name[:1] != "_" else "", name)

    @blames_caller
    def contains(self, element: object) -> Expr:
        """Whether a set has an element; Python's `in` would need the answer immediately."""
        if not isinstance(self._term.sort, SetOf):
            return Expr(apply(Op.CONTAINS, self._term, constant(False)))
        members = self._term.sort.members
        part = lift(element, element_sort(members))
        if not any(is_member(part.sort, member) for member in members):
            raise BadTerm(
                f"{text_of(part)} is not one of {text_of_sort(Enumeration(members))}, the members "
                f"that {text_of(self._term)} can have"
            )
        return Expr(apply(Op.CONTAINS, self._term, part))

    @blames_caller
    def size(self) -> Expr:
        """The number of elements of a set."""
        return Expr(apply(Op.SIZE, self._term))

    @blames_caller
    def __bool__(self) -> NoReturn:
        raise BadTerm(
            f"{text_of(self._term)} is true or false in a state only, and here Python asks at "
            "once. Write & | ~ for and, or, not, with comparisons in parentheses; "
            "(0 < x) & (x < 3) for 0 < x < 3; any_of(x == v for v in s) for x in s; "
            "if_(x < y, x, y) for min(x, y)"
        )

    @blames_caller
    def __contains__(self, element: object) -> NoReturn:
        raise BadTerm(f"write {text_of(self._term)}.contains(...) for `in`")


@blames_caller
def _refuse_lookup(expression: Expr, container: object) -> None:
    """Raise `BadTerm` if an expression is looked up in a container of values.

    Such a lookup cannot succeed, because it compares the expression object and not its value.
    """
    shown = text_of(expression.term)
    says = f"{shown} in a set is false for Python, which looks for the expression and not for its "
    says += f"value: write any_of({shown} == v for v in ...)"
    if container is COMPUTED:
        raise BadTerm(f"{says}, or give a set of expressions a name first")
    if not isinstance(container, set | frozenset | dict) or not container:
        return
    if not any(isinstance(each, Expr) for each in container):
        raise BadTerm(says)


@blames_caller
def if_(condition: object, then: object, otherwise: object) -> Expr:
    """`then` where the condition is true, else `otherwise`.

    >>> from .sort import Interval
    >>> from .term import Variable
    >>> x = Expr(Variable("x", Interval(0, 2)))
    >>> if_(x == 2, 0, x + 1)
    <if_(x == 2, 0, x + 1)>
    """
    return Expr(apply(Op.ITE, lift(condition), *_lifted(then, otherwise)))


@blames_caller
def all_of(*conditions: object) -> Expr:
    """The condition that all of these are true; true if there are none.

    `conditions` are given one by one, or as one iterable.

    >>> from .sort import Interval
    >>> from .term import Variable
    >>> x = Expr(Variable("x", Interval(0, 2)))
    >>> all_of([x > 0, x != 2]), all_of([])
    (<(0 < x) & (x != 2)>, <true>)
    >>> all_of(x > 0, x != 2)
    <(0 < x) & (x != 2)>
    """
    return Expr(all_true(_each(conditions)))


@blames_caller
def any_of(*conditions: object) -> Expr:
    """The condition that at least one of these is true; false if there are none.

    `conditions` are given one by one, or as one iterable.

    >>> from .sort import Interval
    >>> from .term import Variable
    >>> x = Expr(Variable("x", Interval(0, 2)))
    >>> any_of(x == n for n in (0, 2)), any_of([])
    (<(x == 0) | (x == 2)>, <false>)
    """
    return Expr(any_true(_each(conditions)))


@blames_caller
def count_of(*conditions: object) -> Expr:
    """The number of these conditions that are true.

    >>> from .sort import Interval
    >>> from .term import Variable
    >>> x = Expr(Variable("x", Interval(0, 2)))
    >>> count_of([x < 1, x < 2]).term.sort
    Interval(low=0, high=2)
    """
    one, zero = constant(1), constant(0)
    return Expr(_sum([apply(Op.ITE, c, one, zero) for c in _each(conditions)]))


def sort_of_expression(given: object) -> Sort | None:
    """The sort of an expression; None for a Python value, which has none yet."""
    return given.term.sort if isinstance(given, Expr) else None


def _lifted(left: object, right: object) -> tuple[Term, Term]:
    """Both as terms; a Python value is lifted with the sort of the other operand."""
    return lift(left, sort_of_expression(right)), lift(right, sort_of_expression(left))


_OF_NUMBERS = (Op.LT, Op.LE, Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.MOD)


@blames_caller
def _binary(op: Op, left: object, right: object) -> Expr:
    if op in _OF_NUMBERS:  # a number is lifted alike, whatever the other operand is
        return Expr(apply(op, lift(left), lift(right)))
    return Expr(apply(op, *_lifted(left, right)))


@blames_caller
def _magnitude(negative: Expr, of: Expr) -> Expr:
    """The greater of a number and its negation, in a sort without negative numbers."""
    sort = of.term.sort
    assert isinstance(sort, Interval), "what has a negative is a number"
    if sort.low >= 0 or sort.high <= 0:
        return of if sort.low >= 0 else negative
    greatest = max(-sort.low, sort.high)
    return if_(of < 0, negative, of) % (greatest + 1)


@blames_caller
def _equal(left: Expr, right: object) -> Expr:
    if not isinstance(right, Expr) and type(number := plain(right)) is int:
        require_possible(left.term, number)
    return Expr(apply(Op.EQ, *_lifted(left, right)))


@blames_caller
def _not(of: Expr) -> Expr:
    return Expr(apply(Op.NOT, of.term))


def _less(left: object, right: object) -> Expr:
    if _is_set(left, right):
        return _binary(Op.SUBSET, left, right) & _not(_binary(Op.EQ, left, right))
    return _binary(Op.LT, left, right)


def _at_most(left: object, right: object) -> Expr:
    return _binary(Op.SUBSET if _is_set(left, right) else Op.LE, left, right)


def _meet(left: object, right: object) -> Expr:
    return _binary(Op.INTERSECTION if _is_set(left, right) else Op.AND, left, right)


def _union(left: object, right: object) -> Expr:
    return _binary(Op.UNION if _is_set(left, right) else Op.OR, left, right)


def _minus(left: object, right: object) -> Expr:
    return _binary(Op.DIFFERENCE if _is_set(left, right) else Op.SUB, left, right)


def _is_set(*given: object) -> bool:
    return any(isinstance(sort_of_expression(part), SetOf) for part in given)


def _each(conditions: tuple[object, ...]) -> list[Term]:
    """The conditions as terms, given one by one or as one iterable."""
    if len(conditions) == 1 and isinstance(conditions[0], Iterable):
        return [lift(condition) for condition in conditions[0]]
    return [lift(condition) for condition in conditions]


def _sum(terms: list[Term]) -> Term:
    """The sum as a balanced tree, so that recursion over a long one is not deep."""
    if len(terms) < 2:
        return terms[0] if terms else constant(0)
    half = len(terms) // 2
    return apply(Op.ADD, _sum(terms[:half]), _sum(terms[half:]))
