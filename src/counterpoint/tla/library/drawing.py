"""Uniform random choice from sets, without listing intervals, power sets and products."""

from __future__ import annotations

from random import Random
from typing import Any

from ...errors import NoValue
from ..values import (
    FunctionSet,
    Interval,
    PowerSet,
    Product,
    RecordSet,
    domain_of,
    members,
    shortly,
    size,
)


def draw(values: Any, random: Random) -> Any:
    """A random element of a set; raises `NoValue` if the set is empty.

    >>> draw(frozenset({7}), Random(0))
    7
    """
    if type(values) is not frozenset and size(values):
        drawn = _drawn_from_parts(values, random)
        if drawn is not None:
            return drawn
    listed = members(values)
    if not listed:
        raise NoValue(f"nothing can be drawn from {shortly(values)}: the set is empty")
    return listed[random.randrange(len(listed))]


def _drawn_from_parts(values: Any, random: Random) -> Any:
    if isinstance(values, Interval):
        return values.range[random.randrange(len(values.range))]
    if isinstance(values, PowerSet):
        return frozenset(x for x in members(values.base) if random.random() < 0.5)
    if isinstance(values, FunctionSet):
        domain = domain_of(values.domain)
        return domain.make([draw(values.range, random) for _ in domain.keys])
    if isinstance(values, Product | RecordSet):
        return values.made([draw(part, random) for part in values.sets])
    return None


def draw_several(count: int, values: Any, random: Random) -> frozenset[Any]:
    """A random subset with `count` elements; raises `NoValue` if the set is too small or infinite.

    >>> len(draw_several(2, frozenset({1, 2, 3}), Random(0)))
    2
    """
    available = size(values)
    if available is None or available < count:
        raise NoValue(f"{count} elements cannot be drawn from {shortly(values)}")
    if available <= 1 << 16 or available < 2 * count:
        return frozenset(random.sample(members(values), count))
    drawn: set[Any] = set()
    while len(drawn) < count:
        drawn.add(draw(values, random))
    return frozenset(drawn)
