"""Parity games: who wins where, and by which moves.

The recursive algorithm and priority promotion take turns: each takes exponential time for some
small games of public collections, and these are not the same.
"""

from __future__ import annotations

import numpy as np

from ...data import dataclass
from ..base.arrays import U64, Bools, Ints
from .attractor import NO_MOVE
from .board import Board, board_of
from .explicit import ExplicitGraph
from .promotion import Promotion
from .zielonka import Zielonka


@dataclass(frozen=True, slots=True, eq=False)
class ParityWin:
    """Where a team wins a parity game, and the steps with which both sides win.

    `region` is an array of bool. `moves` has the team's step in each state of it in which the team
    chooses, `counter` that of the others in each other state in which they do; both are NO_MOVE
    elsewhere.
    """

    region: Bools
    moves: U64
    counter: U64


def parity_win(graph: ExplicitGraph, team: frozenset[str], priorities: Ints) -> ParityWin:
    """Where a team can make the greatest priority that recurs for ever even (max-even).

    `priorities` has a number for each state; those without gaps, see `compressed`, are fastest.
    """
    board = board_of(graph, team)
    won, move = _solved(board, priorities[board.state])
    moves = board.moves_of(move, won & board.mine, graph.states)
    counter = board.moves_of(move, ~won & ~board.mine, graph.states)
    region = won[: graph.states]
    moves[~region] = NO_MOVE
    return ParityWin(region, moves, counter)


def compressed(priorities: Ints) -> Ints:
    """Priorities in the same order and of the same parity, without gaps.

    >>> compressed(np.array([4, 10**15, 8, 9])).tolist()
    [0, 2, 0, 1]
    """
    kinds, places = np.unique(priorities, return_inverse=True)
    rises = np.concatenate([kinds[:1] % 2, np.diff(kinds) % 2])
    levels: Ints = np.cumsum(rises)[places]
    return levels


def _solved(board: Board, priorities: Ints) -> tuple[Bools, U64]:
    """The nodes that the team wins, and a step for each node that belongs to its winner.

    Each of the two algorithms takes very long for some games that the other one solves at once. So
    they take turns, with four times as many rounds each time, from the beginning.
    """
    rounds = board.graph.tuning.parity_rounds * (1 + len(np.unique(priorities)))
    while True:
        for solver in (Zielonka(board, priorities, rounds), Promotion(board, priorities, rounds)):
            if (won := solver.solve()) is not None:
                return won, solver.move
        rounds = 4 * rounds + 1
