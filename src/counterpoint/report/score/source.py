"""Source text: the lines of the files of a target, and their sections."""

from __future__ import annotations

import linecache
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ...data import dataclass
from ...errors import Place

LONGEST = 34
"""Maximum number of characters in a section's title; a longer one ends at its first stop."""

MOST_LINES = 5000
"""Maximum number of lines of a file that are shown."""


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a file: the comment that heads it, and the line of that comment."""

    line: int
    title: str


def lines_of(file: str) -> list[str]:
    """The current lines of a file; none if it cannot be read."""
    linecache.checkcache(file)
    return [line.rstrip("\n") for line in linecache.getlines(file)]


def sections(lines: Sequence[str]) -> Iterator[Section]:
    """The sections of a Python file: comments at the left margin, with blank lines around them.

    >>> list(sections(["import x", "", "# The game", "", "def f(): ..."]))
    [Section(line=3, title='The game')]
    """
    for number, line in enumerate(lines, start=1):
        around = *lines[max(number - 2, 0) : number - 1], *lines[number : number + 1]
        alone = not "".join(around).strip()
        title = line.lstrip("#- ").rstrip(" -.")
        if line.startswith("#") and not line.startswith("#!") and alone and title:
            yield Section(number, _short(title))


def _short(title: str) -> str:
    if len(title) <= LONGEST:
        return title
    for stop in ":;,":
        title = title.partition(stop)[0]
    return title if len(title) <= LONGEST else title[: LONGEST - 1].rstrip() + "…"


def section_at(found: Iterable[Section], line: int) -> str:
    """The title of the section that contains a line; empty above the first one."""
    titles = [section.title for section in found if section.line <= line]
    return titles[-1] if titles else ""


def definition_above(place: Place, name: str) -> int:
    """The line of the `def` with this name that contains a place.

    It is the line of the place itself if no such `def` precedes it: after a `yield from`, the place
    may be in another function.
    """
    lines = lines_of(place.file)[: place.line]
    for number in range(len(lines), 0, -1):
        if lines[number - 1].strip().startswith(f"def {name}("):
            return number
    return place.line


def source_data(files: Iterable[str]) -> list[dict[str, object]]:
    """The readable files as plain data: path, name, lines."""
    found = ((file, lines_of(file)) for file in dict.fromkeys(files))
    return [
        {"path": file, "name": Path(file).name, "lines": _shortened(lines)}
        for file, lines in found
        if lines
    ]


def _shortened(lines: list[str]) -> list[str]:
    """The lines, or of very many the first ones and how many more there are."""
    more = len(lines) - MOST_LINES
    return lines if more <= 0 else [*lines[:MOST_LINES], f"... and {more:,} more lines"]
