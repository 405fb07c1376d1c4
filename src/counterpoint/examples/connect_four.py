"""Connect Four on a board of any size: marks fall to the lowest empty square of a column.

It shows a game of any size: a small board is solved, a large one is searched ahead.

    counterpoint solve connect_four --player player1 --goal p1_wins
    counterpoint solve connect_four --player player2 --goal p2_wins --set rows=5
    counterpoint advise connect_four --set rows=6 --set columns=7 --depth 4     too large to solve
"""

from functools import partial

from counterpoint import Model, all_of, any_of, step
from counterpoint.examples.mnk import lines, shown


def model(*, rows: int = 4, columns: int = 4, k: int = 4) -> Model:
    """The game with `k` in line on rows x columns squares, row 0 at the top; player 1 begins."""
    if min(rows, columns, k) < 1:
        raise ValueError("rows, columns and k are numbers from 1 up")
    game = Model(f"connect {k} on {rows}x{columns}", show=partial(shown, columns))
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    x = game.array("x", squares, range(3), init=0)
    t = game.var("t", range(1, 3), init=1)
    p1_line, p2_line = (
        any_of(all_of(x[square] == player for square in line) for line in lines(rows, columns, k))
        for player in (1, 2)
    )
    p1_wins, p2_wins = game.atom("p1_wins", p1_line), game.atom("p2_wins", p2_line)
    game.atom("full", all_of(x[square] != 0 for square in squares))
    t1, t2 = game.atom("t1", t == 1), game.atom("t2", t == 2)
    game.turns(player1=t1, player2=t2)
    game.requires({"nobody wins twice": "AG !(p1_wins & p2_wins)"})

    @game.action(column=range(columns))
    def drop(column: int) -> object:
        """The player to move drops a mark into a column, as long as nobody has won."""
        falls = [
            (x[row, column] == 0, *([x[row + 1, column] != 0] if row + 1 < rows else []))
            for row in range(rows)
        ]
        return [
            step(when=(*fits, ~p1_wins, ~p2_wins), set={x[row, column]: t, t: 3 - t})
            for row, fits in enumerate(falls)
        ]

    return game
