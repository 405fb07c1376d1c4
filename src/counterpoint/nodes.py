"""Syntax trees of any language, traversed by the fields of their nodes.

A node is a dataclass that inherits from `Tree`. Its children are the nodes in its positional
fields, directly or in tuples, from left to right; keyword-only fields, such as places, have none.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import Any, TypeVar

N = TypeVar("N", bound="Tree")


class Tree:
    """The base of all nodes."""

    __slots__ = ()


def parts_of(node: Tree) -> Iterator[Any]:
    """The children of a node, from left to right."""
    kind: Any = type(node)
    for name in kind.__match_args__:
        yield from _nodes(attrgetter(name)(node))


def _nodes(value: object) -> Iterator[Any]:
    if isinstance(value, Tree):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)


def nodes_in(node: Tree) -> Iterator[Any]:
    """The node and all its descendants, in preorder."""
    todo = [node]
    while todo:
        here = todo.pop()
        yield here
        todo += reversed([*parts_of(here)])
