"""Compiling comparisons and quantifiers."""

from __future__ import annotations

from collections.abc import Callable

from ..meaning.planner import Bind
from ..source import Span
from ..tree import Chain, Expression, Interval, Quantified
from ..values import numbers as num
from ..values import operations as op
from ..values.trouble import Trouble
from ..values.value import Value
from .compiling import Compiling
from .machine import failed
from .scope import Ask, Frame, Read, Scope
from .solving import nested

_ASKED: dict[str, Callable[[Value, Value], bool]] = {
    "=": lambda a, b: bool(a == b),
    "/=": lambda a, b: not a == b,  # noqa: SIM201  # so that a `Spread` is asked one question, `=`
    "<": num.less,
    "<=": num.at_most,
    ">": lambda a, b: num.less(b, a),
    ">=": lambda a, b: num.at_most(b, a),
    "in": op.member,
    "sub": op.subset,
}

_QUICK: dict[str, Callable[[int, int], bool]] = {
    "<": int.__lt__,
    "<=": int.__le__,
    ">": int.__gt__,
    ">=": int.__ge__,
}


def chain(compiler: Compiling, comparisons: Chain, scope: Scope) -> Ask:
    """A closure for whether a chain of comparisons is true; each term is evaluated at most once."""
    first = compiler.value(comparisons.first, scope)
    if len(comparisons.rest) == 1:
        ((operator, term),) = comparisons.rest
        return _compared(compiler, operator, first, term, scope, comparisons.at)
    rest = [(_ASKED[operator], compiler.value(term, scope)) for operator, term in comparisons.rest]

    def ask(frame: Frame) -> bool:
        left = first(frame)
        for compare, value in rest:
            right = value(frame)
            try:
                if not compare(left, right):
                    return False
            except Trouble as trouble:
                raise failed(trouble, comparisons.at) from None
            left = right
        return True

    return ask


def _compared(
    compiler: Compiling, operator: str, left: Read, term: Expression, scope: Scope, at: Span
) -> Ask:
    if operator == "in" and isinstance(term, Interval):
        return _within(left, compiler.value(term.low, scope), compiler.value(term.high, scope), at)
    right = compiler.value(term, scope)
    if operator == "=":
        return lambda frame: bool(left(frame) == right(frame))
    if operator == "in":
        return _member(left, right, at)
    return _ordered(_QUICK.get(operator), _ASKED[operator], left, right, at)


def _ordered(
    quick: Callable[[int, int], bool] | None,
    compare: Callable[[Value, Value], bool],
    left: Read,
    right: Read,
    at: Span,
) -> Ask:
    def ask(frame: Frame) -> bool:
        a, b = left(frame), right(frame)
        if quick is not None and type(a) is int and type(b) is int:
            return quick(a, b)
        try:
            return compare(a, b)
        except Trouble as trouble:
            raise failed(trouble, at) from None

    return ask


def _member(left: Read, right: Read, at: Span) -> Ask:
    def ask(frame: Frame) -> bool:
        value, among = left(frame), right(frame)
        try:
            return value in among if type(among) is frozenset else op.member(value, among)
        except TypeError:  # a `Spread` is not hashable
            return op.member(value, among)
        except Trouble as trouble:
            raise failed(trouble, at) from None

    return ask


def _within(left: Read, low: Read, high: Read, at: Span) -> Ask:
    """A closure for whether a value is in an interval, without listing the interval."""

    def ask(frame: Frame) -> bool:
        value, first, last = left(frame), low(frame), high(frame)
        try:
            return op.is_between(value, first, last)
        except Trouble as trouble:
            raise failed(trouble, at) from None

    return ask


def quantified(compiler: Compiling, claim: Quantified, scope: Scope) -> Ask:
    """A closure for whether a quantified claim is true."""
    binds = tuple(Bind(pattern, claim.among, False) for pattern in claim.patterns)
    if claim.some:
        return nested(compiler, binds, scope, lambda inner: compiler.test(claim.body, inner))

    def denied(inner: Scope) -> Ask:
        body = compiler.test(claim.body, inner)
        return lambda frame: not body(frame)

    exception = nested(compiler, binds, scope, denied)
    return lambda frame: not exception(frame)
