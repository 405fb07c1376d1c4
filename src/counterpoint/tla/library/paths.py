"""Paths in graphs, directed or undirected, which are records with the fields `node` and `edge`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, TypeAlias

from ..values import (
    Filtered,
    Sequences,
    Truth,
    a_set,
    arguments_of,
    field,
    is_function,
    is_in,
    members,
    normal,
    truth,
)

Edge: TypeAlias = Callable[[Any, Any], Any]
"""Maps two nodes to the value that represents the edge between them in the set of edges."""


def arc(a: Any, b: Any) -> Any:
    """The edge from `a` to `b` in a directed graph: a pair."""
    return (a, b)


def line(a: Any, b: Any) -> Any:
    """The edge between `a` and `b` in an undirected graph: a set."""
    return frozenset({a, b})


def nodes_of(graph: Any) -> tuple[Any, ...]:
    """The nodes of a graph, in order."""
    return tuple(members(field(graph, "node")))


def neighbours(graph: Any, edge: Edge) -> dict[Any, list[Any]]:
    """The nodes that the edges from each node lead to."""
    nodes, edges = nodes_of(graph), a_set(field(graph, "edge"))
    return {a: [b for b in nodes if edge(a, b) in edges] for a in nodes}


def reachable(graph: Any, start: Any, edge: Edge = arc) -> set[Any]:
    """The nodes reachable from `start`, including `start`.

    >>> from ..values import record
    >>> g = record(node=frozenset({1, 2, 3}), edge=frozenset({(1, 2)}))
    >>> sorted(reachable(g, 1))
    [1, 2]
    """
    near = neighbours(graph, edge)
    seen, waiting = {start}, [start]
    while waiting:
        for node in near[waiting.pop()]:
            if node not in seen:
                seen.add(node)
                waiting.append(node)
    return seen


def is_graph(graph: Any) -> bool:
    """Whether a value is a record with the fields of a graph and no others."""
    return is_function(graph) and arguments_of(graph).set == {"node", "edge"}


def paths(edge: Edge) -> Callable[[Any], Filtered]:
    """The operator Path: the set of the nonempty sequences of nodes that follow edges."""

    def of(graph: Any) -> Filtered:
        edges = field(graph, "edge")

        def is_path(p: Any) -> bool:
            return bool(p) and all(is_in(edge(a, b), edges) for a, b in pairwise(p))

        return Filtered(Sequences(field(graph, "node")), is_path)

    return of


def simple_paths(edge: Edge) -> Callable[[Any], frozenset[Any]]:
    """The operator SimplePath: the set of the paths that visit each node at most once."""

    def of(graph: Any) -> frozenset[Any]:
        near = neighbours(graph, edge)

        def from_here(path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
            yield path
            for node in near[path[-1]]:
                if node not in path:
                    yield from from_here((*path, node))

        return frozenset(path for node in near for path in from_here((node,)))

    return of


def connected(edge: Edge) -> Callable[[Any, Any, Any], Truth]:
    """The operator AreConnectedIn: whether there is a path from one node to another."""

    def are_connected(a: Any, b: Any, graph: Any) -> Truth:
        nodes = field(graph, "node")
        return truth(is_in(a, nodes) and normal(b) in reachable(graph, normal(a), edge))

    return are_connected
