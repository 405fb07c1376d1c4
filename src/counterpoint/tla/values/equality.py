"""Equality of values. It raises `NoValue` for values that TLC refuses to compare."""

from __future__ import annotations

from typing import Any

from ...errors import NoValue
from .atoms import ModelValue, Truth
from .domain import Domain
from .functions import LazyFunction, normal
from .lazyset import LazySet
from .order import listed
from .show import shortly

_PLAIN = frozenset({int, str, Truth})
_SETS = "a set"
_FUNCTIONS = "a function"
_KINDS: dict[type, str] = {
    int: "a number",
    str: "a string",
    Truth: "a truth value",
    frozenset: _SETS,
    tuple: _FUNCTIONS,
    LazyFunction: _FUNCTIONS,
}


def kind_of(value: Any) -> str:
    """The kind of a value, in words. Values of different kinds cannot be compared."""
    return _KINDS.get(type(value)) or (_SETS if isinstance(value, LazySet) else "a model value")


def equal(a: Any, b: Any) -> bool:
    """Whether a = b.

    Raises `NoValue` if TLC refuses to compare the two, for example a number and a string.

    >>> equal((1, 2), (1, 2)), equal(ModelValue("none"), 3)
    (True, False)
    """
    if a == b:
        return True
    kind = type(a)
    if kind is type(b):
        if kind in _PLAIN:
            return False
        if kind is tuple:
            return _unequal_tuples(a, b)
    return _compared(a, b)


def _compared(a: Any, b: Any) -> bool:
    """Whether two values are equal that Python's `==` finds different, in the general case."""
    check_comparable(a, b)
    if type(a) is ModelValue or type(b) is ModelValue:
        return False
    if isinstance(a, LazySet) or isinstance(b, LazySet):
        return _same_sets(a, b)
    if type(a) is LazyFunction or type(b) is LazyFunction:
        return equal(normal(a), normal(b))
    return _unequal_tuples(a, b) if type(a) is tuple else _unequal_sets(a, b)


def _unequal_tuples(a: Any, b: Any) -> bool:
    """False; like TLC, raises `NoValue` if the values at the first difference are incomparable."""
    if len(a) == len(b):
        for x, y in zip(a, b, strict=False):
            if x != y:
                return False if type(x) is Domain or type(y) is Domain else equal(x, y)
    return False


def _unequal_sets(a: Any, b: Any) -> bool:
    """False; raises `NoValue` if two sets of the same size have elements that cannot be compared.

    Only one element of each set is compared, since the elements of a set are of one kind.
    """
    if type(a) is frozenset and len(a) == len(b) and a:
        x, y = next(iter(a)), next(iter(b))
        if type(x) is not type(y):
            check_comparable(listed(a)[-1], listed(b)[-1])
    return False


def _same_sets(a: Any, b: Any) -> bool:
    if isinstance(a, LazySet) and isinstance(b, LazySet):
        known = a.same(b)
        if known is not None:
            return known
    if _size(a) != _size(b):
        return False
    if _size(a) is None:
        raise NoValue(f"the infinite sets {shortly(a)} and {shortly(b)} cannot be compared")
    return bool(normal(a) == normal(b))


def _size(values: Any) -> int | None:
    return len(values) if type(values) is frozenset else values.size()


def check_comparable(a: Any, b: Any) -> None:
    """Raise `NoValue` if TLC refuses to compare the values."""
    left, right = kind_of(a), kind_of(b)
    if type(a) is ModelValue or type(b) is ModelValue:
        _check_kinds_of_model_values(a, b)
    elif left != right:
        raise NoValue(f"{shortly(a)} and {shortly(b)} cannot be compared: {left} and {right}")


def _check_kinds_of_model_values(a: Any, b: Any) -> None:
    """Raise `NoValue` unless two values, at least one of them a model value, can be compared.

    A model value with a kind is comparable to model values of that kind or of none. A model value
    without a kind is comparable to every value.
    """
    if type(a) is not ModelValue:
        a, b = b, a
    wanted = b.kind if type(b) is ModelValue else ""
    if a.kind == wanted or (type(b) is ModelValue and "" in (a.kind, wanted)):
        return
    raise NoValue(
        f"{shortly(a)} and {shortly(b)} cannot be compared: "
        f"a model value with a kind is compared with its kind only"
    )
