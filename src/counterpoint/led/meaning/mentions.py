"""The children of expressions, and the names that expressions mention."""

from __future__ import annotations

from collections.abc import Iterator

from ..tree import (
    Big,
    Binary,
    Call,
    Cases,
    Chain,
    Expression,
    Index,
    Interval,
    Literal,
    Members,
    Name,
    Quantified,
    Row,
    Slice,
    Such,
    Tuple,
    Unary,
)


def children(expression: Expression) -> Iterator[Expression]:
    """The direct subexpressions of an expression.

    >>> from ..syntax import read_expression
    >>> [each.at.text for each in children(read_expression("f(x + 1, {y})"))]
    ['x + 1', '{y}']
    """
    match expression:
        case Literal() | Name():
            pass
        case Call(_, parts) | Tuple(parts) | Row(parts) | Members(parts):
            yield from parts
        case Interval(one, other) | Binary(_, one, other) | Index(one, other) | Such(one, other):
            yield from (one, other)
        case Big(_, where, of):
            yield from (where, of)
        case Unary(_, of):
            yield of
        case Quantified(_, _, among, body):
            yield from (among, body)
        case Chain(first, rest):
            yield first
            yield from (term for _, term in rest)
        case Slice(of, low, high):
            yield from (of, low, high)
        case Cases(branches):
            for branch in branches:
                yield from (x for x in (branch.of, branch.condition) if x is not None)


def mentioned(expression: Expression) -> frozenset[str]:
    """The names without arguments in an expression, except those bound by its own quantifiers."""
    if isinstance(expression, Name):
        return frozenset({expression.name})
    if isinstance(expression, Quantified):
        own = frozenset().union(*map(mentioned, expression.patterns))
        return mentioned(expression.among) | (mentioned(expression.body) - own)
    found: frozenset[str] = frozenset()
    for child in children(expression):
        found |= mentioned(child)
    return found
