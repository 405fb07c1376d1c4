"""Shapes: how the value of a variable is stored in cells, as a whole or part by part."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from operator import itemgetter
from typing import Any, TypeAlias

from ...data import dataclass
from ..values import Domain, LazyFunction, normal
from .frames import Unread
from .tables import Table

Path: TypeAlias = tuple[str, ...]
"""A position inside a variable: its name, then field names; `ANY_KEY` for any other argument."""

Change: TypeAlias = Callable[[Any], Any]

ANY_KEY = "[]"


class Unfit(Exception):
    """A value that does not have the shape that was observed at this path."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """A value that is stored in one cell, as its number."""

    place: int
    table: Table

    @property
    def cells(self) -> Iterator[Cell]:
        """The cells, in order."""
        yield self

    def at(self, read: Callable[[int], int], shift: int) -> Any:
        """The value in the current state, or in the next one if `shift` is the number of cells."""
        return self.table.values[read(self.place + shift)]

    def put(self, value: Any, writes: list[tuple[int, int]]) -> None:
        """Append the writes, pairs of cell and number, that make this the next value."""
        writes.append((self.place, self.table.number(value)))

    def value(self, row: Sequence[int]) -> Any:
        """The value in a state."""
        return self.table.values[row[self.place]]

    def numbers(self, value: Any) -> Iterator[int]:
        """The numbers in the cells for a normal value; raises `KeyError` for an unknown value."""
        yield self.table.numbers[value]

    def columns(self, values: Sequence[Any]) -> Iterator[list[int]]:
        """For each cell, its numbers in states in which the variable has these values."""
        yield self.table.of(values)


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """A function with a fixed domain, and a shape for each of its values."""

    domain: Domain
    parts: tuple[Shape, ...]
    path: Path
    by_key: dict[Any, Shape] = field(init=False)
    _now: Watched = field(init=False)

    def __post_init__(self) -> None:
        pairs = zip(self.domain.keys, self.parts, strict=True)
        object.__setattr__(self, "by_key", dict(pairs))
        object.__setattr__(self, "_now", Watched(self, 0, {}))

    @property
    def cells(self) -> Iterator[Cell]:
        """The cells, in order."""
        for part in self.parts:
            yield from part.cells

    def at(self, read: Callable[[int], int], shift: int) -> LazyFunction:
        """The value as a watched function: no cell is read before one of its values is needed."""
        parts = self.by_key
        watched = Watched(self, shift, {}) if shift else self._now
        return LazyFunction(
            self.domain.set, lambda key: parts[key].at(read, shift), "a function", watched
        )

    def put(self, value: Any, writes: list[tuple[int, int]]) -> None:
        """Append the writes, pairs of cell and number, that make this the next value."""
        if type(value) is LazyFunction and value.watched is not None:
            self._put_watched(value, value.watched, writes)
            return
        value = normal(value)
        for part, item in zip(self.parts, self._items(value), strict=True):
            part.put(item, writes)

    def value(self, row: Sequence[int]) -> Any:
        """The value in a state."""
        return self.domain.make([part.value(row) for part in self.parts])

    def numbers(self, value: Any) -> Iterator[int]:
        """The numbers in the cells for a normal value.

        Raises `KeyError` for a value that is not in a table, and `Unfit` for one of another shape.
        """
        for part, item in zip(self.parts, self._items(value), strict=True):
            yield from part.numbers(item)

    def columns(self, values: Sequence[Any]) -> Iterator[list[int]]:
        """For each cell, its numbers in states in which the variable has these values."""
        for value in set(values):
            self._items(value)
        for part, place in zip(self.parts, self.domain.index.values(), strict=True):
            yield from part.columns(list(map(itemgetter(place), values)))

    def _put_watched(
        self, value: LazyFunction, watched: Watched, writes: list[tuple[int, int]]
    ) -> None:
        if watched.of is self and watched.shift == 0:
            for key, new in watched.changes.items():
                self.by_key[key].put(new, writes)
            return
        if value.domain != self.domain.set:
            raise Unfit(self.path)
        for key, part in self.by_key.items():
            part.put(value.at(key), writes)

    def _items(self, value: Any) -> Sequence[Any]:
        """The values of a function that is a normal value; raises `Unfit` for another domain."""
        if type(value) is tuple:
            head = value[0] if value else None
            if head is self.domain:
                return value[1:]
            if self._is_sequence(value) and type(head) is not Domain:
                return value
        raise Unfit(self.path)

    def _is_sequence(self, value: tuple[Any, ...]) -> bool:
        return self.domain.is_sequence and len(value) == len(self.parts)


Shape: TypeAlias = Cell | Parts


@dataclass(frozen=True, slots=True, eq=False)
class Watched:
    """The origin of a watched function: the value of a shape in a state, with some changes."""

    of: Parts
    shift: int
    changes: dict[Any, Any]

    def updated(self, f: LazyFunction, path: Sequence[Any], change: Change) -> LazyFunction:
        """`[f EXCEPT !path = change(@)]`, without reading cells that are not needed."""
        from ..values import updated

        key = normal(path[0])
        part = self.of.by_key.get(key)
        if part is None:
            return f
        if len(path) > 1:
            new = updated(f.at(key), path[1:], change)
        else:
            new = change(Unread(lambda m: f.at(key)))
        if not (type(new) is LazyFunction and new.watched is not None):
            new = normal(new)
        return f.but(key, new, Watched(self.of, self.shift, {**self.changes, key: new}))


def reading(shape: Shape, shift: int) -> Unread:
    """The placeholder in frames for a value of this shape, until it is read."""
    return Unread(lambda m: shape.at(m.read, shift))
