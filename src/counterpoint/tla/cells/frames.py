"""Frames that record reads: a variable is computed only when it is first read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ...errors import Fault
from ..values import normal

_get = list.__getitem__
_set = list.__setitem__


class Unread:
    """A placeholder in a frame for a value that has not been read; `value` computes it."""

    __slots__ = ("value",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, value: Callable[[Watching], Any]) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        raise Fault("what is compared was not read")

    def __bool__(self) -> bool:
        raise Fault("what is tested was not read")


def unknown(cell: int) -> int:
    """Raise `Fault`: a constant expression must read no cell."""
    raise Fault(f"cell {cell} was read for what was thought to be constant")


class Watching(list[Any]):
    """The frame for one question; `read` gives the number in a cell and records that it was read.

    >>> frame = Watching([Unread(lambda m: m.read(7)), 5])
    >>> frame.read = lambda cell: 10 * cell
    >>> frame.copy()[0:2], frame[1]
    ([70, 5], 5)
    """

    __slots__ = ("read",)
    read: Callable[[int], int]

    def __getitem__(self, place: Any) -> Any:
        value = _get(self, place)
        kind = type(value)
        if kind is Unread:
            value = value.value(self)
            _set(self, place, value)
        elif kind is list and type(place) is slice:
            return [normal(self[number]) for number in range(*place.indices(len(self)))]
        return value

    def __iter__(self) -> Iterator[Any]:
        return iter(self[:])

    def copy(self) -> Watching:
        """A frame in which the same values have been read so far."""
        made = Watching(list.copy(self))
        made.read = self.read
        return made
