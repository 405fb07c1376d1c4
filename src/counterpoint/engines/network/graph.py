"""The graph of the states that are reached: what a drawing or another tool is made from."""

from __future__ import annotations

from dataclasses import dataclass

from ...model.network import Network
from ...model.system import Label
from ...verdict import Trace
from ..check import Target
from ..limits import Limits
from ..task import Task
from .checking import trace_of
from .exploration import Exploration
from .explore import explore
from .kernel import (
    FAILED,
    HOT,
    QUIET,
    STUCK,
)


@dataclass(frozen=True, slots=True)
class Node:
    """A state: its number, its distance from the start, a shortest way to it, and what it is."""

    number: int
    depth: int
    way: Trace
    failed: bool
    deadlock: bool
    quiet: bool
    hot: bool


@dataclass(frozen=True, slots=True)
class Graph:
    """The states in breadth-first order, and the (source, label, target) steps between them.

    `stopped` says why states are missing, if any are.
    """

    nodes: tuple[Node, ...]
    edges: tuple[tuple[int, Label, int], ...]
    stopped: str = ""


def state_graph(target: Target, limit_states: int | None = None) -> Graph:
    """The graph of the states of `target` that are reached, at most about `limit_states` of them.

    >>> from counterpoint import Program, events, state_graph, sync, thread
    >>> @thread
    ... def pour(event):
    ...     yield sync(request=event)
    >>> graph = state_graph(Program(*map(pour, events("HOT COLD"))))
    >>> len(graph.nodes), graph.edges[0]
    (4, (0, HOT, 1))
    """
    network = target.network()
    found = explore(network, Task(Limits(limit_states), edges=True))
    kept = min(found.states, limit_states or found.states)
    return Graph(_nodes(found, kept), _steps(found, kept, network), found.stopped)


def _nodes(found: Exploration, kept: int) -> tuple[Node, ...]:
    depths = [0]
    for number in range(1, kept):
        depths.append(depths[int(found.parents[number])] + 1)
    return tuple(_node(found, number, depths[number]) for number in range(kept))


def _node(found: Exploration, number: int, depth: int) -> Node:
    marks = int(found.marks[number])
    return Node(
        number,
        depth,
        trace_of(found.network, found.way_to(number)),
        failed=bool(marks & FAILED),
        deadlock=bool(marks & STUCK),
        quiet=bool(marks & QUIET),
        hot=bool(marks & HOT),
    )


def _steps(found: Exploration, kept: int, network: Network) -> tuple[tuple[int, Label, int], ...]:
    assert found.edges is not None
    start, target, event = (found.edges.start, found.edges.target, found.edges.event)
    return tuple(
        (source, network.alphabet[int(event[k])], int(target[k]))
        for source in range(kept)
        for k in range(int(start[source]), int(start[source + 1]))
        if target[k] < kept
    )
