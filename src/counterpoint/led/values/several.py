"""Values that may contain spreads (numbers that depend on the mouse position), and their sets."""

from __future__ import annotations

from collections.abc import Iterable

from .spread import Spread
from .trouble import Trouble
from .value import Items, Value

MOST_MEMBERS = 1_000_000
"""The most members of a set."""


def is_spread(value: Value) -> bool:
    """Whether a value is a `Spread`, or contains one in a tuple or a sequence."""
    if isinstance(value, tuple):
        return any(map(is_spread, value))
    return isinstance(value, Spread) or (isinstance(value, Items) and is_spread(value.parts))


def settled(value: Value) -> Value:
    """The value with each `Spread` replaced by its number; raises `Split` if one has several.

    This is needed where the number itself matters: in a set, as an index, in a state.
    """
    if isinstance(value, Spread):
        return value.settled()
    if isinstance(value, tuple) and is_spread(value):
        return tuple(map(settled, value))
    if isinstance(value, Items) and is_spread(value):
        return Items(settled(value.parts))
    return value


def made_set(members: Iterable[Value]) -> frozenset[Value]:
    """The set of these members; raises `Split` if a spread in them has several values."""
    given = list(members)
    try:
        return frozenset(given)
    except TypeError:  # a `Spread` is not hashable
        return frozenset(map(settled, given))


def few(members: Iterable[Value], count: int) -> Iterable[Value]:
    """The members; raises `Trouble` if their number, `count`, is too large."""
    if count > MOST_MEMBERS:
        raise Trouble(f"this set would have more than {MOST_MEMBERS:,} members")
    return members
