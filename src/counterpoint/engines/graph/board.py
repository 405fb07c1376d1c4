"""Games in which each state belongs to one side; parity games are solved on these.

In a graph, a state in which a player of the team chooses may also have steps that no player
chooses, and these may occur whatever the player would choose. Such a state is split into two nodes:
at the first the others take one of these steps or pass; at the second the player takes a step.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from ...data import dataclass
from ..base.arrays import U64, Bools, Ints, order_of
from ..base.edges import Edges
from .attractor import NO_MOVE, owned_by
from .explicit import NOBODY, ExplicitGraph

TEAM = frozenset({"team"})


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A graph of nodes with one player, `team`; nodes that are not `mine` belong to the others.

    `mine` has a bool for each node. `state[v]` is the state that node v represents. `step[k]` is
    the step of the original graph that step k represents, or NO_MOVE for a pass. The node of state
    s has number s; the second nodes of split states follow.
    """

    graph: ExplicitGraph
    mine: Bools
    state: Ints
    step: U64

    def moves_of(self, move: U64, nodes: Bools, states: int) -> U64:
        """For each state, the step that the move of its node among `nodes` represents, or NO_MOVE.

        `move` has a step of the board for each node, `nodes` a bool for each node.
        """
        found = np.full(states, NO_MOVE, np.uint64)
        chosen = np.flatnonzero(nodes & (move != NO_MOVE))
        found[self.state[chosen]] = self.step[move[chosen].astype(np.intp)]
        return found


def board_of(graph: ExplicitGraph, team: frozenset[str]) -> Board:
    """The board on which `team` plays against all others and the steps that no player chooses."""
    owned = owned_by(graph, team)
    if graph.unowned is None:
        plain = _plain(graph, graph.edges, owned, graph.extra)
        steps = np.arange(len(graph.edges.target), dtype=np.uint64)
        return Board(plain, owned, np.arange(graph.states), steps)
    return _split(graph, owned, graph.unowned)


def _plain(
    graph: ExplicitGraph, edges: Edges, mine: Bools, extra: dict[str, object]
) -> ExplicitGraph:
    owner = np.where(mine, 0, NOBODY)
    return dataclasses.replace(
        graph, edges=edges, players=("team",), owner=owner, unowned=None, contest=None, extra=extra
    )


def _split(graph: ExplicitGraph, owned: Bools, free: Bools) -> Board:
    source = sources(graph)
    frees = np.bincount(source, free, graph.states).astype(np.intp)
    degree = np.diff(graph.edges.start).astype(np.intp)
    mixed = np.flatnonzero(owned & (frees > 0) & (frees < degree))
    second = np.arange(graph.states)  # for each state, the node at which its player chooses
    second[mixed] = graph.states + np.arange(len(mixed))
    source = np.concatenate([np.where(free, source, second[source]), mixed])
    target = np.concatenate([graph.edges.target, second[mixed].astype(np.uint32)])
    step = np.full(len(source), NO_MOVE, np.uint64)
    step[: len(free)] = np.arange(len(free))
    order = order_of(source)
    nodes = graph.states + len(mixed)
    edges = Edges(_starts(source, nodes), target[order], np.zeros(len(order), np.uint32))
    mine = np.concatenate([owned & (frees == 0), np.ones(len(mixed), bool)])
    state = np.concatenate([np.arange(graph.states), mixed])
    return Board(_plain(graph, edges, mine, {}), mine, state, step[order])


def _starts(source: Ints, nodes: int) -> U64:
    start = np.zeros(nodes + 1, np.uint64)
    start[1:] = np.cumsum(np.bincount(source, minlength=nodes))
    return start


def sources(graph: ExplicitGraph) -> Ints:
    """For each step, the state that it leaves."""
    return np.repeat(np.arange(graph.states), np.diff(graph.edges.start).astype(np.intp))
