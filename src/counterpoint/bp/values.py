"""Values as data of events: what tells them apart, an order for their sets, and their text.

`==` is too coarse for that: `1 == True`, `Decimal("1.0") == Decimal("1.00")`, and a class may leave
out of its `__eq__` whatever it likes. If such values made the same event, the b-threads that
receive it would see the data of whichever was made first.
"""

from __future__ import annotations

import copy
import copyreg
import functools
import sys
import types
from collections.abc import Hashable, Iterable, Mapping
from enum import Enum
from typing import Any

from ..identity import Identity, identity

_BY_EQUALITY = frozenset(
    identity(kind)
    for kind in (
        bool, bytes, type(None), type(...), type(NotImplemented),
        types.MethodType, types.BuiltinMethodType,
    )
)  # fmt: skip
"""Types whose `==` tells all their values apart."""

_NAN = float("nan")


def key_of(value: object) -> Hashable:
    """A key that equals the keys of values of the same type and content only.

    >>> key_of((1, "a")) == key_of((1, "a")), key_of((1, "a")) == key_of((True, "a"))
    (True, False)

    An object is taken by what `__reduce_ex__` tells of it, or by which object it is where its class
    has no `__eq__`. Raises `TypeError` where a class has an `__eq__` and does not tell what its
    objects hold.
    """
    kind = type(value)
    if kind is str or kind is int:
        return value
    if kind is tuple or kind is list:
        return kind, *map(key_of, value)  # type: ignore[call-overload]
    if kind is float:
        return float, value.hex()  # type: ignore[attr-defined]
    if identity(kind) in _BY_EQUALITY:
        return kind, value
    if kind is frozenset or kind is set:
        return kind, tuple(map(key_of, value))  # type: ignore[call-overload]
    if kind is dict:
        return dict, *_pairs(value.items())  # type: ignore[attr-defined]
    return identity(value) if _is_itself(value) else _content(value)


def settled(value: object) -> object:
    """The value with all its frozen sets in an order that depends on their elements only.

    The order of a set tells how it was built, which `==` does not. Sets that lie where they cannot
    be replaced, such as in a list that an object holds, stay as they are.

    >>> list(frozenset([8, 0])), list(settled(frozenset([8, 0]))), list(settled(frozenset([0, 8])))
    ([8, 0], [0, 8], [0, 8])

    Raises `ValueError` where elements of a set have the same text, so that nothing orders them.
    """
    kind = type(value)
    if kind is str or kind is int or identity(kind) in _BY_EQUALITY:
        return value
    if kind is float:
        return value if value == value else _NAN
    if kind is frozenset:
        return frozenset(_in_order(value))  # type: ignore[arg-type]
    if isinstance(value, tuple):
        return _settled_tuple(value)
    return value if _is_itself(value) else _settled_object(value)


def text_of(value: object) -> str:
    """A short text of a value, the same in every process if those of its parts are.

    >>> print(text_of((1, "a, b", frozenset({2, 10}))))
    (1,'a, b',frozenset({10,2}))
    """
    kind = type(value)
    if kind is tuple:
        items = [text_of(item) for item in value]  # type: ignore[attr-defined]
        return f"({items[0]},)" if len(items) == 1 else f"({','.join(items)})"
    if kind is list:
        return f"[{','.join(map(text_of, value))}]"  # type: ignore[call-overload]
    if kind is frozenset and value:
        return f"frozenset({{{','.join(sorted(map(text_of, value)))}}})"  # type: ignore[call-overload]
    try:
        return repr(value)
    except ValueError:
        if not isinstance(value, int):
            raise
        return hex(value)  # has no limit of digits


def _is_itself(value: object) -> bool:
    """Whether a value equals nothing but itself."""
    return type(value).__eq__ is object.__eq__ or isinstance(value, type | Enum)


def _content(value: Any) -> Hashable:
    """What a value holds: what it tells those who copy or pickle it, and all its attributes."""
    kind = type(value)
    named = identity(kind)
    if named in _OF_ATTRIBUTES:
        return named, _state_key(kind, object.__getstate__(value))
    reduce = copyreg.dispatch_table.get(kind)
    told = reduce(value) if reduce else value.__reduce_ex__(4)
    if isinstance(told, str):
        return identity(value)
    make, given, state, items, pairs = (*told, None, None, None)[:5]
    is_plain_copy = all(getattr(kind, name) is getattr(object, name) for name in _COPYING)
    if is_plain_copy and len(given) == 1 and items is None and pairs is None:
        _OF_ATTRIBUTES.add(named)
        return named, _state_key(kind, state)
    if str(kind.__module__).partition(".")[0] not in sys.stdlib_module_names:
        state = object.__getstate__(value), state
    return (
        named,
        identity(make),
        key_of(given),
        _state_key(kind, state),
        tuple(map(key_of, items or ())),
        _pairs(pairs or ()),
    )


_COPYING = ("__reduce_ex__", "__reduce__", "__getstate__")

_OF_ATTRIBUTES: set[Identity] = set()
"""Classes whose objects hold attributes and nothing else, so that these are all that is copied."""


def _state_key(kind: type, state: object) -> Hashable:
    """Attributes in the order of their names, without those that are worked out when asked for."""
    if type(state) is tuple and len(state) == 2:
        return tuple(_state_key(kind, part) for part in state)
    if type(state) is not dict:
        return key_of(state)
    shown = {str(name): held for name, held in state.items() if not _is_cached(kind, name)}
    return tuple((name, key_of(shown[name])) for name in sorted(shown))


def _is_cached(kind: type, name: str) -> bool:
    members = (vars(base)[name] for base in kind.__mro__ if name in vars(base))
    return isinstance(next(members, None), functools.cached_property)


def _pairs(items: Iterable[tuple[object, object]]) -> tuple[Hashable, ...]:
    return tuple((key_of(name), key_of(held)) for name, held in items)


def _in_order(values: frozenset[object]) -> list[object]:
    """The elements by type and text."""
    if all(type(value) is int for value in values):
        return sorted(values)  # type: ignore[type-var]
    by_text = {(type(value).__qualname__, text_of(value)): value for value in map(settled, values)}
    if len(by_text) < len(values):
        raise ValueError("elements of a set are shown alike, so that it has no order: give a tuple")
    return [by_text[text] for text in sorted(by_text)]


def _settled_tuple(value: tuple[object, ...]) -> object:
    items = [settled(item) for item in tuple.__iter__(value)]
    if all(new is old for new, old in zip(items, tuple.__iter__(value), strict=True)):
        return value
    made = tuple.__new__(type(value), items)
    if attributes := getattr(value, "__dict__", None):
        vars(made).update(attributes)
    return made


def _settled_object(value: object) -> object:
    """A copy of the object where an attribute of it is to be settled, else the object itself."""
    attributes = _attributes(value)
    new = {name: settled(held) for name, held in attributes.items()}
    changed = {name: held for name, held in new.items() if held is not attributes[name]}
    if not changed:
        return value
    copied = copy.copy(value)
    if copied is value:
        return value
    for name, held in changed.items():
        object.__setattr__(copied, name, held)
    return copied


def _attributes(value: object) -> Mapping[str, object]:
    state = object.__getstate__(value)
    parts = state if type(state) is tuple else (state,)
    return {name: held for part in parts if type(part) is dict for name, held in part.items()}
