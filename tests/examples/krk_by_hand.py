"""King and rook against king, solved backwards by arrays, from the moves of the pieces.

Positions are `[white king, rook, black king]`, a move of a piece is a walk of its steps until it
meets something. Nothing is shared with the model of the ending.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

import numpy as np
import numpy.typing as npt

Bools = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]

STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
ALL_AROUND = (*STRAIGHT, (1, 1), (1, -1), (-1, 1), (-1, -1))
NEVER = -1


def walk(square: int, across: int, up: int) -> list[int]:
    """The squares that a piece passes from a square to the edge of the board."""
    x, y = square % 8 + across, square // 8 + up
    return [] if not (0 <= x < 8 and 0 <= y < 8) else [8 * y + x, *walk(8 * y + x, across, up)]


STEPS = [[walk(square, *way)[:1] for way in ALL_AROUND] for square in range(64)]
BESIDE = [[to for found in steps for to in found] for steps in STEPS]
RAYS = [[walk(square, *way) for way in STRAIGHT] for square in range(64)]


@dataclass(frozen=True)
class Solved:
    """The legal positions by who moves, and in how many steps White mates; `NEVER` if not.

    `flights` is the number of Black's moves in all positions, `taken` the number of positions to
    which those lead that take the rook.
    """

    black: Bools
    white: Bools
    black_in: Numbers
    white_in: Numbers
    flights: int
    taken: int


def solved() -> Solved:
    """All positions, by retrograde analysis: one more step in each round."""
    beside = np.zeros((64, 64), bool)
    for square, near in enumerate(BESIDE):
        beside[square, near] = True
    king, rook, lone = np.ogrid[:64, :64, :64]
    apart = ~beside[:, None, :] & (king != rook) & (king != lone) & (rook != lone)
    attacked = attacks()
    white = apart & ~attacked
    may_flee = flights(attacked, beside)
    black_in, white_in = (np.full((64, 64, 64), NEVER, np.int64) for _ in range(2))
    for steps in range(64):
        if steps % 2:
            found = white & some_move_of_white(black_in >= 0, apart)
            white_in[found & (white_in == NEVER)] = steps
        else:
            found = apart & all_moves_of_black(white_in >= 0, may_flee)
            found &= attacked | some_flight(may_flee)  # who has no move is mated only in check
            black_in[found & (black_in == NEVER)] = steps
    fled = apart[..., None] & may_flee[:, :, None, :] & beside  # from a square, to another
    taken = fled.diagonal(axis1=1, axis2=3).any(1)  # to the square of the rook
    return Solved(apart, white, black_in, white_in, int(fled.sum()), int(taken.sum()))


def attacks() -> Bools:
    """`[white king, rook, square]`: whether the rook's walks meet the square before the king."""
    found = np.zeros((64, 64, 64), bool)
    for king in range(64):
        for rook in range(64):
            for ray in RAYS[rook]:
                free = ray[: ray.index(king)] if king in ray else ray
                found[king, rook, free] = True
    return found


def flights(attacked: Bools, beside: Bools) -> Bools:
    """`[white king, rook, square]`: whether Black's king may go to a square beside it.

    A rook does not protect its own square, so it may be taken unless White's king does.
    """
    return ~attacked & ~beside[:, None, :] & ~np.eye(64, dtype=bool)[:, None, :]


def some_flight(may_flee: Bools) -> Bools:
    """`[white king, rook, black king]`: whether Black has a move."""
    return np.stack([may_flee[:, :, near].any(2) for near in BESIDE], axis=2)


def all_moves_of_black(won: Bools, may_flee: Bools) -> Bools:
    """Whether each move of Black leads to a position, with White to move, that is `won`."""
    good = won & ~np.eye(64, dtype=bool)[None, :, :]  # where the rook is taken, nothing is won
    return np.stack([(good | ~may_flee)[:, :, near].all(2) for near in BESIDE], axis=2)


def some_move_of_white(lost: Bools, legal: Bools) -> Bools:
    """Whether a move of White leads to a legal position, with Black to move, that is `lost`."""
    good = lost & legal
    found: Bools = np.stack([good[near].any(0) for near in BESIDE], axis=0)
    kings = np.ogrid[:64, :64]
    for rook in range(64):
        for ray in RAYS[rook]:
            free = np.ones((64, 64), bool)
            for to in ray:
                free &= (kings[0] != to) & (kings[1] != to)
                found[:, rook, :] |= free & good[:, to, :]
    return found


def up_to_symmetry(positions: Bools) -> int:
    """How many positions of a mask no symmetry of the board makes equal."""
    places = np.argwhere(positions)
    images = (image[places] @ np.array([4096, 64, 1]) for image in IMAGES)
    return len(np.unique(reduce(np.minimum, images)))


def _image(turned: bool, left: bool, down: bool) -> Numbers:
    """Where a symmetry of the board takes each square."""
    y, x = np.divmod(np.arange(64), 8)
    x, y = (y, x) if turned else (x, y)
    squares: Numbers = 8 * (7 - y if down else y) + (7 - x if left else x)
    return squares


IMAGES = [_image(*(bool(n >> bit & 1) for bit in range(3))) for n in range(8)]
