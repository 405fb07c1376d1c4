"""Models with known figures: m,n,k games, dining philosophers, counters."""

from __future__ import annotations

from collections.abc import Iterator

from counterpoint.model.model import Model
from counterpoint.model.step import Step, step
from counterpoint.terms.expr import all_of, any_of, if_


def lines(rows: int, columns: int, length: int) -> Iterator[list[tuple[int, int]]]:
    """All straight lines of a board."""
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(row + i * down, column + i * right) for i in range(length)]
                if all(0 <= r < rows and 0 <= c < columns for r, c in line):
                    yield line


def line_game(rows: int, columns: int, length: int) -> Model:
    """Two players fill a board in turn; who has a line first has won."""
    model = Model("lines")
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    x = model.array("x", cells, range(3), init=0)
    turn = model.var("turn", range(1, 3), init=1)
    every_line = list(lines(rows, columns, length))
    won = {
        player: model.atom(
            f"won{player}",
            any_of(all_of(x[cell] == player for cell in line) for line in every_line),
        )
        for player in (1, 2)
    }
    over = won[1] | won[2] | all_of(x[cell] != 0 for cell in cells)
    model.turns(P1=turn == 1, P2=turn == 2)

    @model.action(cell=cells)
    def put(cell: tuple[int, int]) -> Step:
        return step(when=[x[cell] == 0, ~over], set={x[cell]: turn, turn: 3 - turn})

    return model


def philosophers(count: int) -> Model:
    """Dining philosophers: each takes the left fork, then the right one, then eats."""
    model = Model("philosophers")
    who = range(count)
    at = model.array("at", who, ["thinks", "waits", "eats"], init="thinks")
    taken = model.array("taken", who, bool, init=False)

    @model.action(i=who)
    def left(i: int) -> Step:
        return step(when=[at[i] == "thinks", ~taken[i]], set={at[i]: "waits", taken[i]: True})

    @model.action(i=who)
    def right(i: int) -> Step:
        j = (i + 1) % count
        return step(when=[at[i] == "waits", ~taken[j]], set={at[i]: "eats", taken[j]: True})

    @model.action(i=who)
    def drop(i: int) -> Step:
        forks = {taken[i]: False, taken[(i + 1) % count]: False}
        return step(when=at[i] == "eats", set={at[i]: "thinks", **forks})

    return model


def taking(stones: int) -> Model:
    """Two players take one, two or three stones in turn; who takes the last one has won."""
    model = Model("taking")
    left = model.var("left", range(stones + 1), init=stones)
    turn = model.var("turn", ["you", "me"], init="me")
    model.turns(you=turn == "you", me=turn == "me")

    @model.action(n=[1, 2, 3])
    def take(n: int) -> Step:
        return step(when=left >= n, set={left: left - n, turn: if_(turn == "me", "you", "me")})

    return model


def counters(count: int, top: int) -> Model:
    """Independent numbers that only go up, one at a time."""
    model = Model("counters")
    n = model.array("n", range(count), range(top + 1), init=0)

    @model.action(i=range(count))
    def add(i: int) -> Step:
        return step(when=n[i] < top, set={n[i]: n[i] + 1})

    return model
