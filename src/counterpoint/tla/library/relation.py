"""Relation: relations over a set, as functions from pairs to truth values."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, TypeAlias

from ..values import Truth, apply, function, members, truth
from .checks import holds
from .module import LibraryModule, Operator, module

_Related: TypeAlias = Callable[[Any, Any], bool]
_Test: TypeAlias = Callable[[_Related, tuple[Any, ...]], bool]


def _reflexive(related: _Related, nodes: tuple[Any, ...]) -> bool:
    return all(related(x, x) for x in nodes)


def _irreflexive(related: _Related, nodes: tuple[Any, ...]) -> bool:
    return not any(related(x, x) for x in nodes)


def _symmetric(related: _Related, nodes: tuple[Any, ...]) -> bool:
    return all(related(x, y) is related(y, x) for x, y in product(nodes, repeat=2))


def _antisymmetric(related: _Related, nodes: tuple[Any, ...]) -> bool:
    pairs = product(nodes, repeat=2)
    return not any(x != y and related(x, y) and related(y, x) for x, y in pairs)


def _asymmetric(related: _Related, nodes: tuple[Any, ...]) -> bool:
    return not any(related(x, y) and related(y, x) for x, y in product(nodes, repeat=2))


def _transitive(related: _Related, nodes: tuple[Any, ...]) -> bool:
    return all(
        not (related(x, y) and related(y, z)) or related(x, z)
        for x, y, z in product(nodes, repeat=3)
    )


def _total(related: _Related, nodes: tuple[Any, ...], *, strict: bool) -> bool:
    pairs = product(nodes, repeat=2)
    return all(related(x, y) or related(y, x) or (strict and x == y) for x, y in pairs)


def _strict_partial_order(related: _Related, nodes: tuple[Any, ...]) -> bool:
    tests: tuple[_Test, ...] = (_irreflexive, _antisymmetric, _transitive)
    return all(test(related, nodes) for test in tests)


def _partial_order(related: _Related, nodes: tuple[Any, ...]) -> bool:
    tests: tuple[_Test, ...] = (_reflexive, _antisymmetric, _transitive)
    return all(test(related, nodes) for test in tests)


def _strict_total_order(related: _Related, nodes: tuple[Any, ...]) -> bool:
    return _strict_partial_order(related, nodes) and _total(related, nodes, strict=True)


def _total_order(related: _Related, nodes: tuple[Any, ...]) -> bool:
    return _partial_order(related, nodes) and _total(related, nodes, strict=False)


def closure(nodes: tuple[Any, ...], pairs: set[tuple[Any, Any]]) -> set[tuple[Any, Any]]:
    """The transitive closure of a set of pairs of nodes, by Warshall's algorithm.

    >>> sorted(closure((1, 2, 3), {(1, 2), (2, 3)}))
    [(1, 2), (1, 3), (2, 3)]
    """
    after = {x: {y for y in nodes if (x, y) in pairs} for x in nodes}
    for middle in nodes:
        for x in nodes:
            if middle in after[x]:
                after[x] |= after[middle]
    return {(x, y) for x in nodes for y in after[x]}


def as_relation(nodes: tuple[Any, ...], pairs: set[tuple[Any, Any]]) -> Any:
    """The relation of these pairs: a function from all pairs of nodes to TRUE or FALSE."""
    return function({pair: truth(pair in pairs) for pair in product(nodes, repeat=2)})


def _pairs(relation: Any, nodes: tuple[Any, ...], asker: str) -> set[tuple[Any, Any]]:
    pairs = product(nodes, repeat=2)
    return {pair for pair in pairs if holds(apply(relation, pair), asker)}


def _transitive_closure(relation: Any, values: Any) -> Any:
    nodes = tuple(members(values))
    return as_relation(nodes, closure(nodes, _pairs(relation, nodes, "TransitiveClosure")))


def _reflexive_closure(relation: Any, values: Any) -> Any:
    nodes = tuple(members(values))
    pairs = closure(nodes, _pairs(relation, nodes, "ReflexiveTransitiveClosure"))
    return as_relation(nodes, pairs | {(x, x) for x in nodes})


def _is_connected(relation: Any, values: Any) -> Truth:
    nodes = tuple(members(values))
    pairs = closure(nodes, _pairs(relation, nodes, "IsConnected"))
    return truth(all(x == y or (x, y) in pairs for x, y in product(nodes, repeat=2)))


def _both(name: str, test: _Test) -> dict[str, Callable[..., Truth]]:
    """Two operators for a test: `name` tests a relation, `{name}Under` a binary operator."""

    def of_relation(relation: Any, values: Any) -> Truth:
        def related(x: Any, y: Any) -> bool:
            return holds(apply(relation, (x, y)), name)

        return truth(test(related, tuple(members(values))))

    def of_operator(op: Operator, values: Any) -> Truth:
        def related(x: Any, y: Any) -> bool:
            return holds(op(x, y), name)

        return truth(test(related, tuple(members(values))))

    return {name: of_relation, f"{name}Under": of_operator}


RELATION: LibraryModule = module(
    "Relation",
    {
        **_both("IsReflexive", _reflexive),
        **_both("IsIrreflexive", _irreflexive),
        **_both("IsSymmetric", _symmetric),
        **_both("IsAntiSymmetric", _antisymmetric),
        **_both("IsAsymmetric", _asymmetric),
        **_both("IsTransitive", _transitive),
        **_both("IsStrictlyPartiallyOrdered", _strict_partial_order),
        **_both("IsPartiallyOrdered", _partial_order),
        **_both("IsStrictlyTotallyOrdered", _strict_total_order),
        **_both("IsTotallyOrdered", _total_order),
        "TransitiveClosure": _transitive_closure,
        "ReflexiveTransitiveClosure": _reflexive_closure,
        "IsConnected": _is_connected,
    },
    extends="Naturals FiniteSets",
)

MODULES = (RELATION,)
