"""Equality of values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..tree import Expression, Index
from ..values import Domain, ModelValue, Truth, equal
from .compiling import Compiling
from .context import UNKNOWN, Context, Frame, Run, Test

_ATOMS = frozenset({int, str, Truth})
"""Two values of the same one of these types are equal exactly if Python's `==` says so."""


def _equality(c: Compiling, args: tuple[Expression, ...], cx: Context) -> Test:
    left, right = args
    a, b = c.known(left, cx), c.known(right, cx)
    if b is not UNKNOWN:
        return _equal_to(c, left, b, cx)
    if a is not UNKNOWN:
        return _equal_to(c, right, a, cx)
    return _equal(c.run(left, cx), c.run(right, cx))


def _equal(left: Run, right: Run) -> Test:
    def same(m: Frame) -> bool:
        a, b = left(m), right(m)
        if a == b:
            return True
        kind = type(a)
        if (kind is ModelValue and not a.kind) or (type(b) is ModelValue and not b.kind):
            return False
        if kind is not type(b):
            return equal(a, b)
        return kind not in _ATOMS and (kind is not tuple or _may_be_equal(a, b)) and equal(a, b)

    return same


def _may_be_equal(a: tuple[Any, ...], b: tuple[Any, ...]) -> bool:
    """False if two functions clearly differ; True if a full comparison is needed."""
    if len(a) != len(b):
        return False
    for x, y in zip(a, b, strict=True):
        if x != y:
            return type(x) is not type(y) or type(x) not in _ATOMS
    return True


def _equal_to(c: Compiling, node: Expression, value: Any, cx: Context) -> Test:
    """Equality with a value that is known at compile time."""
    run, kind = c.run(node, cx), type(value)
    if kind is ModelValue and not value.kind:
        return lambda m: run(m) is value
    if kind in (tuple, frozenset) and not value:
        return _equal_to_nothing(run, value)
    if kind not in _ATOMS:
        return lambda m: equal(run(m), value)
    place = c.place(node, cx)
    if place is not None:
        return _place_equal_to(place, value)
    entry = _entry_equal_to(c, node, value, cx)
    if entry is not None:
        return entry

    def same(m: Frame) -> bool:
        found = run(m)
        return found == value or (type(found) is not kind and equal(found, value))

    return same


def _equal_to_nothing(run: Run, nothing: Any) -> Test:
    """Equality with `<<>>` or `{}`."""
    kind = type(nothing)

    def is_empty(m: Frame) -> bool:
        value = run(m)
        return not value if type(value) is kind else equal(value, nothing)

    return is_empty


def _place_equal_to(place: int, value: Any) -> Test:
    kind = type(value)

    def same(m: Frame) -> bool:
        found = m[place]
        return found == value or (type(found) is not kind and equal(found, value))

    return same


def _entry_equal_to(c: Compiling, node: Expression, value: Any, cx: Context) -> Test | None:
    """A fast path for tests such as `pc[self] = "ready"`, which are frequent; else None."""
    if not isinstance(node, Index) or len(node.args) != 1:
        return None
    f, x = c.place(node.function, cx), c.place(node.args[0], cx)
    if f is None or x is None:
        return None
    run, kind = c.run(node, cx), type(value)

    def same(m: Frame) -> bool:
        function = m[f]
        try:
            is_listed = type(function[0]) is Domain
            found = function[function[0].index[m[x]]] if is_listed else run(m)
        except (LookupError, TypeError):
            found = run(m)
        return found == value or (type(found) is not kind and equal(found, value))

    return same


def _inequality(c: Compiling, args: tuple[Expression, ...], cx: Context) -> Test:
    same = _equality(c, args, cx)
    return lambda m: not same(m)


TESTS: dict[str, Callable[[Compiling, tuple[Expression, ...], Context], Test]] = {
    "=": _equality,
    "#": _inequality,
}
