"""Operations on sets, and on tuples, sequences and strings; raises `Trouble` without a result."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from math import ceil, floor
from typing import Any

from .kinds import Kind, has
from .numbers import at_most, described, plus, times
from .several import few, is_spread, settled
from .spread import Spread
from .trouble import Trouble
from .value import (
    Items,
    Value,
    is_number,
    is_string,
    ordered,
    shortly,
    string,
)

# Sets ---------------------------------------------------------------------------------------------


def member(a: Value, among: Value) -> bool:
    """Whether a value is in a set or a kind."""
    if is_spread(a) and isinstance(among, frozenset):
        return any(a == one for one in ordered(among))
    return has(among, settled(a) if isinstance(among, Kind) else a)


def is_between(a: Value, low: Value, high: Value) -> bool:
    """Whether a value is a whole number from `low` to `high`, without listing these."""
    _bounds(low, high)
    if isinstance(a, Spread):
        a = a if a.is_whole else settled(a)
    if type(a) is not int and not isinstance(a, Spread):
        return False
    return at_most(low, a) and at_most(a, high)


def union(a: Value, b: Value) -> Value:
    """The union of two sets or kinds."""
    if isinstance(a, Kind) or isinstance(b, Kind):
        return Kind("U", (_set("U", a), _set("U", b)))
    return _finite("U", a, b) | b


def without(a: Value, b: Value) -> Value:
    """The difference of a set and a set or kind."""
    if isinstance(b, Kind) and isinstance(a, frozenset):
        return frozenset(one for one in a if not has(b, one))
    return _finite("\\", a, b) - b


def common(a: Value, b: Value) -> Value:
    """The intersection of two sets, or of a set and a kind."""
    if isinstance(a, Kind) and isinstance(b, frozenset):
        a, b = b, a
    if isinstance(b, Kind) and isinstance(a, frozenset):
        return frozenset(one for one in a if has(b, one))
    return _finite("sec", a, b) & b


def subset(a: Value, b: Value) -> bool:
    """Whether a set is a subset of another or of a kind."""
    if isinstance(b, Kind) and isinstance(a, frozenset):
        return all(has(b, one) for one in a)
    return bool(_finite("sub", a, b) <= b)


def interval(low: Value, high: Value) -> frozenset[int]:
    """The whole numbers from one number to another.

    >>> sorted(interval(1, 3))
    [1, 2, 3]
    """
    _bounds(low, high)
    numbers = range(ceil(low), floor(high) + 1)
    return frozenset(few(numbers, numbers.stop - numbers.start))


def _bounds(low: Value, high: Value) -> None:
    for end in (low, high):
        if not is_number(end) and not isinstance(end, Spread):
            raise Trouble(f"{{a..b}} goes from a number to a number: here is {described(end)}")


def subsets(a: Value) -> frozenset[Value]:
    """The set of all subsets."""
    _finite("Pow", a, a)
    few((), 1 << min(len(a), 64))
    members = ordered(a)
    return frozenset(
        frozenset(some) for size in range(len(members) + 1) for some in combinations(members, size)
    )


def members_of(a: Value) -> Iterable[Value]:
    """The members of a set in a fixed order."""
    if isinstance(a, frozenset):
        return ordered(a)
    if isinstance(a, Kind):
        raise Trouble(f"{a} has no end, so its members cannot be taken one after the other")
    raise Trouble(f"a set is needed here, not {described(a)}")


def chosen(a: Value) -> Value:
    """A member of a set, always the same one."""
    for one in members_of(a):
        return one
    raise Trouble("nothing can be chosen from {}")


def _set(operator: str, a: Value) -> Value:
    if isinstance(a, frozenset | Kind):
        return a
    raise Trouble(f"{operator} takes sets, not {described(a)}")


def _finite(operator: str, a: Value, b: Value) -> frozenset[Value]:
    """The first operand; raises `Trouble` unless both are finite sets."""
    for given in (a, b):
        if isinstance(given, Kind):
            raise Trouble(f"{operator} takes sets that have an end, and {given} has none")
        _set(operator, given)
    return a  # type: ignore[no-any-return]


# Parts --------------------------------------------------------------------------------------------


def part(a: Value, index: Value) -> Value:
    """One part of a tuple, a sequence or a string, counted from 1."""
    parts = _parts(a)
    at = _place(settled(index), len(parts), a)
    return string(parts[at - 1]) if isinstance(parts, str) else parts[at - 1]


def parts(a: Value, low: Value, high: Value) -> Value:
    """The parts of a tuple, a sequence or a string from `low` to `high`; none if `high = low - 1`.

    >>> parts((1, 2, 3), 2, 3), parts(string("word"), 1, 2)
    ((2, 3), '"wo')
    """
    given, low, high = _parts(a), settled(low), settled(high)
    whole = type(low) is int and type(high) is int
    if whole and high == low - 1 and 1 <= low <= len(given) + 1:
        found = given[:0]
    else:
        found = given[_place(low, len(given), a) - 1 : _place(high, len(given), a)]
    if isinstance(found, str):
        return string(found)
    return Items(found) if isinstance(a, Items) else found


def _parts(a: Value) -> Any:
    if isinstance(a, tuple):
        return a
    if isinstance(a, Items):
        return a.parts
    if is_string(a):
        return a[1:]
    raise Trouble(f"[...] is of a tuple, a sequence or a string, not of {described(a)}")


def _place(index: Value, count: int, a: Value) -> int:
    if type(index) is int and 1 <= index <= count:
        return index
    raise Trouble(f"{shortly(a)} has the parts 1 to {count}, and none at {shortly(index)}")


# Folding ------------------------------------------------------------------------------------------


def summed(values: list[Value]) -> Value:
    """The sum of numbers; 0 if there are none."""
    return _folded(plus, values, 0)


def multiplied(values: list[Value]) -> Value:
    """The product of numbers; 1 if there are none."""
    return _folded(times, values, 1)


def united(values: list[Value]) -> Value:
    """The union of sets."""
    return _folded(union, values, frozenset())


def intersected(values: list[Value]) -> Value:
    """The intersection of sets, of which there must be at least one."""
    if not values:
        raise Trouble("Sec of no set at all has no value: everything would be in it")
    return _folded(common, values[1:], values[0])


def _folded(how: Callable[[Value, Value], Value], values: list[Value], start: Value) -> Value:
    for value in values:
        start = how(start, value)
    return start
