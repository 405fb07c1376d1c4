"""Games in which each state belongs to one side; parity games are solved on these.

In an arena, a state in which a player of the team chooses may also have steps that no player
chooses, and these may occur whatever the player would choose. Such a state is split into two nodes:
at the first the others take one of these steps or pass; at the second the player takes a step.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from ..data import dataclass
from ..engines.base.arrays import Array
from ..engines.base.edges import Edges
from ..engines.graph.arena import NOBODY, Arena
from ..engines.graph.attractor import NO_MOVE, owned_by

TEAM = frozenset({"team"})


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """An arena of nodes with one player, `team`; nodes that are not `mine` belong to the others.

    `mine` has a bool for each node. `state[v]` is the state that node v represents. `step[k]` is
    the step of the original arena that step k represents, or NO_MOVE for a pass. The node of state
    s has number s; the second nodes of split states follow.
    """

    arena: Arena
    mine: Array
    state: Array
    step: Array

    def moves_of(self, move: Array, nodes: Array, states: int) -> Array:
        """For each state, the step that the move of its node among `nodes` represents, or NO_MOVE.

        `move` has a step of the board for each node, `nodes` a bool for each node.
        """
        found = np.full(states, NO_MOVE, np.uint64)
        chosen = np.flatnonzero(nodes & (move != NO_MOVE))
        found[self.state[chosen]] = self.step[move[chosen].astype(np.intp)]
        return found


def board_of(arena: Arena, team: frozenset[str]) -> Board:
    """The board on which `team` plays against all others and the steps that no player chooses."""
    owned = owned_by(arena, team)
    if arena.unowned is None:
        plain = _plain(arena, arena.edges, owned, arena.extra)
        steps = np.arange(len(arena.edges.target), dtype=np.uint64)
        return Board(plain, owned, np.arange(arena.states), steps)
    return _split(arena, owned, arena.unowned)


def _plain(arena: Arena, edges: Edges, mine: Array, extra: dict[str, object]) -> Arena:
    owner = np.where(mine, 0, NOBODY)
    return dataclasses.replace(
        arena, edges=edges, players=("team",), owner=owner, unowned=None, contest=None, extra=extra
    )


def _split(arena: Arena, owned: Array, free: Array) -> Board:
    source = sources(arena)
    frees = np.bincount(source, free, arena.states).astype(np.intp)
    degree = np.diff(arena.edges.start).astype(np.intp)
    mixed = np.flatnonzero(owned & (frees > 0) & (frees < degree))
    second = np.arange(arena.states)  # for each state, the node at which its player chooses
    second[mixed] = arena.states + np.arange(len(mixed))
    source = np.concatenate([np.where(free, source, second[source]), mixed])
    target = np.concatenate([arena.edges.target, second[mixed].astype(np.uint32)])
    step = np.full(len(source), NO_MOVE, np.uint64)
    step[: len(free)] = np.arange(len(free))
    order = np.argsort(source, kind="stable")
    nodes = arena.states + len(mixed)
    edges = Edges(_starts(source, nodes), target[order], np.zeros(len(order), np.uint32))
    mine = np.concatenate([owned & (frees == 0), np.ones(len(mixed), bool)])
    state = np.concatenate([np.arange(arena.states), mixed])
    return Board(_plain(arena, edges, mine, {}), mine, state, step[order])


def _starts(source: Array, nodes: int) -> Array:
    start = np.zeros(nodes + 1, np.uint64)
    start[1:] = np.cumsum(np.bincount(source, minlength=nodes))
    return start


def sources(arena: Arena) -> Array:
    """For each step, the state that it leaves."""
    return np.repeat(np.arange(arena.states), np.diff(arena.edges.start).astype(np.intp))
