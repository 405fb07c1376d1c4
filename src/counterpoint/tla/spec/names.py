"""Traversing syntax trees, and the names that occur in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..tree import Apply, Labelled, Node, Span


def nodes_in(node: Node) -> Iterator[Node]:
    """The node and all its descendants, in preorder."""
    yield node
    for part in parts_of(node):
        yield from nodes_in(part)


def parts_of(node: Node) -> Iterator[Node]:
    """The children of a node, from left to right."""
    kind: Any = type(node)
    for name in kind.__match_args__:
        yield from _nodes(getattr(node, name))


def _nodes(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple) and not isinstance(value, Span):
        for item in value:
            yield from _nodes(item)


def names_in(node: Node) -> frozenset[str]:
    r"""The names of all operators that are applied in a tree, and of its labels.

    >>> from ..tree import And
    >>> sorted(names_in(And(parts=(Apply("P", (Apply("x"),)), Apply("Q")))))
    ['P', 'Q', 'x']
    """
    return frozenset(part.name for part in nodes_in(node) if isinstance(part, Apply | Labelled))
