"""Tic-Tac-Toe: O plays by rules of thumb, and a check proves that X can never win.

It shows tactics as separate rules, a proof about every game, and which rules that proof needs.

Each rule of the game and each piece of O's tactics is a separate b-thread, numbered as in the BPjs
document "Example - Tic Tac Toe", which is their source. X is free to do anything.

    counterpoint check tictactoe               X never wins: the whole game has 5,258 states
    counterpoint check tictactoe:clicked       the same where X's moves are clicks from outside
    counterpoint check tictactoe:one_diagonal  one situation forgotten: see how X wins
    counterpoint rules tictactoe               which rules the proof needs, switched off one by one
    counterpoint run tictactoe --seed 1        a game, X playing at random

The program is also a game: X owns its moves, and O owns the others. In `tictactoe:free` O has no
tactics but may move anywhere, so that we can ask what O could do, and if its tactics do as well.

    counterpoint solve tictactoe:free --player O --goal "G !X_WINS"
    counterpoint criticize tictactoe tictactoe:free --player O --outcome "G !X_WINS"
    counterpoint criticize tictactoe:one_diagonal tictactoe:free --player O --outcome "G !X_WINS"
"""

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import TypeAlias

from counterpoint import (
    Body,
    Event,
    Priority,
    Program,
    Thread,
    events,
    named,
    never,
    sync,
    thread,
)

Square: TypeAlias = tuple[int, int]

X, O, CLICK = events("X O Click")  # noqa: E741 - the letter is the player
X_WINS, O_WINS, DRAW = events("X_WINS O_WINS DRAW")

SQUARES: list[Square] = [(row, col) for row in range(3) for col in range(3)]
CORNERS: list[Square] = [(0, 0), (0, 2), (2, 0), (2, 2)]
SIDES: list[Square] = [(0, 1), (1, 0), (1, 2), (2, 1)]
DIAGONALS: list[list[Square]] = [[(0, 2), (2, 0)], [(0, 0), (2, 2)]]
LINES: list[list[Square]] = [
    *([(row, col) for col in range(3)] for row in range(3)),
    *([(row, col) for row in range(3)] for col in range(3)),
    [(i, i) for i in range(3)],
    [(i, 2 - i) for i in range(3)],
]

ALL_X = [X(*square) for square in SQUARES]
ALL_O = [O(*square) for square in SQUARES]
ANY_MOVE = named(X, O)


# The rules of the game


@thread
def enforce_turns() -> Body:  # Listing 1
    """X begins, and the players take turns."""
    while True:
        yield sync(wait_for=ALL_X, block=ALL_O)
        yield sync(wait_for=ALL_O, block=ALL_X)


@thread
def square_taken(row: int, col: int) -> Body:  # Listing 2
    """A square is marked once."""
    while True:
        yield sync(wait_for=[X(row, col), O(row, col)])
        yield sync(block=[X(row, col), O(row, col)])


@thread
def detect_draw() -> Body:  # Listing 3
    """Nine moves without a winner are a draw."""
    for _ in range(9):
        yield sync(wait_for=ANY_MOVE)
    yield sync(request=DRAW, priority=90)


@thread
def detect_x_win(first: Square, second: Square, third: Square) -> Body:  # Listing 4
    """X wins by three marks in a line, here made in this order."""
    while True:
        yield sync(wait_for=X(*first))
        yield sync(wait_for=X(*second))
        yield sync(wait_for=X(*third))
        yield sync(request=X_WINS, priority=100)


@thread
def detect_o_win(first: Square, second: Square, third: Square) -> Body:  # Listing 5
    """O wins by three marks in a line, here made in this order."""
    while True:
        yield sync(wait_for=O(*first))
        yield sync(wait_for=O(*second))
        yield sync(wait_for=O(*third))
        yield sync(request=O_WINS, priority=100)


@thread
def click(row: int, col: int) -> Body:  # Listing 6
    """A click on a square asks for X's move there."""
    while True:
        yield sync(wait_for=CLICK(row, col))
        yield sync(request=X(row, col))


@thread
def game_end() -> Body:  # Listing 7
    """When the game has ended nobody moves any more."""
    yield sync(wait_for=[O_WINS, X_WINS, DRAW])
    yield sync(block=ALL_X + ALL_O)


# O's tactics: the greatest priority that has something to say decides


@thread
def center() -> Body:  # Listing 8
    """Best of all take the center..."""
    while True:
        yield sync(request=O(1, 1), priority=35)


@thread
def corners() -> Body:  # Listing 9
    """... or else a corner..."""
    while True:
        yield sync(request=[O(*square) for square in CORNERS], priority=20)


@thread
def sides() -> Body:  # Listing 10
    """... or else a side."""
    while True:
        yield sync(request=[O(*square) for square in SIDES], priority=10)


@thread
def add_third_o(first: Square, second: Square, third: Square) -> Body:  # Listing 11
    """Win where two of O's marks are in a line."""
    while True:
        yield sync(wait_for=O(*first))
        yield sync(wait_for=O(*second))
        yield sync(request=O(*third), priority=50)


