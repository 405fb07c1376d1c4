"""Values that may hold numbers which stand for several, and sets that are made of them."""

from __future__ import annotations

from collections.abc import Iterable

from .spread import Spread
from .trouble import Trouble
from .value import Items, Value

MOST_MEMBERS = 1_000_000
"""Larger sets are not made."""


def is_spread(value: Value) -> bool:
    """Whether a value is, or holds, a number that stands for several."""
    if isinstance(value, tuple):
        return any(map(is_spread, value))
    return isinstance(value, Spread) or (isinstance(value, Items) and is_spread(value.parts))


def settled(value: Value) -> Value:
    """The value with numbers in place of those that stand for several; raises `Split`.

    That is where it matters which number it is: in a set, as an index, in a state.
    """
    if isinstance(value, Spread):
        return value.settled()
    if isinstance(value, tuple) and is_spread(value):
        return tuple(map(settled, value))
    if isinstance(value, Items) and is_spread(value):
        return Items(settled(value.parts))
    return value


def made_set(members: Iterable[Value]) -> frozenset[Value]:
    """The set of these members."""
    given = list(members)
    try:
        return frozenset(given)
    except TypeError:  # what stands for several numbers is not hashed
        return frozenset(map(settled, given))


def few(members: Iterable[Value], count: int) -> Iterable[Value]:
    """The members, if there are not too many."""
    if count > MOST_MEMBERS:
        raise Trouble(f"this set would have more than {MOST_MEMBERS:,} members")
    return members
