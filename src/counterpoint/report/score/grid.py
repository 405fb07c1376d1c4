"""Boards: pictures that are grids of short marks, and the squares that a step changes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

WIDEST = 3
"""Maximum number of characters in a mark."""

EMPTY = {".", "_", "-", "·", "0"}
"""Marks of an empty square."""

Grid: TypeAlias = tuple[tuple[str, ...], ...]
"""The rows of a board, each with one mark per square."""

IN_LINE = 3
"""Minimum number of squares in a winning line."""


def grid_of(picture: str) -> Grid | None:
    """The board in a picture: the largest block of lines with equally many marks; None if none.

    Text after two blanks is a remark beside the board.

    >>> grid_of("X O .\\n. . .  t = 1")
    (('X', 'O', '.'), ('.', '.', '.'))
    >>> grid_of("|||\\n|  t = 1") is None
    True
    """
    rows = [_marks(line) for line in picture.splitlines()]
    best: Grid = ()
    start = 0
    for end in range(1, len(rows) + 1):
        if end == len(rows) or len(rows[end]) != len(rows[start]):
            block = tuple(rows[start:end])
            if len(block) > 1 and len(block[0]) > 1 and len(block) > len(best):
                best = block
            start = end
    return best or None


def _marks(line: str) -> tuple[str, ...]:
    marks = tuple(line.strip().partition("  ")[0].split(" "))
    return marks if all(0 < len(mark) <= WIDEST for mark in marks) else ()


def beside(picture: str) -> str:
    """The remarks of a picture beside its board.

    >>> beside("X X X  X wins\\n. O O")
    'X wins'
    """
    said = (line.strip().partition("  ")[2].strip() for line in picture.splitlines())
    return ", ".join(filter(None, said))


def changed(before: Grid, after: Grid) -> list[int]:
    """The numbers of the squares that differ, counted row by row; none if the boards' sizes do."""
    if [len(row) for row in before] != [len(row) for row in after]:
        return []
    pairs = zip(sum(before, ()), sum(after, ()), strict=True)
    return [at for at, (was, now) in enumerate(pairs) if was != now]


def line_through(grid: Grid, square: int) -> list[int]:
    """The longest line of equal marks through a square; empty if it is too short.

    >>> line_through((("X", "O", "."), ("X", "O", "."), ("X", ".", ".")), 6)
    [0, 3, 6]
    """
    columns = len(grid[0])
    row, column = divmod(square, columns)
    mark = grid[row][column]
    best: list[int] = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        line = [square]
        for sign in (-1, 1):
            r, c = row + sign * down, column + sign * right
            while 0 <= r < len(grid) and 0 <= c < columns and grid[r][c] == mark:
                line.append(r * columns + c)
                r, c = r + sign * down, c + sign * right
        if mark not in EMPTY and len(line) >= max(IN_LINE, len(best) + 1):
            best = sorted(line)
    return best


def symmetric(grid: Grid) -> Grid:
    """The canonical form of a board, equal for all its rotations and reflections.

    >>> symmetric((("X", "."), (".", "."))) == symmetric(((".", "."), (".", "X")))
    True
    """
    turned = [grid]
    for _ in range(3):
        turned.append(tuple(zip(*turned[-1][::-1], strict=True)))
    every = [*turned, *(row[::-1] for row in turned)]
    return min(each for each in every if _shape(each) == _shape(grid))


def _shape(grid: Sequence[Sequence[str]]) -> tuple[int, int]:
    assert all(len(a) == len(b) for a, b in pairwise(grid))
    return len(grid), len(grid[0])
