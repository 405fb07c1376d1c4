"""Intervals of numbers, and sets of subsets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from math import comb
from typing import Any

from ...errors import NoValue
from .equality import equal
from .infinite import Endless
from .lazyset import LazySet
from .members import is_finite, is_in, is_stranger, is_subset, members, size
from .order import listed
from .show import shortly


class Interval(LazySet):
    """low..high: an interval of whole numbers.

    >>> 7 in Interval(1, 1000), len(Interval(1, 1000))
    (True, 1000)
    """

    __slots__ = ("range",)

    def __init__(self, low: int, high: int) -> None:
        self.range = range(low, high + 1)

    def __contains__(self, value: Any) -> bool:
        if type(value) is int:
            return value in self.range
        return bool(self.range) and not is_stranger(value, self, "number")

    def __iter__(self) -> Iterator[int]:
        return iter(self.range)

    def size(self) -> int:
        return max(0, self.range.stop - self.range.start)

    def same(self, other: LazySet) -> bool | None:
        return self.range == other.range if isinstance(other, Interval) else None

    def holds_only(self, other: LazySet) -> bool:
        if isinstance(other, Endless):
            return not self.range or self.range[0] in other
        if not isinstance(other, Interval) or not self.range:
            return not self.range
        return self.range[0] in other.range and self.range[-1] in other.range

    def __repr__(self) -> str:
        return f"{self.range.start}..{self.range.stop - 1}"


class PowerSet(LazySet):
    """SUBSET base; iteration is in the order of the normal set, smaller subsets first.

    >>> [len(part) for part in PowerSet(frozenset({1, 2}))], len(PowerSet(Interval(1, 40)))
    ([0, 1, 1, 2], 1099511627776)
    """

    __slots__ = ("base",)

    def __init__(self, base: Any) -> None:
        self.base = base

    def __contains__(self, value: Any) -> bool:
        if type(value) is frozenset:
            if type(self.base) is frozenset and value <= self.base:
                return True
            return all(is_in(element, self.base) for element in listed(value))
        if isinstance(value, LazySet):
            return is_subset(value, self.base)
        return not is_stranger(value, self, "set")

    def __iter__(self) -> Iterator[frozenset[Any]]:
        base = members(self.base)
        sizes = (combinations(base, count) for count in range(len(base) + 1))
        return map(frozenset, chain.from_iterable(sizes))

    def size(self) -> int | None:
        count = size(self.base)
        return None if count is None else 1 << _countable(count, self)

    def is_finite(self) -> bool:
        return is_finite(self.base)

    def is_empty(self) -> bool:
        return False

    def same(self, other: LazySet) -> bool | None:
        return equal(self.base, other.base) if isinstance(other, PowerSet) else None

    def holds_only(self, other: LazySet) -> bool:
        return isinstance(other, PowerSet) and is_subset(self.base, other.base)

    def __repr__(self) -> str:
        return f"SUBSET {shortly(self.base)}"


class SizedSubsets(LazySet):
    """The subsets of a finite set that have `count` elements."""

    __slots__ = ("base", "count")

    def __init__(self, count: int, base: Any) -> None:
        self.count = count
        self.base = base

    def __contains__(self, value: Any) -> bool:
        return value in PowerSet(self.base) and size(value) == self.count

    def __iter__(self) -> Iterator[frozenset[Any]]:
        base = members(self.base)
        if not 0 <= self.count <= len(base):
            return iter(())
        return map(frozenset, combinations(base, self.count))

    def size(self) -> int | None:
        count = size(self.base)
        if count is None:
            return None
        return comb(count, self.count) if self.count >= 0 else 0

    def __repr__(self) -> str:
        return f"kSubset({self.count}, {shortly(self.base)})"


def _countable(count: int, values: LazySet) -> int:
    if count > 1 << 20:
        raise NoValue(f"{values!r} has too many elements to be counted")
    return count
