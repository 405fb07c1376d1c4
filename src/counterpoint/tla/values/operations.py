r"""Operators on sets, such as `\cup`. Their results are lazy where the arguments are."""

from __future__ import annotations

from typing import Any

from ...errors import NoValue
from .combined import Difference, Intersection, union
from .functions import normal
from .lazyset import LazySet
from .members import a_set, is_finite, is_in, members
from .order import listed
from .show import shortly
from .subsets import Interval

_LISTED = 256
"""Intervals of up to this length are listed and cached: most are small and constant."""

_intervals: dict[tuple[int, int], frozenset[int]] = {}


def interval(low: Any, high: Any) -> Any:
    """low..high: a frozenset if it is short, else an `Interval`.

    >>> interval(2, 3)
    frozenset({2, 3})
    """
    for end in (low, high):
        if type(end) is not int:
            raise NoValue(f"{shortly(low)}..{shortly(high)}: {shortly(end)} is no number")
    found = _intervals.get((low, high))
    if found is not None:
        return found
    if high - low >= _LISTED:
        return Interval(low, high)
    if len(_intervals) > 1 << 10:
        _intervals.clear()
    found = _intervals[low, high] = frozenset(range(low, high + 1))
    return found


def cup(a: Any, b: Any) -> Any:
    r"""a \cup b.

    >>> cup(frozenset({1}), frozenset({2}))
    frozenset({1, 2})
    """
    if type(a) is frozenset and type(b) is frozenset:
        return a | b
    if {type(a), type(b)} == {Interval, frozenset}:
        return a_set(a) | a_set(b)
    return union(a, b)


def cap(a: Any, b: Any) -> Any:
    r"""a \cap b.

    >>> cap(frozenset({1, 2}), frozenset({2, 3}))
    frozenset({2})
    """
    if type(a) is frozenset:
        if type(b) is frozenset:
            return a & b
        return frozenset(element for element in listed(a) if is_in(element, b))
    if type(b) is frozenset:
        return cap(b, a)
    return Intersection(a, b) if is_finite(a) or not is_finite(b) else Intersection(b, a)


def minus(a: Any, b: Any) -> Any:
    r"""a \ b.

    >>> minus(frozenset({1, 2}), frozenset({2, 3}))
    frozenset({1})
    """
    if type(a) is frozenset:
        if type(b) is frozenset:
            return a - b
        return frozenset(element for element in listed(a) if not is_in(element, b))
    is_finite(a), is_finite(b)
    return Difference(a, b)


def big_union(sets: Any) -> Any:
    """UNION sets.

    >>> big_union(frozenset({frozenset({1}), frozenset({2})}))
    frozenset({1, 2})
    """
    return union(*members(sets))


def as_listed(values: Any) -> Any:
    """The normal form of a value, but large or infinite sets stay lazy.

    This is for constants, which are evaluated once and used many times.
    """
    if isinstance(values, LazySet):
        count = values.size() if values.is_finite() else None
        return values if count is None or count > 1 << 12 else values.force()
    return normal(values)
