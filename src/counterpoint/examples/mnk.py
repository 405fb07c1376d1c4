"""Any m,n,k-game: two players mark the squares of a board, k in line wins.

It shows a game that is written once for all sizes, solved on a small board, and searched ahead on a
large one.

    counterpoint solve mnk --player player1 --goal p1_wins --set rows=4
    counterpoint where mnk "<<player1>> F p1_wins" --set rows=4 --set columns=4 --set k=4
    counterpoint advise mnk --from "put(0,0) put(1,1)"
    counterpoint advise mnk --set rows=5 --set columns=5 --set k=4 --depth 3      too large to solve
"""

from collections.abc import Iterator, Sequence
from functools import partial

from counterpoint import Model, all_of, any_of, step

Square = tuple[int, int]


def lines(rows: int, columns: int, k: int) -> Iterator[list[Square]]:
    """The lines of k squares on a board: horizontal, vertical and diagonal.

    >>> len(list(lines(3, 3, 3))), len(list(lines(4, 4, 4)))
    (8, 10)
    """
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(row + i * down, column + i * right) for i in range(k)]
                if all(r < rows and 0 <= c < columns for r, c in line):
                    yield line


def board(marks: Sequence[int], columns: int, t: int) -> str:
    """The squares as a picture, where player 1 is X and player 2 is O; player `t` is to move.

    >>> print(board((1, 2, 0, 0, 0, 0), 3, 1))
    X O .
    . . .  t = 1
    """
    rows = [marks[first : first + columns] for first in range(0, len(marks), columns)]
    return "\n".join(" ".join(".XO"[mark] for mark in row) for row in rows) + f"  t = {t}"


def shown(columns: int, x: Sequence[int], t: int) -> str:
    """`board` of the variables of a model."""
    return board(x, columns, t)


def model(*, rows: int = 3, columns: int = 3, k: int = 3) -> Model:
    """The game on a board of rows x columns squares; player 1 begins."""
    if min(rows, columns, k) < 1:
        raise ValueError("rows, columns and k are numbers from 1 up")
    game = Model(f"{rows}x{columns}, {k} in line", show=partial(shown, columns))
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

    @game.action(row=range(rows), column=range(columns))
    def put(row: int, column: int) -> object:
        """The player to move marks an empty square, as long as nobody has won."""
        return step(
            when=(x[row, column] == 0, ~p1_wins, ~p2_wins), set={x[row, column]: t, t: 3 - t}
        )

    return game
