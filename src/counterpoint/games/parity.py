"""Parity games: who wins where, and by which moves.

Zielonka's algorithm (Theoretical Computer Science 200, 1998), with its second recursive call
replaced by a loop, so that the recursion is no deeper than the number of priorities. With two
priorities it is the nested attractor computation that solves Buchi and co-Buchi games.
"""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

import numpy as np

from ..alarm import require_going_on
from ..data import dataclass
from ..engines.base.arrays import U32, U64, Bools, Ints
from ..engines.base.outcome import NONE
from ..engines.graph.attractor import NO_MOVE, Attractor, attractor, nearest_moves
from ..logic.core import Kind
from .board import TEAM, Board

EVEN, ODD = 0, 1

Gone: TypeAlias = tuple[Bools, Bools]
"""The nodes outside of a subgame that were attracted to EVEN, and those attracted to ODD.

From inside the subgame, a side has no step to nodes attracted to itself. Steps of the other side to
these nodes are not part of the subgame.
"""


@dataclass(eq=False)
class Zielonka:
    """Solves one max-even parity game; the team plays EVEN.

    `move` has a step for each node, chosen by the side that owns the node and wins there; else
    NO_MOVE.
    """

    board: Board
    priorities: Ints
    move: U64 = field(init=False)

    def __post_init__(self) -> None:
        self.move = np.full(self.board.graph.states, NO_MOVE, np.uint64)

    def solve(self) -> Bools:
        """The nodes from which the team wins; array of bool."""
        nothing = np.zeros(self.board.graph.states, bool)
        return self._solve(int(self.priorities.max()), ~nothing, (nothing, nothing))

    def _solve(self, level: int, inside: Bools, gone: Gone) -> Bools:
        """The nodes of `inside` where EVEN wins; the priorities of `inside` are at most `level`."""
        side = level % 2
        lost = np.zeros(len(inside), bool)
        while inside.any():
            require_going_on()
            top = inside & (self.priorities == level)
            near = self._attracted(side, inside, top, gone)
            rest = inside & ~near.region
            even = self._solve(level - 1, rest, _more(gone, side, near.region))
            theirs = even if side == ODD else rest & ~even
            if not theirs.any():
                self._go(side, near.region & ~top, near.rank)
                self._go(side, top, np.where(inside, np.uint32(0), np.uint32(NONE)))
                break
            back = self._attracted(1 - side, inside, theirs, gone)
            self._go(1 - side, back.region & ~theirs, back.rank)
            lost |= back.region
            inside = inside & ~back.region
            gone = _more(gone, 1 - side, back.region)
        return inside if side == EVEN else lost

    def _attracted(self, side: int, inside: Bools, goal: Bools, gone: Gone) -> Attractor:
        kind = Kind.FORCE if side == EVEN else Kind.ALLOW
        found = attractor(self.board.graph, kind, TEAM, inside, goal | gone[side])
        return Attractor(found.region & inside, found.rank)

    def _go(self, side: int, nodes: Bools, rank: U32) -> None:
        own = self.board.mine if side == EVEN else ~self.board.mine
        asked = nodes & own
        found = nearest_moves(self.board.graph, asked, rank)
        self.move[asked] = found[asked]


def _more(gone: Gone, side: int, nodes: Bools) -> Gone:
    even, odd = gone
    return (even | nodes, odd) if side == EVEN else (even, odd | nodes)
