"""Graphs written out, random ones, and Tic-Tac-Toe as a graph of its own making."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import strategies as st

from counterpoint.engines.base.edges import Edges
from counterpoint.engines.graph.explicit import NOBODY, ExplicitGraph
from counterpoint.model.system import REST, Label

PLAYERS = ("one", "two")


@dataclass(frozen=True)
class Table:
    """A game as a table: for each state its owner, and (label, target, nobody's) for each step."""

    owners: tuple[int, ...]
    steps: tuple[tuple[tuple[str, int, bool], ...], ...]
    start: int = 0

    def initial(self) -> tuple[int, ...]:
        return (self.start,)

    def successors(self, state: int) -> list[tuple[str, int]]:
        return [(label, target) for label, target, _ in self.steps[state]]

    def owner(self, state: int) -> str | None:
        return None if self.owners[state] == NOBODY else PLAYERS[self.owners[state]]

    def show(self, state: int) -> str:
        return str(state)

    def graph(self) -> ExplicitGraph:
        flat = [step for steps in self.steps for step in steps]
        start = np.zeros(len(self.steps) + 1, np.uint64)
        start[1:] = np.cumsum([len(steps) for steps in self.steps])
        labels = sorted({label for label, _, _ in flat})
        unowned = np.array([free for _, _, free in flat], bool)
        return ExplicitGraph(
            edges=Edges(
                start,
                np.array([target for _, target, _ in flat], np.uint32),
                np.array([labels.index(label) for label, _, _ in flat], np.uint32),
            ),
            labels=tuple(labels),
            initial=np.array([0], np.uint32),
            state=int,
            number=lambda state: state if isinstance(state, int) else None,
            prop=lambda text: np.zeros(len(self.steps), bool),
            players=PLAYERS,
            owner=np.array(self.owners, np.int8),
            unowned=unowned if unowned.any() else None,
            transitions=len(flat),
        )


@st.composite
def tables(draw: st.DrawFn, largest: int = 6, free: bool = True) -> Table:
    """Games of few states; with `free`, some states are nobody's and some steps too."""
    n = draw(st.integers(1, largest))
    owners = draw(
        st.lists(st.integers(NOBODY if free else 0, 1), min_size=n, max_size=n).map(tuple)
    )
    forward = draw(st.booleans())
    some_free = free and draw(st.booleans())
    steps = []
    for s in range(n):
        targets = draw(st.lists(st.integers(s if forward else 0, n - 1), min_size=1, max_size=3))
        frees = [some_free and owners[s] != NOBODY and draw(st.booleans()) for _ in targets]
        steps.append(
            tuple((f"m{k}", t, f) for k, (t, f) in enumerate(zip(targets, frees, strict=True)))
        )
    return Table(owners, tuple(steps))


def explored(
    start: Iterable[Hashable],
    moves: Callable[[Any], Sequence[tuple[Label, Hashable]]],
    owner: Callable[[Any], str | None],
    players: tuple[str, ...],
    props: dict[str, Callable[[Any], bool]],
) -> ExplicitGraph:
    """The graph of all states that are reached; a state without moves rests."""
    order = list(dict.fromkeys(start))
    initial = len(order)
    number = {state: k for k, state in enumerate(order)}
    begins, targets, events = [0], [], []
    labels: dict[Label, int] = {}
    rests = 0
    for state in order:
        steps = moves(state)
        rests += not steps
        for label, there in steps or [(REST, state)]:
            if there not in number:
                number[there] = len(order)
                order.append(there)
            targets.append(number[there])
            events.append(labels.setdefault(label, len(labels)))
        begins.append(len(targets))
    owners = {player: k for k, player in enumerate(players)}
    return ExplicitGraph(
        edges=Edges(
            np.array(begins, np.uint64), np.array(targets, np.uint32), np.array(events, np.uint32)
        ),
        labels=tuple(labels),
        initial=np.arange(initial, dtype=np.uint32),
        state=order.__getitem__,
        number=number.get,
        prop=lambda text: np.array([props[text](state) for state in order], bool),
        players=players,
        owner=np.array([owners.get(owner(state) or "", NOBODY) for state in order], np.int8),
        transitions=len(targets) - rests,
    )


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

Board = tuple[int, ...]
"""Nine squares, 0 for an empty one, and last whose turn it is."""


class TicTacToe:
    """The game of document 004 as a `System`: players `player1` and `player2`."""

    def initial(self) -> tuple[Board, ...]:
        return ((0,) * 9 + (1,),)

    def moves(self, board: Board) -> list[tuple[str, Board]]:
        if won_by(board, 1) or won_by(board, 2):
            return []
        return [(f"put({k})", placed(board, k)) for k in range(9) if board[k] == 0]

    def successors(self, board: Board) -> list[tuple[Label, Board]]:
        return list(self.moves(board)) or [(REST, board)]

    def owner(self, board: Board) -> str | None:
        return f"player{board[9]}"

    def show(self, board: Board) -> dict[str, str]:
        return {**{f"x[{k}]": str(v) for k, v in enumerate(board[:9])}, "t": str(board[9])}


def won_by(board: Board, player: int) -> bool:
    return any(all(board[k] == player for k in line) for line in LINES)


def placed(board: Board, k: int) -> Board:
    return (*board[:k], board[9], *board[k + 1 : 9], 3 - board[9])


def tic_tac_toe() -> ExplicitGraph:
    """Its 5,478 reachable states."""
    game = TicTacToe()
    return explored(
        game.initial(),
        game.moves,
        game.owner,
        ("player1", "player2"),
        {"one": lambda b: won_by(b, 1), "two": lambda b: won_by(b, 2)},
    )


def nim(*piles: int) -> ExplicitGraph:
    """Nim: a state is (piles, player to move); who takes the last match has won."""

    def moves(state: tuple[tuple[int, ...], str]) -> Iterator[tuple[Label, Hashable]]:
        heap, player = state
        for k, size in enumerate(heap):
            for left in range(size):
                yield f"leave({k},{left})", ((*heap[:k], left, *heap[k + 1 :]), other(player))

    def has_won(player: str) -> Callable[[Any], bool]:
        return lambda s: not any(s[0]) and s[1] != player

    return explored(
        [(piles, "one"), (piles, "two")],
        lambda state: list(moves(state)),
        lambda state: str(state[1]),
        PLAYERS,
        {player: has_won(player) for player in PLAYERS},
    )


def other(player: str) -> str:
    return "two" if player == "one" else "one"
