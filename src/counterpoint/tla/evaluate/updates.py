"""EXCEPT: functions that differ from another function at some arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..tree import Except, Expression, Tuple, Update
from ..values import Domain, updated
from .compiling import Compiling, ValueMaker
from .context import Context, Frame, Run
from .footprint import OLD
from .operators import normalised

Change = Callable[[Frame, Any], Any]
"""Returns a function as one update changes it."""


def _except(c: Compiling, node: Except, cx: Context) -> Run:
    run = c.run(node.function, cx)
    changes = [_change(c, update, cx) for update in node.updates]
    if len(changes) == 1:
        (change,) = changes
        return lambda m: change(m, run(m))
    if len(changes) == 2:
        one, two = changes
        return lambda m: two(m, one(m, run(m)))

    def changed(m: Frame) -> Any:
        value = run(m)
        for change in changes:
            value = change(m, value)
        return value

    return changed


def _change(c: Compiling, update: Update, cx: Context) -> Change:
    inner, (old,) = c.binding(cx, OLD)
    path = [c.run(_argument(args), cx.deeper(inner.depth)) for args in update.path]
    value = normalised(c, update.value, inner)
    slowly = _anywhere(path, c.run(update.value, inner) if c.watches else value, old)
    if len(path) == 1:
        return _at(path[0], value, old, slowly)
    if len(path) == 2:
        return _at_two(path[0], path[1], value, old, slowly)
    return slowly


def _argument(args: tuple[Expression, ...]) -> Expression:
    return args[0] if len(args) == 1 else Tuple(args)


def _anywhere(path: list[Run], value: Run, old: int) -> Change:
    def change(m: Frame, function: Any) -> Any:
        def new(before: Any) -> Any:
            m[old] = before
            return value(m)

        return updated(function, [run(m) for run in path], new)

    return change


def _at(argument: Run, value: Run, old: int, slowly: Change) -> Change:
    """A change at one argument, with a fast path for a tabulated function."""

    def change(m: Frame, function: Any) -> Any:
        if type(function) is tuple and function:
            x = argument(m)
            where = _where(function, x)
            if where >= 0:
                m[old] = function[where]
                return (*function[:where], value(m), *function[where + 1 :])
        return slowly(m, function)

    return change


def _at_two(first: Run, second: Run, value: Run, old: int, slowly: Change) -> Change:
    """A change at one argument of one value of a function, with the same fast path."""

    def change(m: Frame, function: Any) -> Any:
        if type(function) is tuple and function:
            outer = _where(function, first(m))
            if outer >= 0:
                inside = function[outer]
                if type(inside) is tuple and inside:
                    where = _where(inside, second(m))
                    if where >= 0:
                        m[old] = inside[where]
                        new = (*inside[:where], value(m), *inside[where + 1 :])
                        return (*function[:outer], new, *function[outer + 1 :])
        return slowly(m, function)

    return change


def _where(function: tuple[Any, ...], argument: Any) -> int:
    """The index of the value for an argument in a function's tuple; -1 if not found at once."""
    head = function[0]
    try:
        if type(head) is Domain:
            return head.index.get(argument, -1)
    except TypeError:
        return -1
    return argument - 1 if type(argument) is int and 0 < argument <= len(function) else -1


VALUES: dict[type, ValueMaker] = {Except: _except}
