"""Connect Four on a board of any size: marks fall to the lowest empty square of a column.

counterpoint solve connect_four --player player1 --goal p1_wins --set rows=4 --set columns=4
counterpoint advise connect_four --set rows=6 --set columns=7
"""

from counterpoint import Model, all_of, any_of, step
from counterpoint.examples.mnk import lines


def model(*, rows: int = 4, columns: int = 4, k: int = 4) -> Model:
    """The game with `k` in line on rows x columns squares, row 0 at the bottom; player 1 begins."""
    game = Model(f"connect {k} on {rows}x{columns}")
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    x = game.array("x", squares, range(3), init=0)
    t = game.var("t", range(1, 3), init=1)
    wins = [
        any_of(all_of(x[square] == player for square in line) for line in lines(rows, columns, k))
        for player in (1, 2)
    ]
    p1_wins, p2_wins = game.atom("p1_wins", wins[0]), game.atom("p2_wins", wins[1])
    game.atom("full", all_of(x[square] != 0 for square in squares))
    game.turns(player1=t == 1, player2=t == 2)

    @game.action(column=range(columns))
    def drop(column: int) -> object:
        """Whoever's turn it is drops a mark into a column, while nobody has won."""
        return [
            step(
                when=(
                    ~won,
                    t == player,
                    x[row, column] == 0,
                    *((x[row - 1, column] != 0,) if row else ()),
                ),
                set={x[row, column]: player, t: 3 - player},
            )
            for row in range(rows)
            for player, won in ((1, p2_wins), (2, p1_wins))
        ]

    return game