@thread
def prevent_third_x(first: Square, second: Square, third: Square) -> Body:  # Listing 12
    """Step in where two of X's marks are in a line."""
    while True:
        yield sync(wait_for=X(*first))
        yield sync(wait_for=X(*second))
        yield sync(request=O(*third), priority=40)


@thread
def prevent_fork(corner: Square, first: Square, second: Square) -> Body:  # Listing 13
    """Do not let X begin two lines that meet in `corner`."""
    row, col = corner
    answers = [O(row, col), O(2 - row, col), O(row, 2 - col)]
    while True:
        yield sync(wait_for=X(*first))
        yield sync(wait_for=X(*second))
        yield sync(request=answers, priority=30)


@thread
def prevent_diagonal_fork(first: Square, second: Square) -> Body:  # Listing 14
    """Do not let X, with two opposite corners, begin two lines: make X answer at a side."""
    while True:
        yield sync(wait_for=X(*first))
        yield sync(wait_for=X(*second))
        yield sync(request=[O(*square) for square in SIDES], priority=28)


# The player X, an O without tactics, and what the document leaves to the user's good sense


@thread
def x_moves() -> Body:
    """X may try any square; without a priority, so that every reaction comes first."""
    while True:
        yield sync(request=ALL_X)


@thread
def o_moves() -> Body:
    """O may try any square as well: the game that O's tactics are judged by."""
    while True:
        yield sync(request=ALL_O)


@thread
def no_click_on_taken(row: int, col: int) -> Body:
    """A marked square cannot be clicked; else the move that the click asks for stays pending."""
    yield sync(wait_for=[X(row, col), O(row, col)])
    yield sync(block=CLICK(row, col))


@thread
def no_click_after_end() -> Body:
    """When the game has ended no square can be clicked."""
    yield sync(wait_for=[O_WINS, X_WINS, DRAW])
    yield sync(block=named(CLICK))


# The whole


def fork_situations(corner: Square) -> list[list[Square]]:
    """The pairs of X's marks that prepare two lines through `corner`."""
    row, col = corner
    beside_row, beside_col = (row, 1), (1, col)
    return [
        [beside_col, (row, 2 - col)],
        [beside_row, (2 - row, col)],
        [beside_col, beside_row],
    ]


ORDERS = [order for line in LINES for order in permutations(line)]


def rules_of_the_game() -> list[Thread]:
    """Turns, squares, wins and the end: a b-thread for each square, line and order of marks."""
    return [
        enforce_turns(),
        *(square_taken(*square) for square in SQUARES),
        detect_draw(),
        *(detect_x_win(*order) for order in ORDERS),
        *(detect_o_win(*order) for order in ORDERS),
        game_end(),
    ]


def tactics(diagonals: Iterable[Sequence[Square]] = DIAGONALS) -> list[Thread]:
    """How O plays: a b-thread for each line or situation and order of marks."""
    forks = [(corner, pair) for corner in CORNERS for pair in fork_situations(corner)]
    return [
        center(),
        corners(),
        sides(),
        *(add_third_o(*order) for order in ORDERS),
        *(prevent_third_x(*order) for order in ORDERS),
        *(prevent_fork(corner, *order) for corner, pair in forks for order in permutations(pair)),
        *(prevent_diagonal_fork(*order) for pair in diagonals for order in permutations(pair)),
    ]


def show(moves: Sequence[Event]) -> str:
    """The board as three lines; a click that waits for its move is a question mark.

    >>> print(show([X(0, 0), O(1, 1), X(2, 2)]))
    X . .
    . O .
    . . X
    """
    marks: dict[tuple[object, ...], str] = dict.fromkeys(SQUARES, ".")
    result = ""
    for event in moves:
        if event in ANY_MOVE:
            marks[event.args] = event.name
        elif event in named(CLICK):
            marks[event.args] = marks[event.args].replace(".", "?")
        else:
            result = {X_WINS: "  X wins", O_WINS: "  O wins"}.get(event, "  draw")
    top, middle, bottom = (" ".join(marks[row, col] for col in range(3)) for row in range(3))
    return f"{top}\n{middle}{result}\n{bottom}"


def game(*threads: Thread, external: Iterable[Event] = ()) -> Program:
    """The program of these b-threads, with its one requirement, and the owner of each move."""
    return Program(
        *threads,
        strategy=Priority(),
        final=[X_WINS, O_WINS, DRAW],
        external=external,
        owners={"X": named(X, CLICK), "O": named(O)},
        requirements={"X never wins": never(X_WINS)},
        show=show,
    )


program = game(x_moves(), *rules_of_the_game(), *tactics())

one_diagonal = game(x_moves(), *rules_of_the_game(), *tactics(DIAGONALS[:1]))

free = game(x_moves(), o_moves(), *rules_of_the_game())

clicked = game(
    *(click(*square) for square in SQUARES),
    *(no_click_on_taken(*square) for square in SQUARES),
    no_click_after_end(),
    *rules_of_the_game(),
    *tactics(),
    external=[CLICK(*square) for square in SQUARES],
)

clicked_anywhere = clicked.without("no_click_on_taken", "no_click_after_end")
