"""Variables of a b-thread that hold a set with an order that no code can observe.

Toggling four numbers in a set gives thousands of layouts of its hash table, but only sixteen sets.
The layouts are equivalent if nothing observes the order: the set is made where it is assigned to
the variable, no other code gets a reference to it, and all its uses depend on its elements only.

This does not depend on the code alone. Integers have a minimum, but if there is a NaN among them,
`min` depends on the order. The elements of a set are known when a b-thread yields. So a variable is
trusted until it is seen with such elements. Then the automata are made again, and the sets in this
variable are identified by their layout from the start.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from ....identity import Identity, identity
from ...event import Event
from .set_uses import Needs, SetUses

T = TypeVar("T")

_ALIKE: frozenset[type] = frozenset([int, str, bytes, Event, bool, type(None)])
"""Types of interchangeable equal values, with hash functions of Python or Counterpoint."""
_SORTABLE: frozenset[type] = frozenset([int, str, bytes])
_SAID: frozenset[type] = frozenset([Event])

_BY_NAME = {"locals", "vars", "eval", "exec", "dir", "globals", "__import__", "breakpoint"}
"""Names by which code may access a variable that it does not name."""


def blind_variables(
    code: types.CodeType,
    known: dict[str, Any],
    without: frozenset[str] = frozenset(),
    *,
    sorts: bool = True,
) -> dict[str, Needs]:
    """The variables of a code object that hold such sets, if they hold sets, and their `Needs`.

    `known` are the globals of the code. Variables in `without` are not trusted. `sorts` says that
    no other code can catch what this code raises.

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
    """A key of a set made of its elements only, None if its order may be observable.

    The elements must have different hashes: among equal hashes, the order decides which element is
    compared first.
    """
    kinds = [_kind(item) for item in items]
    among = _SAID if needs.says else _SORTABLE if needs.sorts else _ALIKE
    if not all(_is_of(kind, among) for kind in kinds) or (needs.sorts and len(set(kinds)) > 1):
        return None
    if needs.says and len(set(map(repr, items))) < len(items):  # a statement sorts them by `repr`
        return None
    return frozenset(zip(kinds, items, strict=True)) if _differ(items) else None


def _kind(item: object) -> object:
    """The type of a value; for a tuple, the kinds of its items."""
    return tuple(map(_kind, item)) if type(item) is tuple else type(item)


def _is_of(kind: object, among: frozenset[type]) -> bool:
    if type(kind) is tuple:
        return all(_is_of(each, among) for each in kind)
    return any(kind is each for each in among)


def _differ(items: set[object] | frozenset[object]) -> bool:
    return len(set(map(hash, items))) == len(items)


class SeesOrder(Exception):
    """The set in a variable has elements for which the uses of the set may show its order."""

    def __init__(self, code: types.CodeType, name: str) -> None:
        super().__init__(name)
        self.variable = (identity(code), name)


class Orders:
    """The variables that are not trusted. Once `is_settled`, it is too late to add more."""

    def __init__(self) -> None:
        self.is_settled = False
        self._distrusted: set[tuple[Identity, str]] = set()

    def without(self, code: types.CodeType) -> frozenset[str]:
        """The variables of a code object that are not trusted."""
        itself = identity(code)
        return frozenset(name for known, name in self._distrusted if known == itself)

    def settled(self, make: Callable[[], T]) -> T:
        """Return the result of `make`. Calls it again after each `SeesOrder` that it raises."""
        while True:
            try:
                made = make()
            except SeesOrder as seen:
                self._distrusted.add(seen.variable)
            else:
                self.is_settled = True
                return made
