"""Graphs: directed graphs, as records of a set of nodes and a set of edges, which are pairs."""

from __future__ import annotations

from typing import Any

from ..values import (
    TRUE,
    Filtered,
    PowerSet,
    Product,
    RecordSet,
    Truth,
    a_set,
    apply,
    field,
    is_in,
    is_subset,
    members,
    normal,
    record,
    truth,
)
from .module import LibraryModule, module
from .paths import (
    arc,
    connected,
    is_graph,
    nodes_of,
    paths,
    reachable,
    simple_paths,
)
from .relation import as_relation, closure


def _is_directed(graph: Any) -> Truth:
    if not is_graph(graph):
        return truth(False)
    node = field(graph, "node")
    return truth(is_subset(field(graph, "edge"), Product(node, node)))


def _subgraphs(graph: Any) -> Filtered:
    node = field(graph, "node")
    wide = RecordSet({"node": PowerSet(node), "edge": PowerSet(field(graph, "edge"))})
    return Filtered(wide, lambda part: _is_directed(part) is TRUE)


def _transposed(graph: Any) -> Any:
    turned = (((apply(edge, 2)), apply(edge, 1)) for edge in members(field(graph, "edge")))
    return record(node=normal(field(graph, "node")), edge=frozenset(turned))


def _is_symmetric(graph: Any) -> Truth:
    edges = a_set(field(graph, "edge"))
    return truth(_is_directed(graph) is TRUE and all((b, a) in edges for a, b in edges))


def _symmetric_subgraphs(graph: Any) -> Filtered:
    return Filtered(_subgraphs(graph), lambda part: _is_symmetric(part) is TRUE)


def _is_strongly_connected(graph: Any) -> Truth:
    nodes = nodes_of(graph)
    return truth(all(len(reachable(graph, node, arc)) == len(nodes) for node in nodes))


def _links(graph: Any) -> set[tuple[Any, Any]]:
    return closure(nodes_of(graph), set(a_set(field(graph, "edge"))))


def _connections(graph: Any) -> Any:
    nodes = nodes_of(graph)
    return as_relation(nodes, _links(graph) | {(node, node) for node in nodes})


def _is_tree(graph: Any, root: Any) -> Truth:
    if _is_directed(graph) is not TRUE or not is_in(root, field(graph, "node")):
        return truth(False)
    starts = [edge[0] for edge in members(field(graph, "edge"))]
    alone = len(set(starts)) == len(starts) and normal(root) not in starts
    return truth(
        alone and all(normal(root) in reachable(graph, node, arc) for node in nodes_of(graph))
    )


def _graph_union(a: Any, b: Any) -> Any:
    return record(
        node=a_set(field(a, "node")) | a_set(field(b, "node")),
        edge=a_set(field(a, "edge")) | a_set(field(b, "edge")),
    )


def _is_bipartite(graph: Any, left: Any, right: Any) -> Truth:
    one, other = a_set(left), a_set(right)
    edges = members(field(graph, "edge"))
    return truth(
        not one & other
        and set(nodes_of(graph)) <= one | other
        and all((a in one and b in other) or (b in one and a in other) for a, b in edges)
    )


def has_cycle(graph: Any) -> bool:
    """Whether a directed graph has a cycle; an edge from a node to itself counts.

    >>> has_cycle(record(node=frozenset({1}), edge=frozenset({(1, 1)})))
    True
    """
    return any(a == b for a, b in _links(graph))


def _has_cycle(graph: Any) -> Truth:
    return truth(has_cycle(graph))


def _is_acyclic(graph: Any) -> Truth:
    return truth(_is_directed(graph) is TRUE and not has_cycle(graph))


def _successors(graph: Any, node: Any) -> frozenset[Any]:
    edges, node = a_set(field(graph, "edge")), normal(node)
    return frozenset(other for other in nodes_of(graph) if (node, other) in edges)


def _predecessors(graph: Any, node: Any) -> frozenset[Any]:
    edges, node = a_set(field(graph, "edge")), normal(node)
    return frozenset(other for other in nodes_of(graph) if (other, node) in edges)


def _all_successors(graph: Any, nodes: Any) -> frozenset[Any]:
    return frozenset().union(*(_successors(graph, node) for node in members(nodes)))


def _all_predecessors(graph: Any, nodes: Any) -> frozenset[Any]:
    return frozenset().union(*(_predecessors(graph, node) for node in members(nodes)))


def _ancestors(graph: Any, node: Any) -> frozenset[Any]:
    return frozenset(a for a, b in _links(graph) if b == normal(node))


def _descendants(graph: Any, node: Any) -> frozenset[Any]:
    return frozenset(b for a, b in _links(graph) if a == normal(node))


def _in_degree(graph: Any, node: Any) -> int:
    return len(_predecessors(graph, node))


def _out_degree(graph: Any, node: Any) -> int:
    return len(_successors(graph, node))


def _roots(graph: Any) -> frozenset[Any]:
    return frozenset(node for node in nodes_of(graph) if not _predecessors(graph, node))


def _leaves(graph: Any) -> frozenset[Any]:
    return frozenset(node for node in nodes_of(graph) if not _successors(graph, node))


def _graphs(values: Any) -> RecordSet:
    return RecordSet(
        {"node": frozenset({a_set(values)}), "edge": PowerSet(Product(values, values))}
    )


GRAPHS: LibraryModule = module(
    "Graphs",
    {
        "IsDirectedGraph": _is_directed,
        "DirectedSubgraph": _subgraphs,
        "Transpose": _transposed,
        "IsUndirectedGraph": _is_symmetric,
        "UndirectedSubgraph": _symmetric_subgraphs,
        "Path": paths(arc),
        "SimplePath": simple_paths(arc),
        "AreConnectedIn": connected(arc),
        "IsStronglyConnected": _is_strongly_connected,
        "ConnectionsIn": _connections,
        "IsTreeWithRoot": _is_tree,
        "GraphUnion": _graph_union,
        "IsBipartiteWithPartitions": _is_bipartite,
        "HasCycle": _has_cycle,
        "IsDag": _is_acyclic,
        "Successors": _successors,
        "AllSuccessors": _all_successors,
        "Predecessors": _predecessors,
        "AllPredecessors": _all_predecessors,
        "Ancestors": _ancestors,
        "Descendants": _descendants,
        "InDegree": _in_degree,
        "OutDegree": _out_degree,
        "Roots": _roots,
        "Leaves": _leaves,
        "EmptyGraph": record(node=frozenset(), edge=frozenset()),
        "Graphs": _graphs,
    },
    extends="Naturals Sequences FiniteSets SequencesExt Relation",
)

MODULES = (GRAPHS,)
