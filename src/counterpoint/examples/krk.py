"""A chess ending: White has a king and a rook, Black has a king; every legal position is initial.

It shows a game of hundreds of thousands of positions: who wins from each, and by which moves.

Squares are numbers from a1 = 0 and b1 = 1 to h8 = 63; a rook on 64 is captured. White mates in at
most 16 moves, unless Black is to move and takes the rook, or is stalemated.

    counterpoint solve krk --player white --goal white_wins
    counterpoint advise krk --goal white=white_wins \\
        --from "turn=white, white_king=4, white_rook=7, black_king=60"
    counterpoint play krk
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from counterpoint import Model, all_of, any_of, if_, step

SQUARES = tuple(file + rank for rank in "12345678" for file in "abcdefgh")
"""The names of the squares, in the order of their numbers."""

CAPTURED = 64
"""The place of a rook that is captured. Nobody can mate any more: the game is over, and drawn."""


def is_near(one: Any, other: Any) -> Any:
    """Whether two squares are at most one move of a king apart."""
    across, up = one % 8 - other % 8, one // 8 - other // 8
    return (across >= -1) & (across <= 1) & (up >= -1) & (up <= 1)


def is_in_line(one: Any, other: Any) -> Any:
    """Whether two squares are in one file or in one rank."""
    return (one % 8 == other % 8) | (one // 8 == other // 8)


def is_between(one: Any, piece: Any, other: Any) -> Any:
    """Whether a piece stands between two squares of one file or of one rank."""
    in_file = (one % 8 == piece % 8) & (piece % 8 == other % 8)
    in_rank = (one // 8 == piece // 8) & (piece // 8 == other // 8)
    inside_file = _is_inside(one // 8, piece // 8, other // 8)
    inside_rank = _is_inside(one % 8, piece % 8, other % 8)
    return (in_file & inside_file) | (in_rank & inside_rank)


def _is_inside(one: Any, number: Any, other: Any) -> Any:
    return ((one < number) & (number < other)) | ((other < number) & (number < one))


def model() -> Model:
    """The ending, from any legal position."""
    game = Model("krk", show=board, view=seen)
    turn = game.var("turn", ["white", "black"])
    white_king = game.var("white_king", range(64))
    white_rook = game.var("white_rook", range(65))
    black_king = game.var("black_king", range(64))
    white, black = game.atom("white", turn == "white"), game.atom("black", turn == "black")
    game.turns(white=white, black=black)
    captured = game.atom("captured", white_rook == CAPTURED)
    on = white_rook % 64  # the square of a rook that is not captured

    def is_attacked(square: Any) -> Any:
        """Whether the rook attacks a square. Black's king leaves, so it is not in the way."""
        return is_in_line(on, square) & (on != square) & ~is_between(on, white_king, square)

    check = game.atom("check", ~captured & is_attacked(black_king))
    apart = (white_king != on) & (black_king != on) & ~is_near(white_king, black_king)
    game.start(~captured & apart & (black | ~check))
    game.first((turn == "white") & (white_king == 4) & (white_rook == 7) & (black_king == 60))
    escapes = []

    why_not = game.why_not
    white_moves = why_not("it is not White's turn", white)
    black_moves = why_not("it is not Black's turn", black)
    goes_on = why_not("the rook was taken, so the game is drawn", ~captured)

    @game.action(to=SQUARES)
    def king(to: str) -> object:
        """A king goes to a square beside it that is not attacked; Black's may take the rook."""
        at = SQUARES.index(to)
        step_by_step = "a king goes one square at a time"
        goes = (
            why_not(step_by_step, is_near(white_king, at) & (white_king != at)),
            why_not("the rook stands there", on != at),
            why_not("Black's king guards that square", ~is_near(black_king, at)),
        )
        flees = (
            why_not(step_by_step, is_near(black_king, at) & (black_king != at)),
            why_not("White's king guards that square", ~is_near(white_king, at)),
            why_not("the rook attacks that square", ~is_attacked(at)),
        )
        escapes.append(all_of(flees))
        left = if_(white_rook == at, CAPTURED, white_rook)
        return [
            step(when=(white_moves, goes_on, *goes), set={white_king: at, turn: "black"}),
            step(
                when=(black_moves, goes_on, *flees),
                set={black_king: at, white_rook: left, turn: "white"},
            ),
        ]

    @game.action(to=SQUARES)
    def rook(to: str) -> object:
        """The rook goes along its file or its rank, as far as no king is in the way."""
        at = SQUARES.index(to)
        goes = why_not("a rook goes along its file or its rank", is_in_line(on, at) & (on != at))
        free = [
            why_not("a king is in the way", (king != at) & ~is_between(on, king, at))
            for king in (white_king, black_king)
        ]
        return step(when=(white_moves, goes_on, goes, *free), set={white_rook: at, turn: "black"})

    stuck = black & ~captured & ~any_of(escapes)
    game.atom("white_wins", stuck & check)
    game.atom("black_wins", False)  # a king alone never mates
    game.atom("stalemate", stuck & ~check)
    game.requires(
        {
            "White to move wins": "AG (white & !captured -> <<white>> F white_wins)",
            "Black is never stalemated": "AG !stalemate",
        }
    )
    return game


def board(turn: str, white_king: int, white_rook: int, black_king: int) -> str:
    """The position in letters: K and R are White's, k is Black's.

    >>> print(board("white", 4, 7, 60).replace(". . . . . . . .", "-"))
    8  . . . . k . . .
    7  -
    6  -
    5  -
    4  -
    3  -
    2  -
    1  . . . . K . . R
       a b c d e f g h  white to move
    """
    letters = {white_rook: "R", white_king: "K", black_king: "k"}
    ranks = [
        f"{rank + 1}  " + " ".join(letters.get(8 * rank + file, ".") for file in range(8))
        for rank in reversed(range(8))
    ]
    return "\n".join([*ranks, f"   a b c d e f g h  {turn} to move"])


