"""Preparing the text of a file for the parser: one module, with tabs expanded, comments blanked."""

from __future__ import annotations

import re

from ...data import dataclass
from ...errors import BadModule, Place
from ..tree import Span
from .lines import Lines

LONGEST = 30_000
"""The most characters of a line; the parser stores columns in 16 bits."""

LARGEST = 8_000_000
"""The most characters of a file."""

TAB = 8
"""The distance between tab stops, as in the TLA+ tools."""

_HEADER = re.compile(r"-{4,} *MODULE\b[ \t]*(\w*)")
_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"?|\\\*[^\n]*|\(\*|-{4,} *MODULE\b|={4,}')
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_BORDER = re.compile(r"\(\*|\*\)")
_VISIBLE = re.compile(r"[^\n]")


@dataclass(frozen=True, slots=True)
class Stretch:
    """A module of the file, from its header to its end."""

    name: str
    start: int
    end: int


class Source:
    """The text of a file, and where its modules and comments are.

    The first `above` lines are not counted in line numbers: they are not part of the text of the
    user. Raises `BadModule` if the file or a line is too long, or something is not terminated.
    """

    def __init__(self, text: str, file: str, above: int = 0) -> None:
        self.file = file
        self._above = above
        self.lines = Lines(text, file, above).lines
        self._check_size(text)
        self.text = "\n".join(line.expandtabs(TAB) for line in self.lines) if "\t" in text else text
        self._expanded = Lines(self.text, "")
        self._comments: list[tuple[int, int]] = []
        self.modules = self._modules()

    def _check_size(self, text: str) -> None:
        if len(text) > LARGEST:
            size = f"it has {len(text):,} characters, and at most {LARGEST:,} are read"
            raise BadModule(f"this file is too large: {size}", Place(self.file, 1))
        for number, line in enumerate(self.lines, 1):
            if len(line) > LONGEST:
                place = Span(self.file, number, 1, number, 2).place()
                size = f"it has {len(line):,} characters, and at most {LONGEST:,} are read"
                raise BadModule(f"this line is too long: {size}", place)

    def _modules(self) -> list[Stretch]:
        found, position = [], 0
        while header := _HEADER.search(self.text, position):
            if "\\*" in self._line_before(header.start()):
                position = header.end()
                continue
            position = self._end_of_module(header)
            found.append(Stretch(header[1], header.start(), position))
        return found

    def _line_before(self, position: int) -> str:
        return self.text[self.text.rfind("\n", 0, position) + 1 : position]

    def _end_of_module(self, header: re.Match[str]) -> int:
        """The position after a module, including its inner modules; records its comments."""
        depth, position = 1, header.end()
        while token := _TOKEN.search(self.text, position):
            position = token.end()
            if token[0] == "(*":
                position = self._end_of_comment(token.start())
                self._comments.append((token.start(), position))
            elif token[0].startswith("\\*"):
                self._comments.append(token.span())
            elif token[0].startswith('"'):
                self._check_string(token)
            else:
                depth += 1 if token[0].startswith("-") else -1
                if not depth:
                    return position
        raise BadModule(
            f"module {header[1]} has no end: a line ==== is missing",
            self.span_at(*header.span()).place(),
        )

    def _end_of_comment(self, start: int) -> int:
        depth, position = 0, start
        while border := _BORDER.search(self.text, position):
            position = border.end()
            depth += 1 if border[0] == "(*" else -1
            if not depth:
                return position
        place = self.span_at(start, start + 2).place()
        raise BadModule("this comment has no end: its *) is missing", place)

    def _check_string(self, token: re.Match[str]) -> None:
        if not _STRING.fullmatch(token[0]):
            place = self.span_at(*token.span()).place()
            raise BadModule('this string has no end: its " is missing on the line', place)

    def prepared(self, stretch: Stretch) -> Prepared:
        """The file with everything but one module blanked, so that positions stay the same."""
        pieces, position = [_blank(self.text[: stretch.start])], stretch.start
        for start, end in self._comments:
            if stretch.start <= start < stretch.end:
                pieces += [self.text[position:start], _blank(self.text[start:end])]
                position = end
        return Prepared(self, "".join([*pieces, self.text[position : stretch.end]]))

    def span_at(self, start: int, end: int) -> Span:
        """The span between two positions of the text."""
        return self.span(self._expanded.point(start), self._expanded.point(end))

    def span(self, start: tuple[int, int], end: tuple[int, int]) -> Span:
        """The span between two points in the expanded text, given as row and column from 0."""
        first, last = start[0] + 1 - self._above, end[0] + 1 - self._above
        return Span(self.file, first, self._column(*start), last, self._column(*end))

    def _column(self, row: int, column: int) -> int:
        line = self.lines[row]
        if "\t" not in line:
            return column + 1
        before = (n for n in range(len(line)) if len(line[: n + 1].expandtabs(TAB)) > column)
        return 1 + next(before, len(line))


def _blank(text: str) -> str:
    return _VISIBLE.sub(" ", text)


class Prepared:
    """The input of the parser, as bytes, with a mapping from byte positions to the source."""

    def __init__(self, source: Source, text: str) -> None:
        self.source = source
        self.text = text
        self.data = text.encode(errors="replace")
        self._rows = [] if text.isascii() else text.split("\n")

    def slice(self, start: int, end: int) -> str:
        """The text between two byte offsets."""
        return self.data[start:end].decode()

    def span(self, start: tuple[int, int], end: tuple[int, int]) -> Span:
        """The span between two points, given as row and column from 0, with columns in bytes."""
        return self.source.span(self._in_characters(*start), self._in_characters(*end))

    def _in_characters(self, row: int, column: int) -> tuple[int, int]:
        if not self._rows or self._rows[row].isascii():
            return row, column
        return row, len(self._rows[row].encode()[:column].decode(errors="ignore"))
