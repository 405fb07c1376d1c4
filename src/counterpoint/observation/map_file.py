"""Map files: what two targets have in common, in TOML, with a column of texts for each target."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NoReturn

from ..data import dataclass
from ..errors import BadMap, Misuse, Place
from ..reading import text_in
from .entry import Entry, Kind
from .relation import relation_of

FIRST_SECOND = ("first", "second")
"""The columns of a map that lists no targets."""


class _Key(Enum):
    """The keys of a map at its top."""

    RELATION = "relation"
    TARGETS = "targets"


@dataclass(frozen=True, slots=True)
class MapFile:
    """A map: its entries, the patterns of targets for each column, and the relation it is for."""

    entries: tuple[Entry, ...]
    targets: Mapping[str, tuple[str, ...]]
    relation: str | None = None
    name: str = "the map"

    def columns(self, first: str, second: str) -> tuple[str, str]:
        """The columns of two targets that are called this; raises `BadMap` if one has none."""
        return FIRST_SECOND if not self.targets else (self._column(first), self._column(second))

    def _column(self, target: str) -> str:
        names = (target, Path(target).name)
        for column, patterns in self.targets.items():
            if any(fnmatchcase(name, pattern) for name in names for pattern in patterns):
                return column
        known = "; ".join(f"{column}: {', '.join(of)}" for column, of in self.targets.items())
        raise BadMap(f"{self.name} has no column for {target}; it has {known}")


def read_map(path: str | Path) -> MapFile:
    """The map in a file; raises `BadMap`, which shows the line."""
    text = text_in(path, BadMap)
    return parse_map(text, str(path))


def parse_map(text: str, file: str = "the map") -> MapFile:
    """The map in a text in TOML; raises `BadMap`, which shows the line.

    >>> map = parse_map('[[condition]]' + chr(10) + 'name = "lit"' + chr(10) + 'first = "on"')
    >>> map.entries[0].name, map.entries[0].texts
    ('lit', {'first': ('on',)})
    """
    lines = text.splitlines()
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        says, _, where = str(error).rpartition(" (at ")
        numbers = re.findall(r"\d+", where) if says else []
        line, column = map(int, numbers or (max(1, len(lines)), 1))
        quoted = lines[line - 1] if line <= len(lines) else ""
        said = says or str(error).partition(" (at ")[0]
        raise BadMap(
            f"this is no TOML: {said[:1].lower()}{said[1:]}", Place(file, line, quoted, column)
        ) from None
    return _Reading(data, file, lines).map_file()


def map_of(data: Mapping[str, Any]) -> MapFile:
    """The map in a mapping that has the form of a map file; raises `BadMap`.

    >>> map_of({"label": [{"name": "go", "first": "step", "second": ["up", "down"]}]}).relation
    """
    return _Reading(data, "the map", ()).map_file()


class _Reading:
    """Reads a map; `lines` are those of its text, if it has one, to show places."""

    def __init__(self, data: Mapping[str, Any], file: str, lines: Sequence[str]) -> None:
        self.data, self.file, self.lines = data, file, lines
        self._places = dict(_places(file, lines))

    def map_file(self) -> MapFile:
        known = [*(key.value for key in _Key), *(kind.value for kind in Kind)]
        for key in self.data:
            if key not in known:
                self._wrong(f"a map has no {key}; it may have {', '.join(known)}", key)
        relation = self.data.get(_Key.RELATION.value)
        if relation is not None:
            try:
                relation_of(relation)
            except Misuse as error:
                self._wrong(error.message, _Key.RELATION.value)
        targets = self._targets()
        columns = tuple(targets) or FIRST_SECOND
        entries = tuple(self._entries(columns))
        if not entries:
            self._wrong("this map has no entries: it needs [[condition]], [[value]] or [[label]]")
        return MapFile(entries, targets, relation, self.file)

    def _targets(self) -> dict[str, tuple[str, ...]]:
        key = _Key.TARGETS.value
        given = self.data.get(key, {})
        if not isinstance(given, Mapping):
            self._wrong("targets gives each column a list of targets", key)
        found = {}
        for column, patterns in given.items():
            some = _texts(patterns)
            if not some:
                self._wrong(f"{column} is a list of targets", key, column)
            found[str(column)] = some
        return found

    def _entries(self, columns: Sequence[str]) -> Iterator[Entry]:
        for kind in Kind:
            listed = self.data.get(kind.value, [])
            if not isinstance(listed, Sequence) or isinstance(listed, str):
                self._wrong(f"each {kind.value} is written as [[{kind.value}]]", kind.value)
            for number, given in enumerate(listed):
                yield self._entry(kind, number, given, columns)

    def _entry(self, kind: Kind, number: int, given: Any, columns: Sequence[str]) -> Entry:
        at = f"{kind.value} {number}"
        if not isinstance(given, Mapping):
            self._wrong(f"each {kind.value} is written as [[{kind.value}]]", at)
        allowed = ("name", "for", *(("as",) if kind is Kind.VALUE else ()), *columns)
        for key in given:
            if key not in allowed:
                self._wrong(f"there is no {key} here, but {', '.join(allowed)}", at, key)
        name = given.get("name")
        if not isinstance(name, str) or not name.strip():
            self._wrong(f"this {kind.value} needs a name", at, "name")
        texts = {}
        for column in columns:
            if column in given:
                some = _texts(given[column], empty=kind is Kind.LABEL)
                if some is None or (kind is not Kind.LABEL and len(some) != 1):
                    of = "texts" if kind is Kind.LABEL else "text"
                    self._wrong(f"{column} is the {of} of {name} there", at, column)
                texts[column] = some
        places = {key: self._place(at, key) for key in ("", *given)}
        return Entry(kind, name, texts, self._ranges(given, at), self._words(given, at), places)

    def _ranges(self, given: Mapping[str, Any], at: str) -> dict[str, tuple[int | str, ...]]:
        ranges = given.get("for", {})
        if not isinstance(ranges, Mapping):
            self._wrong("for gives each name a list of values, as in {r = [0, 1]}", at, "for")
        found = {}
        for name, values in ranges.items():
            is_list = isinstance(values, Sequence) and not isinstance(values, str)
            if not is_list or not values or not all(map(_is_value, values)):
                self._wrong(f"{name} needs a list of whole numbers or texts", at, "for")
            found[str(name)] = tuple(values)
        return found

    def _words(self, given: Mapping[str, Any], at: str) -> dict[str, dict[str, str]]:
        words = given.get("as", {})
        of = words.values() if isinstance(words, Mapping) else [None]
        if not all(isinstance(each, Mapping) and all(map(_is_value, each.values())) for each in of):
            self._wrong('as gives words to the values of a column: {first = {0 = "-"}}', at, "as")
        return {column: {str(k): str(v) for k, v in of.items()} for column, of in words.items()}

    def _wrong(self, says: str, *at: str) -> NoReturn:
        raise BadMap(says, self._place(*at))

    def _place(self, *at: str) -> Place | None:
        """The place of a key, or else of what it would be in; None without a text."""
        for depth in range(len(at), -1, -1):
            if at[:depth] in self._places:
                return self._places[at[:depth]]
        return None


def _is_value(value: object) -> bool:
    return isinstance(value, int | str) and not isinstance(value, bool)


def _texts(given: object, *, empty: bool = False) -> tuple[str, ...] | None:
    """The texts in a text or a list of texts; None for anything else."""
    some = [given] if isinstance(given, str) else given
    if not isinstance(some, Sequence) or not all(isinstance(each, str) for each in some):
        return None
    return tuple(some) if some or empty else None


_HEAD = re.compile(r"\s*(\[\[?)\s*([\w.\"'-]+)\s*\]")
_SET = re.compile(r"\s*([\w-]+|\"[^\"]*\"|'[^']*')\s*=")


def _places(file: str, lines: Sequence[str]) -> Iterator[tuple[tuple[str, ...], Place]]:
    """The places of tables and of keys at the beginning of a line, by where they are."""
    counts: dict[str, int] = {}
    at: tuple[str, ...] = ()
    if lines:
        yield (), Place(file, 1, lines[0], 1, max(1, len(lines[0])))
    for number, line in enumerate(lines, start=1):
        if head := _HEAD.match(line):
            name = head[2].strip("\"'")
            if head[1] == "[[":
                counts[name] = counts.get(name, -1) + 1
                at = (f"{name} {counts[name]}",)
                yield (name,), Place(file, number, line, head.start(2) + 1, len(head[2]))
            else:
                at = (name,)
            yield at, Place(file, number, line, head.start(2) + 1, len(head[2]))
        elif key := _SET.match(line):
            name = key[1].strip("\"'")
            yield (*at, name), Place(file, number, line, key.start(1) + 1, len(key[1]))
