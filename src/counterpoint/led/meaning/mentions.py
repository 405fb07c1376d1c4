"""The children of expressions, and the names that expressions mention."""

from __future__ import annotations

from collections.abc import Iterator

from ...nodes import parts_of
from ..tree import Branch, Expression, Name, Quantified


def children(expression: Expression) -> Iterator[Expression]:
    """The direct subexpressions of an expression.

    >>> from ..syntax import read_expression
    >>> [each.at.text for each in children(read_expression("f(x + 1, {y})"))]
    ['x + 1', '{y}']
    """
    if isinstance(expression, Quantified):
        yield from (expression.among, expression.body)
        return
    for part in parts_of(expression):
        yield from parts_of(part) if isinstance(part, Branch) else (part,)


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
