"""Variables of a b-thread that hold a set of which no code can ever see the order.

Toggling four numbers in a set gives thousands of layouts of its table, and sixteen sets. They are
the same if nothing sees the order: the set is made where it comes into the variable, nobody else
gets hold of it, and all that is asked is what its elements alone decide.

More than the code decides that: integers have a least one, and a not-a-number among them makes it
depend on the order. What a set holds is known when a b-thread yields, so a variable is trusted
until it is seen with such elements; then the automata are made again, and its sets count with their
layout from the start.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from ...identity import Identity, identity
from ..event import Event
from .set_uses import Needs, SetUses

T = TypeVar("T")

_ALIKE: frozenset[type] = frozenset([int, str, bytes, Event, bool, type(None)])
"""Types of which equal values are the same; their hashes are Python's own, or Counterpoint's."""
_SORTABLE: frozenset[type] = frozenset([int, str, bytes])
_SAID: frozenset[type] = frozenset([Event])

_BY_NAME = {"locals", "vars", "eval", "exec", "dir", "globals", "__import__", "breakpoint"}
"""What may get at a variable that it does not name."""


def blind_variables(
    code: types.CodeType,
    known: dict[str, Any],
    without: frozenset[str] = frozenset(),
    *,
    sorts: bool = True,
) -> dict[str, Needs]:
    """The variables of a piece of code that hold such sets, if sets at all, and what these need.

    `sorts` tells that nobody but this code can catch what it raises; `without` are not trusted.

    >>> def toggle(numbers):
    ...     odd, shown = {1}, set()
    ...     on = set()
    ...     for number in numbers:
    ...         on.discard(number) if number in on else on.add(number)
    ...         shown.add(number)
    ...     yield list(shown)
    >>> sorted(blind_variables(toggle.__code__, globals()))
    ['on']
    """
    return _blind_variables(identity(code), identity(known), without, sorts)


@functools.lru_cache(512)
def _blind_variables(
    code: Identity, known: Identity, without: frozenset[str], sorts: bool
) -> dict[str, Needs]:
    names = set(code().co_names)
    return {} if _BY_NAME & names else SetUses(code(), known(), sorts).blind(without)


def elements(items: set[object] | frozenset[object], needs: Needs) -> Hashable:
    """What tells a set from others, if it is no more than its elements; None if it is more.

    Where two had the same hash, the order would say which of them is compared first.
    """
    kinds = [_kind(item) for item in items]
    among = _SAID if needs.says else _SORTABLE if needs.sorts else _ALIKE
    if not all(_is_of(kind, among) for kind in kinds) or (needs.sorts and len(set(kinds)) > 1):
        return None
    if needs.says and len(set(map(repr, items))) < len(items):  # by which a statement sorts them
        return None
    return frozenset(zip(kinds, items, strict=True)) if _differ(items) else None


def _kind(item: object) -> object:
    """The type of a value, and of all that is in a tuple."""
    return tuple(map(_kind, item)) if type(item) is tuple else type(item)


def _is_of(kind: object, among: frozenset[type]) -> bool:
    if type(kind) is tuple:
        return all(_is_of(each, among) for each in kind)
    return any(kind is each for each in among)


def _differ(items: set[object] | frozenset[object]) -> bool:
    return len(set(map(hash, items))) == len(items)


class SeesOrder(Exception):
    """A variable's set has elements by which its uses may show the order."""

    def __init__(self, code: types.CodeType, name: str) -> None:
        super().__init__(name)
        self.variable = (identity(code), name)


class Orders:
    """The variables that are not trusted; `is_settled` once it is too late to trust fewer."""

    def __init__(self) -> None:
        self.is_settled = False
        self._distrusted: set[tuple[Identity, str]] = set()

    def without(self, code: types.CodeType) -> frozenset[str]:
        """The variables of a piece of code that are not trusted."""
        itself = identity(code)
        return frozenset(name for known, name in self._distrusted if known == itself)

    def settled(self, make: Callable[[], T]) -> T:
        """What `make` gives, made again for each variable that turns out not to be trusted."""
        while True:
            try:
                made = make()
            except SeesOrder as seen:
                self._distrusted.add(seen.variable)
            else:
                self.is_settled = True
                return made
