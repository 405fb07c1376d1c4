"""The ways to bind identifiers in sets that are the same in every state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

from ..evaluate.bounds import fits
from ..tree import Bound
from .factors import Const, Known
from .making import Here, Making


def unroll(making: Making, bounds: Sequence[Bound], here: Here, most: int) -> list[Here] | None:
    """The `Here` for the body for each way to bind identifiers in constant sets.

    None if a set is not constant, if its elements do not fit a pattern, or if there are more than
    `most` ways.
    """
    slots: list[tuple[tuple[int, ...], bool]] = []
    lists: list[tuple[Any, ...]] = []
    cx = here.cx
    for bound in bounds:
        if bound.set is None:
            return None
        values = making.listed(bound.set, here.at(here.cx.deeper(cx.depth)), most)
        if values is None or (bound.pattern and not all_fit(values, len(bound.names))):
            return None
        cx, places = making.bound(bound, bound.names, cx)
        slots.append((places, bound.pattern))
        lists.append(values)
        most //= max(1, len(values))
    return [here.plus(cx, _known(slots, choice)) for choice in product(*lists)]


def _known(
    slots: Sequence[tuple[tuple[int, ...], bool]], choice: Sequence[Any]
) -> dict[int, Known]:
    found: dict[int, Known] = {}
    for (places, pattern), value in zip(slots, choice, strict=True):
        items = value if pattern else (value,)
        found.update({place: Const(item) for place, item in zip(places, items, strict=True)})
    return found


def all_fit(values: Iterable[Any], count: int) -> bool:
    """Whether all values are tuples of `count` items."""
    return all(fits(value, count) for value in values)
