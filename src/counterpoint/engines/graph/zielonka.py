"""Parity games solved by recursion on their greatest priority.

Zielonka's algorithm (Theoretical Computer Science 200, 1998), with its second recursive call
replaced by a loop, and a stack of its own for the first one, so that there may be any number of
priorities. With two priorities it is the nested attractor computation that solves Buchi and
co-Buchi games.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import field
from typing import TypeAlias

import numpy as np

from ...alarm import require_going_on
from ...data import dataclass
from ...logic.core import Kind
from ..base.arrays import U32, U64, Bools, Ints
from ..base.outcome import NONE
from .attractor import NO_MOVE, Attractor, attractor, nearest_moves
from .board import TEAM, Board

EVEN, ODD = 0, 1

Gone: TypeAlias = tuple[Bools, Bools]
"""The nodes outside of a subgame that were attracted to EVEN, and those attracted to ODD.

From inside the subgame, a side has no step to nodes attracted to itself. Steps of the other side to
these nodes are not part of the subgame.
"""

Solving: TypeAlias = "Generator[Solving, Bools, Bools]"
"""The work on a subgame: yields the work on smaller ones, gets their results, returns its own."""


@dataclass(eq=False)
class Zielonka:
    """Solves one max-even parity game in at most `most` rounds; the team plays EVEN.

    `move` has a step for each node, chosen by the side that owns the node and wins there; else
    NO_MOVE.
    """

    board: Board
    priorities: Ints
    most: int
    move: U64 = field(init=False)

    def __post_init__(self) -> None:
        self._rounds = 0
        self.move = np.full(self.board.graph.states, NO_MOVE, np.uint64)

    def solve(self) -> Bools | None:
        """The nodes from which the team wins, array of bool; None if it takes too many rounds."""
        nothing = np.zeros(self.board.graph.states, bool)
        try:
            return _finished(self._solve(~nothing, (nothing, nothing)))
        except _TooLong:
            return None

    def _solve(self, inside: Bools, gone: Gone) -> Solving:
        """The nodes of `inside` where EVEN wins."""
        lost = np.zeros(len(inside), bool)
        if not inside.any():
            return lost
        level = int(self.priorities[inside].max())
        side = level % 2
        while inside.any():
            require_going_on()
            self._rounds += 1
            if self._rounds > self.most:
                raise _TooLong
            top = inside & (self.priorities == level)
            near = self._attracted(side, inside, top, gone)
            rest = inside & ~near.region
            even = yield self._solve(rest, _more(gone, side, near.region))
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


class _TooLong(Exception):
    """A game takes more rounds than are allowed."""


def _finished(work: Solving) -> Bools:
    """The result of some work, on a stack of its own."""
    stack = [work]
    found: Bools | None = None
    while stack:
        try:
            stack.append(stack[-1].send(found))  # type: ignore[arg-type]
            found = None
        except StopIteration as done:
            stack.pop()
            found = done.value
    assert found is not None
    return found


def _more(gone: Gone, side: int, nodes: Bools) -> Gone:
    even, odd = gone
    return (even | nodes, odd) if side == EVEN else (even, odd | nodes)
