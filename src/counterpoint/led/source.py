"""Literate sources: where the code is in a text, and where in a file something stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ..data import dataclass
from ..errors import QUOTED, BadLed, Place
from ..reading import text_in

STOP = "\x01"
"""Stands at the end of each piece of code: no definition goes on in the next one."""

LARGEST = 1_000_000
"""Bytes of a file: reading one takes some seconds and 300 MB."""

_NEW = re.compile(r"/\$|\$/")
_OLD = re.compile(r"/-+|-+/")


@dataclass(frozen=True, slots=True)
class Source:
    """A text and the name of its file."""

    file: str
    text: str

    def place(self, start: int, end: int) -> Place:
        """The place of a part of the text, with carets under what of it is in its first line."""
        line = self.text.count("\n", 0, start) + 1
        begin = self.text.rfind("\n", 0, start) + 1
        stop = self.text.find("\n", start)
        stop = len(self.text) if stop < 0 else stop
        width = max(1, min(end, stop) - start) if end > start else 1
        return Place(self.file, line, self.text[begin:stop], start - begin + 1, min(width, QUOTED))

    def span(self, start: int, end: int) -> Span:
        """A part of this text."""
        return Span(self, start, end)


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a source, from one character to before another."""

    source: Source
    start: int
    end: int

    def place(self) -> Place:
        """The place of it, for errors."""
        return self.source.place(self.start, self.end)

    @property
    def line(self) -> int:
        """The line that it begins in."""
        return self.source.text.count("\n", 0, self.start) + 1

    @property
    def text(self) -> str:
        """What is written there, with single blanks.

        >>> Source("f.led", "a :=  b").span(0, 7).text
        'a := b'
        """
        return " ".join(self.source.text[self.start : self.end].split())


def source_in(path: Path) -> Source:
    """The text in a file; raises `BadLed` where it cannot be read, or is not written in UTF-8."""
    return Source(str(path), text_in(path, BadLed, largest=LARGEST))


NOWHERE = Span(Source("", ""), 0, 0)
"""The span of what stands in no text."""


def code_of(source: Source) -> str:
    """The code of a literate text, all else blank, so that places stay what they are.

    Code stands between `/$` and `$/`; in a text without any, between `/----` and `----/`. `STOP`
    stands at the end of each piece. Raises `BadLed` where a piece does not end, or there is none.

    >>> code_of(Source("f.led", "One: /$ a := 1 $/ and no more"))
    '        a := 1 \\x01             '
    """
    kept = [" " if char not in "\n" else char for char in source.text]
    for start, end in _pieces(source):
        kept[start:end] = source.text[start:end]
        kept[end] = STOP
    return "".join(kept)


def _pieces(source: Source) -> Iterator[tuple[int, int]]:
    """Where pieces of code start and end, without their delimiters."""
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
    """The error of a delimiter that has no partner."""
    place = source.place(mark.start(), mark.end())
    if opened is not None:
        line = source.place(opened.start(), opened.end()).line
        return BadLed(f"code begins here, and the code that began in line {line} has no end", place)
    if mark.group() == "$/":
        return BadLed("code ends here, and none has begun", place)
    end = "$/" if mark.group() == "/$" else "----/"
    return BadLed(f"the code that begins here has no end: {end} is missing", place)
