"""Membership tests, which decide on the parts of a set where possible instead of making the set."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ...errors import NoValue
from ..scope import Builtin, Defined
from ..tree import Apply, Expression, Filter, Prime, Qualified
from ..values import is_in, normal
from .bounds import fits
from .compiling import Compiling
from .context import Context, Frame, Test

Holds: TypeAlias = Callable[[Frame, Any], bool]
"""Returns, for a frame and a value, whether the value is an element."""


def _element(c: Compiling, args: tuple[Expression, ...], cx: Context) -> Test:
    run, holds = c.run(args[0], cx), membership(c, args[1], cx)
    return lambda m: holds(m, run(m))


def _no_element(c: Compiling, args: tuple[Expression, ...], cx: Context) -> Test:
    test = _element(c, args, cx)
    return lambda m: not test(m)


def membership(c: Compiling, node: Expression, cx: Context) -> Holds:
    """A closure that returns whether a value is an element of the set that `node` denotes."""
    if not c.is_constant(node, cx):
        if isinstance(node, Filter) and node.bound.set is not None:
            return _filter(c, node, cx)
        if isinstance(node, Prime):
            return membership(c, node.body, cx.prime())
        if isinstance(node, Apply | Qualified):
            holds = _combined(c, node, cx)
            if holds is not None:
                return holds
    run = c.run(node, cx)
    return lambda m, value: is_in(value, run(m))


def _combined(c: Compiling, node: Apply | Qualified, cx: Context) -> Holds | None:
    meaning, args = c.names.applied(node, cx.scope)
    if isinstance(meaning, Defined) and not args and not c.is_kept(meaning):
        return membership(c, meaning.body, cx.at(meaning.scope))
    if not isinstance(meaning, Builtin) or meaning.name not in _COMBINED:
        return None
    a, b = (membership(c, arg, cx) for arg in args)
    run = c.run(node, cx)
    combined = _COMBINED[meaning.name](a, b)

    def holds(m: Frame, value: Any) -> bool:
        try:
            return combined(m, value)
        except NoValue:  # the set as a whole may decide where one of its parts cannot
            return is_in(value, run(m))

    return holds


def _either(a: Holds, b: Holds) -> Holds:
    return lambda m, value: a(m, value) or b(m, value)


def _both(a: Holds, b: Holds) -> Holds:
    return lambda m, value: a(m, value) and b(m, value)


def _but_not(a: Holds, b: Holds) -> Holds:
    return lambda m, value: a(m, value) and not b(m, value)


_COMBINED = {"\\cup": _either, "\\cap": _both, "\\": _but_not}


def _filter(c: Compiling, node: Filter, cx: Context) -> Holds:
    assert node.bound.set is not None
    base = membership(c, node.bound.set, cx)
    inner, slots = c.binding(cx, *node.bound.names)
    test = c.holds(node.condition, inner)
    first, last = slots[0], slots[-1] + 1

    def of_value(m: Frame, value: Any) -> bool:
        if not base(m, value):
            return False
        m[first] = normal(value)
        return test(m)

    def of_tuple(m: Frame, value: Any) -> bool:
        if not base(m, value):
            return False
        value = normal(value)
        if not fits(value, last - first):
            return is_in(value, c.run(node, cx)(m))
        m[first:last] = value
        return test(m)

    return of_tuple if node.bound.pattern else of_value


TESTS: dict[str, Callable[[Compiling, tuple[Expression, ...], Context], Test]] = {
    "\\in": _element,
    "\\notin": _no_element,
}
