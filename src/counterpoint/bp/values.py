"""Values as data of events: keys that distinguish them, and copies that no other code can change.

`==` does not distinguish enough: `1 == True`, `Decimal("1.0") == Decimal("1.00")`, and the `__eq__`
of a class may ignore any attribute. If two such values made the same event, the b-threads that
receive it would see the data of the event that was made first.

An object of a class without `__eq__` is not a value: it equals only itself, and is not copied.
"""

from __future__ import annotations

import operator
import types
from collections import Counter
from collections.abc import Callable, Hashable
from enum import Enum
from typing import Any

from ..identity import Identity, identity
from .parts import Parts, ReducedForm, form_of
from .texts import text_of

_BY_EQUALITY = frozenset(
    identity(kind) for kind in (bool, bytes, type(None), type(...), type(NotImplemented))
)
"""Types without parts, for which `==` distinguishes all values."""

_CONTENTS: dict[Identity, Callable[[Any], Hashable]] = {
    identity(float): float.hex,
    identity(complex): lambda value: (float.hex(value.real), float.hex(value.imag)),
    identity(tuple): lambda value: tuple(map(key_of, value)),
    identity(list): lambda value: tuple(map(key_of, value)),
    identity(frozenset): lambda value: frozenset(Counter(map(key_of, value)).items()),
    identity(set): lambda value: frozenset(Counter(map(key_of, value)).items()),
    identity(dict): lambda value: tuple((key_of(n), key_of(held)) for n, held in value.items()),
    identity(types.MethodType): lambda value: (key_of(value.__func__), key_of(value.__self__)),
}
_NAN = float("nan")


def key_of(value: object) -> Hashable:
    """Return a key that equals only the keys of values with the same type and content.

    >>> key_of((1, "a")) == key_of((1, "a")), key_of((1, "a")) == key_of((True, "a"))
    (True, False)

    The content of an object is all its parts, except the cached values of a `cached_property`.
    Raises `TypeError` if a class defines `__eq__` but its objects cannot be taken apart.
    """
    kind = type(value)
    if kind is str or kind is int:
        return value
    named = identity(kind)
    if named in _BY_EQUALITY:
        return named, value
    if content := _CONTENTS.get(named):
        return named, content(value)
    if _is_itself(value):
        return identity(value)
    parts = form_of(kind).parts(value)
    return identity(value) if parts is None else (named, *map(key_of, parts))


def copied(value: Any) -> Any:
    """Return a copy that shares nothing mutable with `value`; `value` itself if it is immutable.

    Sets and frozen sets are rebuilt in an order that depends only on their elements, because the
    iteration order of a set shows how it was built. The cached values of a `cached_property` are
    left out.

    >>> list(frozenset([8, 0])), list(copied(frozenset([8, 0]))), list(copied(frozenset([0, 8])))
    ([8, 0], [0, 8], [0, 8])
    >>> constant, changing = (1, "a"), [1]
    >>> copied(constant) is constant, copied(changing) is changing
    (True, False)

    Raises `ValueError` if elements of a set have the same type and text, so that they cannot be
    ordered, or if keys of a dictionary become equal in the copy. Raises `TypeError` if a class does
    not make an equal object of what its `__reduce_ex__` returns.
    """
    kind = type(value)
    if value is None or kind is str or kind is int:
        return value
    if identity(kind) in _BY_EQUALITY:
        return value
    if _is_itself(value):
        return value
    if kind is float:
        return value if value == value else _NAN
    if kind is complex:
        return value if value == value else complex(copied(value.real), copied(value.imag))
    if kind is tuple:
        return _same_or_new(value, tuple(map(copied, value)))
    if kind is frozenset:
        return _same_or_new(value, frozenset(_in_order(value)))
    if kind is list:
        return list(map(copied, value))
    if kind is set:
        return set(_in_order(value))
    if kind is dict:
        return _copied_dictionary(value)
    if kind is types.MethodType:
        parts = (value.__func__, value.__self__)
        new = _same_or_new(parts, tuple(map(copied, parts)))
        return value if new is parts else types.MethodType(*new)
    return _copied_object(value)


def _is_itself(value: object) -> bool:
    """Whether a value equals only itself."""
    return type(value).__eq__ is object.__eq__ or isinstance(value, type | Enum)


def _same_or_new(value: Any, new: Any) -> Any:
    """Return `value` if its parts are the same objects as those of `new`, in order; else `new`."""
    return value if all(map(operator.is_, value, new)) else new


def _in_order(values: set[object] | frozenset[object]) -> list[object]:
    """Return copies of the elements, sorted by type and text; integers are sorted by value."""
    if all(type(value) is int for value in values):
        return sorted(values)  # type: ignore[type-var]
    by_text = {(type(value).__qualname__, text_of(value)): value for value in map(copied, values)}
    if len(by_text) < len(values):
        raise ValueError("elements of a set are shown alike, so that it has no order: give a tuple")
    return [by_text[text] for text in sorted(by_text)]


def _copied_dictionary(value: dict[object, object]) -> dict[object, object]:
    made = {copied(name): copied(held) for name, held in value.items()}
    if len(made) < len(value):
        raise ValueError("several keys of a dictionary are not told apart in a copy of it")
    return made


def _copied_object(value: object) -> object:
    form = form_of(type(value))
    parts = form.parts(value)
    if parts is None:
        return value
    new = Parts(*map(copied, parts))
    if form.is_fixed and new.content is parts.content:
        return value
    made = form.made_of(new)
    if isinstance(form, ReducedForm) and key_of(made) != key_of(value):
        raise TypeError(
            f"{type(value).__qualname__} makes another object of what its __reduce_ex__ returns"
        )
    return made
