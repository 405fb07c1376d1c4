"""Board games as models: k in line on boards of any size."""

from __future__ import annotations

from typing import Any

from counterpoint.model.model import Model
from counterpoint.model.step import step
from counterpoint.model.system import REST
from counterpoint.terms.expr import all_of, any_of, count_of

from .small_games import PLAYERS, Table


def lines(rows: int, columns: int, k: int) -> list[list[int]]:
    """The places of every line of k squares."""
    found = []
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                places = [(row + i * down, column + i * right) for i in range(k)]
                if all(0 <= r < rows and 0 <= c < columns for r, c in places):
                    found.append([r * columns + c for r, c in places])
    return found


def in_line(rows: int, columns: int, k: int) -> Model:
    """k in line: `x[i]` is 0, 1 or 2, `t` says who moves."""
    game = Model(f"{rows}x{columns}, {k} in line")
    x = game.array("x", range(rows * columns), range(3), init=0)
    t = game.var("t", range(1, 3), init=1)
    won = [
        game.atom(name, any_of(all_of(x[i] == n for i in line) for line in lines(rows, columns, k)))
        for n, name in ((1, "one"), (2, "two"))
    ]

    @game.action(i=range(rows * columns))
    def put(i: int) -> Any:
        return step(when=(x[i] == 0, ~won[0], ~won[1]), set={x[i]: t, t: 3 - t})

    game.turns(player1=t == 1, player2=t == 2)
    return game


def counted(rows: int, columns: int, k: int) -> Model:
    """The same, where nothing but the number of marks tells whose turn it is."""
    squares, whole = range(rows * columns), lines(rows, columns, k)
    model = Model("counted")
    x = model.array("x", squares, ("-", "X", "O"), init="-")
    one, two = (
        model.atom(name, any_of(all_of(x[s] == mark for s in line) for line in whole))
        for mark, name in (("X", "one"), ("O", "two"))
    )
    ones, twos = (count_of(x[s] == mark for s in squares) for mark in "XO")
    model.turns(player1=ones <= twos, player2=ones > twos)

    @model.action(square=squares)
    def first(square: int) -> object:
        return step(when=(~one, ~two, x[square] == "-", ones <= twos), set={x[square]: "X"})

    @model.action(square=squares)
    def second(square: int) -> object:
        return step(when=(~one, ~two, x[square] == "-", ones > twos), set={x[square]: "O"})

    return model


def board(rows: int, columns: int, text: str, turn: int) -> tuple[int, ...]:
    """The state of a board drawn with `.`, `x` and `o`."""
    squares = [".xo".index(letter) for letter in text.split()]
    assert len(squares) == rows * columns
    return (*squares, turn)


def has_line(rows: int, columns: int, k: int, player: int) -> Any:
    """Whether a player has won, as a plain function of a state."""
    wanted = lines(rows, columns, k)
    return lambda state: any(all(state[i] == player for i in line) for line in wanted)


class InLine:
    """The same game as a plain system, which is quicker to enumerate state by state."""

    def __init__(self, rows: int, columns: int, k: int) -> None:
        self.squares = rows * columns
        self.lines = lines(rows, columns, k)
        self.goals = {
            f"player{player}": lambda state, player=player: self.won(state, player)
            for player in (1, 2)
        }

    def won(self, state: Any, player: int) -> bool:
        return any(all(state[i] == player for i in line) for line in self.lines)

    def initial(self) -> list[Any]:
        return [(0,) * self.squares + (1,)]

    def successors(self, state: Any) -> list[tuple[Any, Any]]:
        *squares, turn = state
        if self.won(state, 3 - turn):
            return [(REST, state)]
        steps: list[tuple[Any, Any]] = []
        for i, square in enumerate(squares):
            if square == 0:
                steps.append((f"put({i})", (*squares[:i], turn, *squares[i + 1 :], 3 - turn)))
        return steps or [(REST, state)]

    def owner(self, state: Any) -> str:
        return f"player{state[-1]}"

    def show(self, state: Any) -> str:
        return " ".join(".xo"[square] for square in state[:-1])


def of_table(table: Table, **atoms: set[int]) -> Model:
    """A game that is written out as a model: `s` is the number of the state."""
    model = Model("table")
    s = model.var("s", range(len(table.steps)), init=table.start)
    model.turns(dict.fromkeys(PLAYERS, False))
    for name, members in atoms.items():
        model.atom(name, any_of(s == member for member in members))
    for source, steps in enumerate(table.steps):
        for number, (_, target, free) in enumerate(steps):
            owner = None if free else table.owner(source)
            _add_step(model, f"m{source}_{number}", s == source, {s: target}, owner)
    return model


def _add_step(model: Model, name: str, when: Any, changes: Any, owner: str | None) -> None:
    def move() -> Any:
        return step(when=when, set=changes)

    move.__name__ = name
    model.action(owner=owner)(move)
