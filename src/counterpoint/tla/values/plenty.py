"""Limits on how many elements of a set are listed or iterated over, and the errors beyond them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Protocol

from ...alarm import require_going_on
from ...errors import NoValue

LISTED = 1 << 20
"""The most elements of a set that are listed. TLC has such a limit too."""

IN_REACH = 1 << 32
"""The most elements of a set that are iterated over completely; more would take hours at least."""

TRIED = 1 << 22
"""How many elements of a set larger than `IN_REACH` are tried: one of them may be enough."""


class Unlisted(Protocol):
    """A set that is not listed."""

    def __iter__(self) -> Iterator[Any]:
        """Its elements."""

    def known_size(self) -> int | None:
        """The number of elements; None if it is infinite or cannot be known without listing."""


def few(values: Unlisted) -> tuple[Any, ...]:
    """The elements of a set, as a tuple; raises `NoValue` if there are more than `LISTED`.

    >>> from .subsets import Interval
    >>> few(Interval(2, 4))
    (2, 3, 4)
    """
    count = values.known_size()
    if count is not None and count > LISTED:
        raise too_many(f"{values!r} has {counted(count)} elements")
    return collected(values, f"{values!r} has" if count is None else "")


def collected(values: Iterable[Any], what: str = "this set has") -> tuple[Any, ...]:
    """All of these values, as a tuple; raises `NoValue` if there are more than `LISTED`."""
    found = tuple(islice(InTurn(values), LISTED + 1))
    if len(found) > LISTED:
        raise too_many(f"{what} more than {LISTED:,} elements")
    return found


def fewer(found: list[Any]) -> list[Any]:
    """The distinct values collected so far for a set; raises `NoValue` if they are too many."""
    distinct = list(set(found))
    if len(distinct) > LISTED:
        raise too_many(f"this set has more than {LISTED:,} elements")
    return distinct


LOOK_EVERY = 1 << 10
"""The number of elements between two checks for an interrupt."""


def in_turn(values: Unlisted) -> Iterable[Any]:
    """The elements of a set, to be iterated over any number of times.

    This is the set itself if it is small or its size is not known. Iterating over a set larger than
    `IN_REACH` yields the first elements, then raises `NoValue`. Raises `KeyboardInterrupt` on the
    way if the work is to end.
    """
    count = values.known_size()
    return values if count is None or count <= LOOK_EVERY else InTurn(values, count)


class InTurn:
    """The elements of a large set; each iteration starts again and checks for interrupts."""

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
    """The error that a set is too large to be listed; `what` says how many elements it has."""
    return NoValue(f"{what}, too many to be listed: at most {LISTED:,} are; use a smaller set")


def counted(count: int) -> str:
    """A number of elements as text.

    >>> counted(4096), counted(1 << 200)
    ('4,096', 'at least 2^200')
    """
    bits = count.bit_length() - 1
    return f"{count:,}" if bits < 64 else f"at least 2^{bits}"
