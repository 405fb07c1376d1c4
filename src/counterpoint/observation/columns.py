"""The views of two targets that a map gives, one from each column."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import BadMap
from .entry import Entry, Kind
from .map_file import MapFile
from .view import CellValue, Condition, Hidden, Labels, Patterns, View

RESERVED = frozenset({"rest", "true", "false"})
"""Names that formulas read in another way."""


def views_of(map_file: MapFile, first: str, second: str) -> tuple[View, View]:
    """The views of two targets, which the map finds by what they are called; raises `BadMap`.

    >>> from .map_file import map_of
    >>> one, other = views_of(map_of({"condition": [{"name": "lit", "first": "on", "second":
    ...     "!dark"}]}), "lamp", "torch")
    >>> str(one.conditions[0].formula), str(other.conditions[0].formula)
    ('on', '!dark')
    """
    one, other = map_file.columns(first, second)
    return _view(map_file.entries, one), _view(map_file.entries, other)


def _view(entries: Iterable[Entry], column: str) -> View:
    by_kind = {kind: [e for e in entries if e.kind is kind] for kind in Kind}
    conditions = [one for entry in by_kind[Kind.CONDITION] for one in entry.conditions(column)]
    values = [one for entry in by_kind[Kind.VALUE] for one in entry.values(column)]
    _require_distinct([*conditions, *values])
    rules = tuple(rule for entry in by_kind[Kind.LABEL] for rule in entry.rules(column))
    labels: Labels = Patterns(rules) if by_kind[Kind.LABEL] else Hidden()
    return View(tuple(conditions), tuple(values), labels)


def _require_distinct(named: Iterable[Condition | CellValue]) -> None:
    known: set[str] = set()
    for one in named:
        if one.name in known:
            raise BadMap(f"two things are called {one.name}", one.place)
        if one.name in RESERVED:
            raise BadMap(f"{one.name} has another meaning in formulas", one.place)
        known.add(one.name)
