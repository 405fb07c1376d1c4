"""Models that several tests share, and how to walk one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from counterpoint.model.model import Model
from counterpoint.model.step import Step, step
from counterpoint.terms.expr import all_of, any_of

LINES = (
    *((3 * row, 3 * row + 1, 3 * row + 2) for row in range(3)),
    *((column, column + 3, column + 6) for column in range(3)),
    (0, 4, 8),
    (2, 4, 6),
)


def tictactoe() -> Model:
    """Tic-Tac-Toe with a loop at the end of the game."""
    game = Model("tictactoe")
    x = game.array("x", range(9), range(3), init=0)
    t = game.var("t", range(1, 3), init=1)
    p1 = game.atom("p1_wins", any_of(all_of(x[i] == 1 for i in line) for line in LINES))
    p2 = game.atom("p2_wins", any_of(all_of(x[i] == 2 for i in line) for line in LINES))
    over = game.atom("over", p1 | p2 | all_of(x[i] != 0 for i in range(9)))
    game.turns(player1=t == 1, player2=t == 2)

    @game.action(k=range(9))
    def put(k: int) -> Step:
        """Whoever's turn it is puts a mark on an empty square."""
        return step(when=(x[k] == 0, ~over), set={x[k]: t, t: 3 - t})

    @game.action
    def stay() -> Step:
        """A game that is over stays as it is."""
        return step(when=over)

    return game


def peterson() -> Model:
    """Peterson's mutual exclusion of two processes."""
    model = Model("peterson")
    pc = model.array("pc", range(2), "idle want wait crit", init="idle")
    flag = model.array("flag", range(2), bool, init=False)
    turn = model.var("turn", range(2), init=0)

    @model.action(i=range(2), owner=lambda i: f"process{i}")
    def go(i: int) -> list[Step]:
        free = ~flag[1 - i] | (turn == i)
        return [
            step(when=pc[i] == "idle", set={pc[i]: "want", flag[i]: True}),
            step(when=pc[i] == "want", set={pc[i]: "wait", turn: 1 - i}),
            step(when=(pc[i] == "wait", free), set={pc[i]: "crit"}),
            step(when=pc[i] == "crit", set={pc[i]: "idle", flag[i]: False}),
        ]

    return model


def counter(top: int = 3) -> Model:
    """A number that goes up by one or two until it is at the top."""
    model = Model("counter")
    n = model.var("n", range(top + 1), init=0)

    @model.action(by=[1, 2])
    def add(by: int) -> Step:
        return step(when=n + by <= top, set={n: n + by})

    return model


def reachable(model: Model) -> set[Any]:
    """The states that a walk comes to."""
    return closure(model.initial(), lambda state: (s for _, s in model.successors(state)))


def closure(start: Iterable[Hashable], after: Callable[[Any], Iterable[Hashable]]) -> set[Hashable]:
    """All that can be reached from `start`."""
    seen = set(start)
    todo = list(seen)
    while todo:
        new = set(after(todo.pop())) - seen
        seen |= new
        todo += new
    return seen
