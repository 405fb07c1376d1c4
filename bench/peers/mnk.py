"""m,n,k games as NuSMV and Spin read them: `python mnk.py smv|smv-bits|promela ROWS COLUMNS K`.

Player 1 begins; a game is over when k marks of a player stand in line or the board is full, and
then the state stays as it is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

Line = tuple[int, ...]


@dataclass(frozen=True)
class Notation:
    """How a square `{i}` and the turn are written in SMV."""

    turn: str
    moves: dict[int, str]
    pass_turn: str
    square: str
    empty: str
    marked: dict[int, str]
    take: str
    keep: str


NUMBERS = Notation(
    turn="turn : 1..2;",
    moves={1: "turn = 1", 2: "turn = 2"},
    pass_turn="next(turn) = (over ? turn : 3 - turn)",
    square="c{i} : 0..2;",
    empty="c{i} = 0",
    marked={1: "c{i} = 1", 2: "c{i} = 2"},
    take="next(c{i}) = turn",
    keep="next(c{i}) = c{i}",
)
"""As one writes it first: a square holds 0, 1 or 2."""

BITS = Notation(
    turn="first : boolean;",
    moves={1: "first", 2: "!first"},
    pass_turn="next(first) = (over ? first : !first)",
    square="x{i} : boolean; o{i} : boolean;",
    empty="!x{i} & !o{i}",
    marked={1: "x{i}", 2: "o{i}"},
    take="next(x{i}) = first & next(o{i}) != first",
    keep="next(x{i}) = x{i} & next(o{i}) = o{i}",
)
"""As NuSMV is fastest: two bits a square. So it counts states; of numbers it counts the codes."""


def lines(rows: int, columns: int, k: int) -> Iterator[Line]:
    """The rows of k squares on a board, as numbers of squares.

    >>> [len(list(lines(n, n, n))) for n in (3, 4)]
    [8, 10]
    """
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(row + i * down, column + i * right) for i in range(k)]
                if all(r < rows and 0 <= c < columns for r, c in line):
                    yield tuple(r * columns + c for r, c in line)


def smv(rows: int, columns: int, k: int, notation: Notation = NUMBERS) -> str:
    """The game with both winning regions as CTL specifications, player 1's first.

    `E [FALSE U region]` is the region itself; NuSMV, when verbose, tells how large an `U` is.
    """
    squares = range(rows * columns)
    put = (_put(i, squares, notation) for i in squares)
    return "\n".join(
        (
            "MODULE main",
            "VAR",
            f"  {notation.turn}",
            *(f"  {notation.square.format(i=i)}" for i in squares),
            "DEFINE",
            *(f"  won{p} := {_in_line(p, rows, columns, k, notation)};" for p in (1, 2)),
            f"  full := {_all(f'!({notation.empty.format(i=i)})' for i in squares)};",
            "  over := won1 | won2 | full;",
            f"INIT {notation.moves[1]} & {_all(notation.empty.format(i=i) for i in squares)}",
            f"TRANS {notation.pass_turn}",
            f"TRANS over -> ({_all(notation.keep.format(i=i) for i in squares)})",
            "TRANS over" + "".join(f"\n  | ({each})" for each in put),
            *(f"SPEC E [FALSE U {winning(p, len(squares), notation)}]" for p in (1, 2)),
            "",
        )
    )


def winning(player: int, plies: int, notation: Notation) -> str:
    """CTL for "player can force a line": within `plies` moves, which is as long as a game lasts."""
    mine, other = notation.moves[player], notation.moves[3 - player]
    on_my_move = on_the_others = f"won{player}"
    for _ in range(plies):
        on_my_move, on_the_others = (
            f"(won{player} | !over & EX ({other} & {on_the_others}))",
            f"(won{player} | !over & AX ({mine} & {on_my_move}))",
        )
    return f"({mine} & {on_my_move} | {other} & {on_the_others})"


def _put(i: int, squares: Iterable[int], notation: Notation) -> str:
    """Square i is taken, all others keep their marks."""
    others = (notation.keep.format(i=j) for j in squares if j != i)
    return _all((notation.empty.format(i=i), notation.take.format(i=i), *others))


def _in_line(player: int, rows: int, columns: int, k: int, notation: Notation) -> str:
    marked = notation.marked[player]
    return " | ".join(
        f"({_all(marked.format(i=i) for i in line)})" for line in lines(rows, columns, k)
    )


def _all(conditions: Iterable[str]) -> str:
    return " & ".join(conditions)


def promela(rows: int, columns: int, k: int) -> str:
    """The game for Spin; a move is one indivisible step, and a state is a board."""
    squares = range(rows * columns)
    board = list(lines(rows, columns, k))
    return "\n".join(
        (
            f"byte square[{len(squares)}];",
            "byte turn = 1;",
            "bool over;",
            "",
            "init {",
            "  do",
            *(_promela_move(i, [line for line in board if i in line]) for i in squares),
            "  od",
            "}",
            "",
        )
    )


def _promela_move(i: int, through: list[Line]) -> str:
    """The player whose turn it is takes square i, which ends the game if it fills a line."""
    filled = " || ".join(
        "(" + " && ".join(f"square[{j}] == turn" for j in line if j != i) + ")" for line in through
    )
    return (
        f"  :: d_step {{ !over && square[{i}] == 0 ->\n"
        f"       square[{i}] = turn; over = ({filled or 'false'}); turn = 3 - turn }}"
    )


if __name__ == "__main__":
    language, (rows, columns, k) = sys.argv[1], map(int, sys.argv[2:5])
    if language == "promela":
        print(promela(rows, columns, k), end="")
    else:
        print(smv(rows, columns, k, BITS if language == "smv-bits" else NUMBERS), end="")
