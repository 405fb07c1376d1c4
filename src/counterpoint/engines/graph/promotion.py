"""Parity games solved by priority promotion.

Benerecetti, Dell'Erba and Mogavero, Solving parity games via priority promotion, CAV 2016.
"""

from __future__ import annotations

from dataclasses import field

import numpy as np

from ...alarm import require_going_on
from ...data import dataclass
from ...logic.core import Kind
from ..base.arrays import U32, U64, Bools, Ints
from ..base.outcome import NONE
from .attractor import NO_MOVE, Attractor, attractor, nearest_moves
from .board import TEAM, Board, sources

EVEN, ODD = 0, 1


@dataclass(eq=False)
class Promotion:
    """Solves one max-even parity game in at most `most` rounds; the team plays EVEN.

    `move` has a step for each node, chosen by the side that owns the node and wins there; else
    NO_MOVE. `level` is the priority of the region that each node is in. The side of its parity wins
    all plays that stay in a region. A region is open if a play may leave it to a lower one.
    """

    board: Board
    priorities: Ints
    most: int
    move: U64 = field(init=False)
    level: Ints = field(init=False)
    decided: tuple[Bools, Bools] = field(init=False)
    """The nodes that EVEN wins, and those that ODD wins, as far as that is known."""

    def __post_init__(self) -> None:
        self._rounds = 0
        graph = self.board.graph
        self.move = np.full(graph.states, NO_MOVE, np.uint64)
        self.level = self.priorities.copy()
        self.decided = np.zeros(graph.states, bool), np.zeros(graph.states, bool)
        self._source = sources(graph)
        self._target = graph.edges.target

    def solve(self) -> Bools | None:
        """The nodes from which the team wins, array of bool; None if it takes too many rounds."""
        while (left := self._left()).any():
            self.level = self.priorities.copy()
            self._decide(left)
            if self._rounds > self.most:
                return None
        return self.decided[EVEN]

    def _left(self) -> Bools:
        return ~(self.decided[EVEN] | self.decided[ODD])

    def _decide(self, left: Bools) -> None:
        """Find nodes that one side wins, by promoting regions until one has no way out."""
        level = int(self.level[left].max())
        while self._rounds <= self.most:
            require_going_on()
            self._rounds += 1
            side = level % 2
            inside = left & (self.level <= level)
            region = self._grown(side, level, inside)
            if self._is_open(side, region, inside):
                level = int(self.level[left & (self.level < level)].max())
                continue
            ways = self._ways_up(side, region, left)
            if not len(ways):
                self._win(side, region, left)
                return
            level = int(ways.min())
            self.level[region] = level
            below = left & (self.level < level)
            self.level[below] = self.priorities[below]

    def _grown(self, side: int, level: int, inside: Bools) -> Bools:
        """The region of a level with all nodes of the subgame `inside` that are attracted to it."""
        top = inside & (self.level == level)
        others = self._left() & ~inside & (self.level % 2 == side)
        near = self._attracted(side, inside, top, others | self.decided[side])
        region = near.region
        self._go(side, region & ~top, near.rank)
        chosen = self.move != NO_MOVE
        kept = np.zeros(len(region), bool)
        kept[chosen] = region[self._target[self.move[chosen].astype(np.intp)]]
        self._go(side, top & ~kept, np.where(region, np.uint32(0), np.uint32(NONE)))
        self.level[region] = level
        return region

    def _is_open(self, side: int, region: Bools, inside: Bools) -> bool:
        """Whether a play may leave a region to a lower one, or has to."""
        own = self._own(side)
        stays = np.zeros(len(region), bool)
        stays[self._source[region[self._target]]] = True
        if (region & own & ~stays).any():
            return True
        lower = inside & ~region
        return bool(((region & ~own)[self._source] & lower[self._target]).any())

    def _ways_up(self, side: int, region: Bools, left: Bools) -> Ints:
        """The levels of the higher regions to which the other side may leave a closed region."""
        away = (region & ~self._own(side))[self._source] & (left & ~region)[self._target]
        found: Ints = self.level[self._target[away]]
        return found

    def _win(self, side: int, region: Bools, left: Bools) -> None:
        """Decide a region without a way out, and all nodes that are attracted to it."""
        near = self._attracted(side, left, region, self.decided[side])
        self._go(side, near.region & ~region, near.rank)
        self.decided[side][near.region] = True

    def _attracted(self, side: int, inside: Bools, goal: Bools, gone: Bools) -> Attractor:
        """The nodes of the subgame `inside` that are attracted to a goal.

        `gone` are the nodes outside that were attracted to the same side: from inside, that side
        has no step to them, and steps of the other side to them are not part of the subgame.
        """
        kind = Kind.FORCE if side == EVEN else Kind.ALLOW
        found = attractor(self.board.graph, kind, TEAM, inside, goal | gone)
        return Attractor(found.region & inside, found.rank)

    def _own(self, side: int) -> Bools:
        return self.board.mine if side == EVEN else ~self.board.mine

    def _go(self, side: int, nodes: Bools, rank: U32) -> None:
        asked = nodes & self._own(side)
        found = nearest_moves(self.board.graph, asked, rank)
        self.move[asked] = found[asked]
