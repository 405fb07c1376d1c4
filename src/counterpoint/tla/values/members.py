"""Membership, elements and sizes of sets, lazy or not.

Functions raise `NoValue` if their argument is not a set, or where TLC refuses to compare values.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...errors import NoValue
from .atoms import ModelValue
from .equality import check_comparable
from .functions import normal
from .lazyset import LazySet
from .order import listed
from .plenty import LOOK_EVERY, InTurn, few, in_turn
from .show import shortly


def is_in(value: Any, values: Any) -> bool:
    """Whether a value is an element of a set; raises `NoValue` if TLC refuses to compare them.

    >>> is_in(3, frozenset({1, 2}))
    False
    """
    if type(values) is not frozenset:
        return value in (values if isinstance(values, LazySet) else _lazy(values))
    try:
        if value in values:
            return True
    except TypeError:
        return is_in(normal(value), values)
    kind = type(value)
    if kind is ModelValue:
        return bool(value.kind) and _is_missing(value, values)
    for element in values:
        return type(element) is not kind and _is_missing(value, values)
    return False


def members(values: Any) -> Sequence[Any]:
    """The elements of a set in order, as a tuple; raises `NoValue` if there are too many to list.

    >>> members(frozenset({3, 1, 2}))
    (1, 2, 3)
    """
    return listed(values) if type(values) is frozenset else few(_lazy(values))


def elements(values: Any) -> Iterable[Any]:
    """The elements of a set in order, generated one by one where the set allows that.

    A set that is too large to iterate over completely yields its first elements, then raises
    `NoValue`.
    """
    if type(values) is not frozenset:
        return in_turn(_lazy(values))
    found = listed(values)
    return found if len(found) <= LOOK_EVERY else InTurn(found)


def size(values: Any) -> int | None:
    """The number of elements of a set; None if there are infinitely many."""
    return len(values) if type(values) is frozenset else _lazy(values).size()


def is_empty(values: Any) -> bool:
    """Whether a set is empty."""
    return not values if type(values) is frozenset else _lazy(values).is_empty()


def is_finite(values: Any) -> bool:
    """Whether a set is finite."""
    return type(values) is frozenset or _lazy(values).is_finite()


def is_listable(values: Any) -> bool:
    """Whether the elements of a set can be enumerated; False if that is not known."""
    try:
        return is_finite(values)
    except NoValue:
        return False


def a_set(values: Any) -> frozenset[Any]:
    """The normal form of a set; raises `NoValue` for any other value."""
    return values if type(values) is frozenset else _lazy(values).force()


def _lazy(values: Any) -> LazySet:
    if isinstance(values, LazySet):
        return values
    raise NoValue(f"a set is needed here, not {shortly(values)}")


def _is_missing(value: Any, values: frozenset[Any]) -> bool:
    """False; raises `NoValue` if the value cannot be compared with some element of the set."""
    for element in listed(values):
        check_comparable(value, element)
    return False


def is_stranger(value: Any, values: LazySet, wanted: str) -> bool:
    """True for a model value without a kind; raises `NoValue` for any other value.

    Called for values that are not of the type `wanted` of the elements of `values`. Such a model
    value is comparable to every value, and so it is certainly not an element.
    """
    if type(value) is ModelValue and not value.kind:
        return True
    raise NoValue(f"{shortly(value)} is no {wanted}, so whether it is in {values!r} is not said")


def is_subset(a: Any, b: Any) -> bool:
    """Whether every element of one set is an element of another.

    >>> is_subset(frozenset({1}), frozenset({1, 2}))
    True
    """
    if type(a) is frozenset:
        if type(b) is frozenset and a <= b:
            return True
        return all(is_in(element, b) for element in listed(a))
    if a is b or (isinstance(b, LazySet) and _lazy(a).holds_only(b)):
        return True
    return all(is_in(element, b) for element in _lazy(a))