# The picture for the page ------------------------------------------------------------------------

STYLE = """
.light { fill: #eef1f4 } .dark { fill: #b3c1ce }
.name { font: 11px sans-serif; fill: #5c6b79; text-anchor: middle }
.white { fill: #fff; stroke: #26323c; stroke-width: 2.2; stroke-linejoin: round }
.black { fill: #3a4650; stroke: #161d23; stroke-width: 2.2; stroke-linejoin: round }
.went { fill: #f2c14e; opacity: .6 }
.checked { fill: #d6453d; opacity: .5 }
.target { fill: transparent }
.sign { visibility: hidden; pointer-events: none } .zone .sign { visibility: visible }
.dot { fill: #26323c; opacity: .28 }
.ghost { opacity: 0 } .shared .ghost { opacity: .42 }
.zone:hover .ghost, .zone:focus-visible .ghost { opacity: .8 }
.zone:hover .dot, .zone:focus-visible .dot { opacity: 0 }
.zone:hover .target, .zone:focus-visible .target { fill: #2458c6; opacity: .18 }
"""

SIDE = 60
"""The side of a square; the shapes of the pieces fill one."""

SHAPES = {
    "king": (
        "M27 7h6v5h5v6h-5v7c9-8 23-2 20 10-1 6-6 8-8 12H15c-2-4-7-6-8-12-3-12 11-18 20-10v-7h-5v-6"
        "h5zM13 47h34v7H13z"
    ),
    "rook": "M14 9h8v5h4V9h8v5h4V9h8v11l-6 5v17l6 5v2H14v-2l6-5V25l-6-5zM11 47h38v7H11z",
}


def picture(
    labels: list[str], *, turn: str, white_king: int, white_rook: int, black_king: int
) -> str:
    """The position as SVG, with a button for each of the moves with these labels."""
    men = [("king", "white", white_king), ("king", "black", black_king)]
    men += [("rook", "white", white_rook)] if white_rook != CAPTURED else []
    parts = [*_squares(), *(_went(piece, at) for piece, _, at in men)]
    if white_rook != CAPTURED and _sees(white_rook, black_king, white_king):
        parts.append(_square("checked", black_king))
    parts += [_man(piece, colour, *_corner(at)) for piece, colour, at in men]
    for name in SQUARES:
        moves = [piece for piece in SHAPES if f"{piece}({name})" in labels]
        parts += [_move(piece, place, len(moves), name, turn) for place, piece in enumerate(moves)]
    where = ", ".join(f"{colour} {piece} {SQUARES[at]}" for piece, colour, at in men)
    return (
        f'<svg viewBox="-18 -4 502 502" role="group" aria-label="Board: {where}; {turn} to move">'
        f"<style>{STYLE}</style>{''.join(parts)}</svg>"
    )


def _sees(rook: int, square: int, piece: int) -> bool:
    return bool(is_in_line(rook, square) and not is_between(rook, piece, square))


def seen(**state: Any) -> str:
    """The picture of a state, in which each move that is possible has a square to press."""
    game = _game()
    labels = [str(label) for label, _ in game.successors(game.state(**state))]
    return picture(labels, **state)


@cache
def _game() -> Model:
    return model()


def _corner(at: int) -> tuple[int, int]:
    """The upper left corner of a square."""
    return SIDE * (at % 8), SIDE * (7 - at // 8)


def _squares() -> Iterator[str]:
    for at in range(64):
        yield _square("light" if (at % 8 + at // 8) % 2 else "dark", at)
    for n in range(8):
        middle = SIDE * n + SIDE // 2
        yield f'<text class="name" x="{middle}" y="494">{"abcdefgh"[n]}</text>'
        yield f'<text class="name" x="-9" y="{middle + 4}">{8 - n}</text>'


def _square(kind: str, at: int, more: str = "") -> str:
    x, y = _corner(at)
    return f'<rect class="{kind}" x="{x}" y="{y}" width="{SIDE}" height="{SIDE}"{more}/>'


def _went(piece: str, at: int) -> str:
    """The square of a piece, which is lit if the last move led there."""
    return _square("went", at, f' data-last="{piece}({SQUARES[at]})"')


def _man(piece: str, colour: str, x: float, y: float, more: str = "", scale: float = 1) -> str:
    place = f"translate({x:g} {y:g}) scale({scale:g})"
    return f'<path class="{colour}{more}" transform="{place}" d="{SHAPES[piece]}"/>'


def _move(piece: str, place: int, count: int, name: str, turn: str) -> str:
    """A button for a move: its target square, or half of it if both pieces can go there."""
    left, y = _corner(SQUARES.index(name))
    width = SIDE / count
    x = left + width * place
    kind = ' class="shared"' if count > 1 else ""
    signs = _man(piece, turn, x, y + (SIDE - width) / 2, " sign ghost", 1 / count)
    if count == 1:
        signs += f'<circle class="sign dot" cx="{x + SIDE / 2:g}" cy="{y + SIDE / 2:g}" r="7"/>'
    return (
        f'<g data-event="{piece}({name})" aria-label="{piece} to {name}"{kind}>'
        f'<rect class="target" x="{x:g}" y="{y:g}" width="{width:g}" height="{SIDE}"/>{signs}</g>'
    )
