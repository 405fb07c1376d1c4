"""How many elements of a set are listed or gone through, and what is said of a set with more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Protocol

from ...alarm import require_going_on
from ...errors import NoValue

LISTED = 1 << 20
"""A set with more elements is not listed, as TLC refuses to list it."""

IN_REACH = 1 << 32
"""The elements of a larger set are never all gone through: that would take hours at least."""

TRIED = 1 << 22
"""So many elements of a set that is out of reach are tried: one of them may be enough."""


class Unlisted(Protocol):
    """A set that is not listed."""

    def __iter__(self) -> Iterator[Any]:
        """Its elements."""

    def known_size(self) -> int | None:
        """The number of elements, None if there is no end of them or only a listing tells."""


def few(values: Unlisted) -> tuple[Any, ...]:
    """The elements of a set, all of them listed; raises for more than may be.

    >>> from .subsets import Interval
    >>> few(Interval(2, 4))
    (2, 3, 4)
    """
    count = values.known_size()
    if count is not None and count > LISTED:
        raise too_many(f"{values!r} has {counted(count)} elements")
    return collected(values, f"{values!r} has" if count is None else "")


def collected(values: Iterable[Any], what: str = "this set has") -> tuple[Any, ...]:
    """All of these values; raises if they are more than a set may list."""
    found = tuple(islice(InTurn(values), LISTED + 1))
    if len(found) > LISTED:
        raise too_many(f"{what} more than {LISTED:,} elements")
    return found


def fewer(found: list[Any]) -> list[Any]:
    """What was collected of a set that is being listed, each once; raises if it is too much."""
    distinct = list(set(found))
    if len(distinct) > LISTED:
        raise too_many(f"this set has more than {LISTED:,} elements")
    return distinct


LOOK_EVERY = 1 << 10
"""Elements between two looks at whether the work is to end."""


def in_turn(values: Unlisted) -> Iterable[Any]:
    """The elements of a set, as often as they are gone through; the set itself, if it can be.

    Of one that is out of reach these are the first elements, then an error. Raises
    `KeyboardInterrupt` on the way where the work is to end.
    """
    count = values.known_size()
    return values if count is None or count <= LOOK_EVERY else InTurn(values, count)


class InTurn:
    """The elements of a large set; each time they are gone through anew."""

    __slots__ = ("_size", "_values")

    def __init__(self, values: Iterable[Any], size: int | None = None) -> None:
        self._values = values
        self._size = size

    def __iter__(self) -> Iterator[Any]:
        reached = self._size is None or self._size <= IN_REACH
        return self._all() if reached else self._first()

    def _all(self) -> Iterator[Any]:
        values = iter(self._values)
        for value in values:
            yield value
            yield from islice(values, LOOK_EVERY - 1)
            require_going_on()

    def _first(self) -> Iterator[Any]:
        assert self._size is not None
        yield from islice(self._all(), TRIED)
        raise NoValue(
            f"{self._values!r} has {counted(self._size)} elements, too many to go through, and the "
            f"first {TRIED:,} were not enough; let it range over a smaller set"
        )


def too_many(what: str) -> NoValue:
    """The error of a set that is too large to be listed."""
    return NoValue(f"{what}, too many to be listed: at most {LISTED:,} are; use a smaller set")


def counted(count: int) -> str:
    """A number of elements for a reader.

    >>> counted(4096), counted(1 << 200)
    ('4,096', 'at least 2^200')
    """
    bits = count.bit_length() - 1
    return f"{count:,}" if bits < 64 else f"at least 2^{bits}"
