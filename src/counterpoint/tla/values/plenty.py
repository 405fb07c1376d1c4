"""How many elements of a set are listed or gone through, and what is said of a set with more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Protocol

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
    found = tuple(islice(values, LISTED + 1))
    if len(found) > LISTED:
        raise too_many(f"{what} more than {LISTED:,} elements")
    return found


def fewer(found: list[Any]) -> list[Any]:
    """What was collected of a set that is being listed, each once; raises if it is too much."""
    distinct = list(set(found))
    if len(distinct) > LISTED:
        raise too_many(f"this set has more than {LISTED:,} elements")
    return distinct


def in_turn(values: Unlisted) -> Any:
    """The set itself, to be iterated; of one out of reach the first elements, then an error."""
    count = values.known_size()
    return values if count is None or count <= IN_REACH else _tried(values, count)


def _tried(values: Unlisted, count: int) -> Iterator[Any]:
    yield from islice(values, TRIED)
    raise NoValue(
        f"{values!r} has {counted(count)} elements, too many to go through, and the first "
        f"{TRIED:,} were not enough; let it range over a smaller set"
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
