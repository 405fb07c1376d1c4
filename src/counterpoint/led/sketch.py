"""Drawing the window of a program with characters, if it has only lines and texts."""

from __future__ import annotations

from collections.abc import Iterable

from .shapes import HEIGHT, WIDTH, Point, Segment, Shape, Words

ACROSS, DOWN = 25, 50
"""The width and height of the part of the window that one character covers."""

Cells = dict[tuple[int, int], str]


def sketch(shapes: Iterable[Shape]) -> str:
    """The shapes as lines of text; empty if they cannot be drawn with characters.

    That is the case for filled shapes, circles, slanted lines and overlapping texts, and if there
    is no text at all.

    >>> print(sketch([Segment((50, 100), (150, 100)), Words("x", (100, 150), 20)]))
      x
    -----
    """
    lines: Cells = {}
    texts: Cells = {}
    for shape in shapes:
        if isinstance(shape, Segment) and (0 in _extent(shape)):
            _draw(lines, shape)
        elif not isinstance(shape, Words) or not _write(texts, shape):
            return ""
    return _joined({**lines, **texts}) if texts else ""


def _extent(line: Segment) -> tuple[float, float]:
    return line.end[0] - line.start[0], line.end[1] - line.start[1]


def _cell(point: Point) -> tuple[int, int]:
    """The row, from the top, and the column of a point; points outside are moved to the edge."""
    x, y = min(WIDTH, max(0, point[0])), min(HEIGHT, max(0, point[1]))
    return int((HEIGHT - y) // DOWN), int(x // ACROSS)


def _draw(lines: Cells, line: Segment) -> None:
    """Draw a line along a row or a column, with a + where it crosses another one."""
    (top, left), (bottom, right) = sorted((_cell(line.start), _cell(line.end)))
    sign = "|" if _extent(line)[0] == 0 else "-"
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            before = lines.get((row, column), sign)
            lines[row, column] = sign if before == sign else "+"


def _write(texts: Cells, words: Words) -> bool:
    """Write a text centred at its point; returns False if it overlaps another or is unprintable."""
    row, middle = _cell(words.centre)
    first = max(0, middle - len(words.text) // 2)
    cells = {(row, first + k): char for k, char in enumerate(words.text)}
    if not words.text.isprintable() or texts.keys() & cells.keys():
        return False
    texts.update(cells)
    return True


def _joined(cells: Cells) -> str:
    """The rows from the first to the last used one, without the left margin."""
    rows = [row for row, _ in cells]
    left = min(column for _, column in cells)
    right = max(column for _, column in cells)
    drawn = (
        "".join(cells.get((row, column), " ") for column in range(left, right + 1)).rstrip()
        for row in range(min(rows), max(rows) + 1)
    )
    return "\n".join(drawn)
