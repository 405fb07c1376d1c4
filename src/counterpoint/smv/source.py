"""Sources: the text of a file, and places in it."""

from __future__ import annotations

import re
from pathlib import Path

from ..data import dataclass
from ..errors import QUOTED, BadSmv, Place
from ..reading import text_in

LARGEST = 4_000_000
"""The most bytes of a file that are read."""

_COMMENT = re.compile(r"/--.*?--/|--[^\n]*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Source:
    """A text and the name of its file."""

    file: str
    text: str

    def place(self, start: int, end: int) -> Place:
        """The place of a part of the text; the carets cover what is in its first line.

        >>> print(Source("m.smv", "VAR\\n  x : {a};").place(6, 7).quoted())
        m.smv:2:3
            x : {a};
            ^
        """
        line = self.text.count("\n", 0, start) + 1
        begin = self.text.rfind("\n", 0, start) + 1
        stop = self.text.find("\n", start)
        stop = len(self.text) if stop < 0 else stop
        width = max(1, min(end, stop) - start)
        return Place(self.file, line, self.text[begin:stop], start - begin + 1, min(width, QUOTED))


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a source, from the offset `start` to before the offset `end`."""

    source: Source
    start: int
    end: int

    def place(self) -> Place:
        """The place of the span, for errors."""
        return self.source.place(self.start, self.end)

    @property
    def text(self) -> str:
        """The text of the span, with single spaces and without comments.

        >>> Span(Source("m.smv", "a & -- if\\n   b"), 0, 14).text
        'a & b'
        """
        text = _COMMENT.sub(" ", self.source.text[self.start : self.end])
        return " ".join(text.split())


def source_in(path: Path) -> Source:
    """The text of a file; raises `BadSmv` if it cannot be read, is too large, or is not UTF-8."""
    return Source(str(path), text_in(path, BadSmv, largest=LARGEST))


NOWHERE = Span(Source("", ""), 0, 0)
"""The span of nodes that are not from a text."""
