"""The names that occur in syntax trees."""

from __future__ import annotations

from ...nodes import nodes_in
from ..tree import Apply, Labelled, Node


def names_in(node: Node) -> frozenset[str]:
    r"""The names of all operators that are applied in a tree, and of its labels.

    >>> from ..tree import And
    >>> sorted(names_in(And(parts=(Apply("P", (Apply("x"),)), Apply("Q")))))
    ['P', 'Q', 'x']
    """
    return frozenset(part.name for part in nodes_in(node) if isinstance(part, Apply | Labelled))
