"""One order of all values, so that every choice and every listing is the same in each run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .atoms import ModelValue, Truth
from .domain import Domain


def key(value: Any) -> tuple[Any, ...]:
    """What values are sorted by: first by kind, then as TLC does within a kind.

    FALSE before TRUE, numbers and strings as usual, model values by name, sets and functions by
    their size first.

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
    """Whether tuples are of one length, with plain values of one kind at each place."""
    kinds = set(map(type, values[0]))
    return kinds <= _PLAIN and len({tuple(map(type, value)) for value in values}) == 1


_PLAIN = {int, str}
"""The kinds whose values Python compares as `key` does."""

_ROOM = 1 << 20
"""How many elements of sets, and how many keys of values, are remembered."""


class _Lately(dict[Any, tuple[Any, ...]]):
    """What was worked out of sets and functions seen lately."""

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
"""The elements of a normal set in order."""
