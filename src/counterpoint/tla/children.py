"""The direct subexpressions of an expression."""

from __future__ import annotations

from collections.abc import Iterator

from ..nodes import parts_of
from .tree import (
    Bound,
    Expression,
    Let,
    Map,
    Node,
    Qualified,
    Subexpression,
    Update,
)

_NOT_ENTERED = (Let, Qualified, Subexpression)


def children(node: Expression) -> tuple[Expression, ...]:
    """The direct subexpressions, left to right, without those of LET, instances and label names.

    The sets of bound identifiers come before what is evaluated for their elements.

    >>> from .tree import Apply, If
    >>> children(If(Apply("a"), Apply("b"), Apply("c")))
    (Apply(name='a', args=()), Apply(name='b', args=()), Apply(name='c', args=()))
    """
    if isinstance(node, _NOT_ENTERED):
        return ()
    if isinstance(node, Map):
        return *sets(node.bounds), node.value
    return tuple(_expressions(node))


def _expressions(node: Node) -> Iterator[Expression]:
    for part in parts_of(node):
        if isinstance(part, Bound | Update):
            yield from _expressions(part)
        else:
            yield part


def sets(bounds: tuple[Bound, ...]) -> tuple[Expression, ...]:
    """The sets of the bounds that have one."""
    return tuple(bound.set for bound in bounds if bound.set is not None)


def bound_names(bounds: tuple[Bound, ...]) -> tuple[str, ...]:
    """The names of the bound identifiers."""
    return tuple(name for bound in bounds for name in bound.names)
