"""The lines of a text, for quoting them in errors and for computing spans."""

from __future__ import annotations

import linecache
from bisect import bisect_right

from ..tree import Span


class Lines:
    """The lines of a file as they were read.

    They are put into `linecache`, so that errors quote them even if the file has changed since;
    nothing is put there if `file` is "". The first `above` lines are not quoted: they are not part
    of the text of the user.

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
        """The row and column, from 0, of an offset into the text."""
        row = min(bisect_right(self._starts, offset), len(self.lines)) - 1
        return row, offset - self._starts[row]

    def span(self, start: int, end: int) -> Span:
        """The span between two offsets into the text."""
        (row, column), (end_row, end_column) = self.point(start), self.point(end)
        return Span(self.file, row + 1, column + 1, end_row + 1, end_column + 1)
