"""UndirectedGraphs: graphs in which edges are sets of two nodes, or of one node for a loop."""

from __future__ import annotations

from itertools import product
from typing import Any

from ..values import (
    TRUE,
    Filtered,
    PowerSet,
    RecordSet,
    Truth,
    a_set,
    field,
    members,
    truth,
)
from .module import LibraryModule, module
from .paths import (
    connected,
    is_graph,
    line,
    nodes_of,
    paths,
    reachable,
    simple_paths,
)


def _edges(nodes: Any) -> frozenset[Any]:
    return frozenset(frozenset(pair) for pair in product(members(nodes), repeat=2))


def _is_undirected(graph: Any) -> Truth:
    return truth(is_graph(graph) and a_set(field(graph, "edge")) <= _edges(field(graph, "node")))


def _is_without_loops(graph: Any) -> Truth:
    edges = members(field(graph, "edge"))
    return truth(_is_undirected(graph) is TRUE and all(len(edge) == 2 for edge in edges))


def _subgraphs(graph: Any) -> Filtered:
    node, edge = field(graph, "node"), field(graph, "edge")
    wide = RecordSet({"node": PowerSet(node), "edge": PowerSet(edge)})
    return Filtered(wide, lambda part: _is_undirected(part) is TRUE)


def components(graph: Any) -> frozenset[Any]:
    """ConnectedComponents(graph): the set of the components, each a set of nodes.

    >>> from ..values import record
    >>> edge = frozenset({frozenset({1, 2})})
    >>> sorted(map(sorted, components(record(node=frozenset({1, 2, 3}), edge=edge))))
    [[1, 2], [3]]
    """
    left, found = set(nodes_of(graph)), set()
    for node in nodes_of(graph):
        if node in left:
            component = frozenset(reachable(graph, node, line))
            found.add(component)
            left -= component
    return frozenset(found)


def _is_connected(graph: Any) -> Truth:
    return truth(components(graph) == {a_set(field(graph, "node"))})


def _graphs(values: Any) -> RecordSet:
    return RecordSet({"node": frozenset({a_set(values)}), "edge": PowerSet(_edges(values))})


UNDIRECTED_GRAPHS: LibraryModule = module(
    "UndirectedGraphs",
    {
        "IsUndirectedGraph": _is_undirected,
        "IsLoopFreeUndirectedGraph": _is_without_loops,
        "UndirectedSubgraph": _subgraphs,
        "Path": paths(line),
        "SimplePath": simple_paths(line),
        "AreConnectedIn": connected(line),
        "ConnectedComponents": components,
        "IsStronglyConnected": _is_connected,
        "UndirectedGraphs": _graphs,
    },
)

MODULES = (UNDIRECTED_GRAPHS,)
