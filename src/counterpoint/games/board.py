"""Games in which every state is one side's: what parity games are solved on.

Where a player of the team chooses and some steps are nobody's, those may come first whatever he
would choose. Such a state becomes two nodes: at the first the others take one of these steps or
pass, at the second the player takes one of his.
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
    """An arena of nodes with the one player `team`; all that is not `mine` are the others'.

    `state[v]` is the state that node v stands for, `step[k]` the step that k stands for, NO_MOVE
    where the others pass. Node number s stands for state s; further nodes come after.
    """

    arena: Arena
    mine: Array
    state: Array
    step: Array

    def moves_of(self, move: Array, nodes: Array, states: int) -> Array:
        """For each state, the step that stands for the move of its node among `nodes`."""
        found = np.full(states, NO_MOVE, np.uint64)
        chosen = np.flatnonzero(nodes & (move != NO_MOVE))
        found[self.state[chosen]] = self.step[move[chosen].astype(np.intp)]
        return found


def board_of(arena: Arena, team: frozenset[str]) -> Board:
    """The board on which `team` plays against all others and what is nobody's choice."""
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
    second = np.arange(arena.states)  # the node at which the player of a state chooses
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
