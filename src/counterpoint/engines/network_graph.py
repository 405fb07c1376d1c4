"""The graph of the states of a program."""

from __future__ import annotations

from ..model.network import Network
from ..model.system import Label
from .base.limits import Limits
from .base.task import Task
from .decide.network.check import trace_of
from .search.network.exploration import Exploration
from .search.network.explore import explore
from .search.network.kernel import FAILED, HOT, QUIET, STUCK
from .state_graph import Graph, Node


def network_graph(network: Network, limits: Limits) -> Graph:
    """The graph of the reachable states of a program, within the limits."""
    found = explore(network, Task(limits, edges=True))
    kept = min(found.states, limits.states or found.states)
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
