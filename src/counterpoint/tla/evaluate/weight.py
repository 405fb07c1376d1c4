"""Estimates from the syntax: how often names are used, and how costly an expression is."""

from __future__ import annotations

from collections import Counter

from ...nodes import parts_of
from ..scope import Defined, Scope
from ..tree import (
    Apply,
    Bound,
    Choose,
    Expression,
    Filter,
    Function,
    Lambda,
    Map,
    Node,
    Quantified,
)

LOOP = 8
"""An estimate of how often the body of a loop runs."""

_MOST = 1 << 20
_LOOPS = (Quantified, Choose, Filter, Map, Function)


def uses(*nodes: Node) -> Counter[str]:
    """How often each name is used in nodes; a use in a loop counts at least twice.

    >>> uses(Apply("+", (Apply("x"), Apply("x"))))["x"]
    2
    """
    found: Counter[str] = Counter()
    for node in nodes:
        _count(node, 1, found)
    return found


def _count(node: Node, often: int, found: Counter[str]) -> None:
    if isinstance(node, Apply):
        found[node.name] += often
    inside = 2 if isinstance(node, (*_LOOPS, Lambda)) else often
    for part in parts_of(node):
        # The set of a bound is evaluated once, the body of the loop for each element.
        _count(part, often if isinstance(part, Bound) else inside, found)


def weight(node: Expression, scope: Scope) -> int:
    """About how many operators are applied to compute the value of an expression.

    >>> weight(Apply("+", (Apply("x"), Apply("x"))), Scope())
    3
    """
    return min(_MOST, _weight(node, scope, frozenset()))


def _weight(node: Node, scope: Scope, taken: frozenset[str]) -> int:
    """The weight of a node; `taken` are the names with a local meaning instead of the scope's."""
    bounds = [part for part in parts_of(node) if isinstance(part, Bound)]
    taken = taken.union(*(bound.names for bound in bounds))
    if isinstance(node, Lambda):
        taken = taken.union(node.parameters)
    total = 1 + sum(_weight(part, scope, taken) for part in parts_of(node))
    if isinstance(node, Apply) and node.name not in taken:
        meaning = scope.get(node.name)
        if isinstance(meaning, Defined):
            total += body_weight(meaning)
    elif isinstance(node, _LOOPS):
        total *= LOOP ** min(4, len(bounds))
    return min(_MOST, total)


def body_weight(defined: Defined) -> int:
    """The weight of a definition's body, cached in its notes; the maximum if it is recursive."""
    known: int | None = _MOST if defined.recursive else defined.notes.get("weight")
    if known is None:
        defined.notes["weight"] = 0
        own = frozenset(parameter.name for parameter in defined.parameters)
        known = defined.notes["weight"] = _weight(defined.body, defined.scope, own)
    return known
