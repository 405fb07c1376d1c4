"""The lines of a text, for errors that quote them and spans that count them."""

from __future__ import annotations

import linecache
from bisect import bisect_right

from ..tree import Span


class Lines:
    """The lines of a file as they were read; errors quote these, whatever the file says by then.

    The first `above` lines do not count: they were put there. Without the name of a file nobody can
    quote anything.

    >>> Lines("one\\ntwo", "f").span(4, 6)
    Span(file='f', line=2, column=1, end_line=2, end_column=3)
    """

    def __init__(self, text: str, file: str, above: int = 0) -> None:
        self.file = file
        self.lines = text.split("\n")
        if file:
            linecache.cache[file] = (
                len(text),
                None,
                [f"{line}\n" for line in self.lines[above:]],
                file,
            )
        self._starts = [0]
        for line in self.lines:
            self._starts.append(self._starts[-1] + len(line) + 1)

    def point(self, offset: int) -> tuple[int, int]:
        """The row and column of an offset into the text; they count from 0."""
        row = min(bisect_right(self._starts, offset), len(self.lines)) - 1
        return row, offset - self._starts[row]

    def span(self, start: int, end: int) -> Span:
        """The span between two offsets into the text."""
        (row, column), (end_row, end_column) = self.point(start), self.point(end)
        return Span(self.file, row + 1, column + 1, end_row + 1, end_column + 1)
