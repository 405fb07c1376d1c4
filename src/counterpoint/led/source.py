"""Literate sources: finding the code in a text, and places in a file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ..data import dataclass
from ..errors import QUOTED, BadLed, Place
from ..reading import text_in

STOP = "\x01"
"""Marks the end of each piece of code, so that no definition extends into the next one."""

LARGEST = 1_000_000
"""The most bytes of a file; parsing one of this size takes some seconds and 300 MB."""

_NEW = re.compile(r"/\$|\$/")
_OLD = re.compile(r"/-+|-+/")


@dataclass(frozen=True, slots=True)
class Source:
    """A text and the name of its file."""

    file: str
    text: str

    def place(self, start: int, end: int) -> Place:
        """The place of a part of the text; the carets cover what is in its first line."""
        line = self.text.count("\n", 0, start) + 1
        begin = self.text.rfind("\n", 0, start) + 1
        stop = self.text.find("\n", start)
        stop = len(self.text) if stop < 0 else stop
        width = max(1, min(end, stop) - start) if end > start else 1
        return Place(self.file, line, self.text[begin:stop], start - begin + 1, min(width, QUOTED))

    def span(self, start: int, end: int) -> Span:
        """The span between two offsets of the text."""
        return Span(self, start, end)


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
    def line(self) -> int:
        """The line in which it begins, from 1."""
        return self.source.text.count("\n", 0, self.start) + 1

    @property
    def text(self) -> str:
        """The text of the span, with single spaces.

        >>> Source("f.led", "a :=  b").span(0, 7).text
        'a := b'
        """
        return " ".join(self.source.text[self.start : self.end].split())


def source_in(path: Path) -> Source:
    """The text of a file; raises `BadLed` if it cannot be read, is too large, or is not UTF-8."""
    return Source(str(path), text_in(path, BadLed, largest=LARGEST))


NOWHERE = Span(Source("", ""), 0, 0)
"""The span of nodes that are not from a text."""


def code_of(source: Source) -> str:
    """The code of a literate text, with all else blanked, so that offsets stay the same.

    Code is between `/$` and `$/`; in a text without these, between `/----` and `----/`. `STOP` is
    put at the end of each piece. Raises `BadLed` if a piece has no end, or if there is no code.

    >>> code_of(Source("f.led", "One: /$ a := 1 $/ and no more"))
    '        a := 1 \\x01             '
    """
    kept = [" " if char not in "\n" else char for char in source.text]
    for start, end in _pieces(source):
        kept[start:end] = source.text[start:end]
        kept[end] = STOP
    return "".join(kept)


def _pieces(source: Source) -> Iterator[tuple[int, int]]:
    """The start and end offsets of the pieces of code, without their delimiters."""
    is_new = "/$" in source.text or "$/" in source.text
    marks, begins = (_NEW, "/$") if is_new else (_OLD, "/-")
    opened: re.Match[str] | None = None
    found = False
    for mark in marks.finditer(source.text):
        opens = mark.group().startswith(begins)
        if opened is None and opens:
            opened = mark
        elif opened is not None and not opens:
            yield opened.end(), mark.start()
            found, opened = True, None
        elif is_new:
            raise _unpaired(source, mark, opened)
    if opened is not None:
        raise _unpaired(source, opened, None)
    if not found:
        raise BadLed(
            f"{source.file or 'this text'} has no code: code stands between /$ and $/, or in older "
            "texts between /---- and ----/"
        )


def _unpaired(source: Source, mark: re.Match[str], opened: re.Match[str] | None) -> BadLed:
    """The error for a delimiter without a partner; `opened` is one before it that is still open."""
    place = source.place(mark.start(), mark.end())
    if opened is not None:
        line = source.place(opened.start(), opened.end()).line
        return BadLed(f"code begins here, and the code that began in line {line} has no end", place)
    if mark.group() == "$/":
        return BadLed("code ends here, and none has begun", place)
    end = "$/" if mark.group() == "/$" else "----/"
    return BadLed(f"the code that begins here has no end: {end} is missing", place)
