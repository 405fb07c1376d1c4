"""A total order of all values, which makes choices and listings the same in every run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .atoms import ModelValue, Truth
from .domain import Domain


def key(value: Any) -> tuple[Any, ...]:
    """The sort key of a normal value: first by kind, then, within a kind, in the order of TLC.

    The kinds are, in this order: model values, sorted by name; FALSE, TRUE; numbers; strings; sets
    and functions, both sorted by size first. Raises `TypeError` if the value is not normal.

    >>> sorted([frozenset({5}), 3, "b", (7, 7), "a", ()], key=key)
    [3, 'a', 'b', frozenset({5}), (), (7, 7)]
    """
    kind = type(value)
    if kind is int:
        return (2, value)
    if kind is str:
        return (3, value)
    if kind is ModelValue:
        return (0, value.name)
    if kind is Truth:
        return (1, value.holds)
    if kind is frozenset or kind is tuple:
        return _key_of_many(value)
    raise TypeError(f"not a normal value: {value!r}")


def in_order(values: Iterable[Any]) -> list[Any]:
    """The values sorted by `key`."""
    values = list(values)
    kinds = set(map(type, values))
    if len(kinds) < 2 and (kinds <= _PLAIN or (kinds == {tuple} and _are_alike(values))):
        values.sort()
    else:
        values.sort(key=key)
    return values


def _are_alike(values: list[tuple[Any, ...]]) -> bool:
    """Whether all tuples have the same length and, at each position, the same plain type."""
    kinds = set(map(type, values[0]))
    return kinds <= _PLAIN and len({tuple(map(type, value)) for value in values}) == 1


_PLAIN = {int, str}
"""The types for which Python's order is that of `key`."""

_ROOM = 1 << 20
"""The most elements, counted over all cached values, that a cache holds."""


class _Lately(dict[Any, tuple[Any, ...]]):
    """A cache of results for sets and functions, emptied when it gets too large."""

    def __init__(self, work_out: Callable[[Any], tuple[Any, ...]]) -> None:
        super().__init__()
        self.work_out = work_out
        self.taken = 0

    def __missing__(self, values: Any) -> tuple[Any, ...]:
        if self.taken > _ROOM:
            self.clear()
            self.taken = 0
        self.taken += len(values) + 1
        found = self[values] = self.work_out(values)
        return found


def _worked_out(value: Any) -> tuple[Any, ...]:
    if type(value) is frozenset:
        return (4, len(value), *map(key, listed(value)))
    if value and type(value[0]) is Domain:
        return (5, len(value) - 1, (1, *map(key, value[0].keys)), *map(key, value[1:]))
    return (5, len(value), (0,), *map(key, value))


_key_of_many = _Lately(_worked_out).__getitem__

listed = _Lately(lambda values: tuple(in_order(values))).__getitem__
"""Returns the elements of a normal set in order, as a tuple, cached."""
