"""Arithmetic and comparison of numbers, with fast paths for two `int` arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..scope import Builtin
from ..tree import Expression
from ..values import TRUE
from .compiling import Compiling
from .context import Context, Frame, Run, Test

Function = Callable[[Any, Any], Any]


def _plus(c: Compiling, meaning: Builtin, args: tuple[Expression, ...], cx: Context) -> Run:
    function = meaning.function
    assert function is not None
    number = c.known(args[1], cx)
    a, b = (c.run(arg, cx) for arg in args)
    if type(number) is int:

        def add(m: Frame) -> Any:
            left = a(m)
            return left + number if type(left) is int else function(left, number)

        return add

    def plus(m: Frame) -> Any:
        left, right = a(m), b(m)
        if type(left) is int and type(right) is int:
            return left + right
        return function(left, right)

    return plus


def _minus(c: Compiling, meaning: Builtin, args: tuple[Expression, ...], cx: Context) -> Run:
    function = meaning.function
    assert function is not None
    a, b = (c.run(arg, cx) for arg in args)

    def minus(m: Frame) -> Any:
        left, right = a(m), b(m)
        if type(left) is int and type(right) is int:
            return left - right
        return function(left, right)

    return minus


MAKERS = {"+": _plus, "-": _minus}


def _less(a: Run, b: Run, function: Function) -> Test:
    def compared(m: Frame) -> bool:
        left, right = a(m), b(m)
        if type(left) is int and type(right) is int:
            return left < right
        return function(left, right) is TRUE

    return compared


def _at_most(a: Run, b: Run, function: Function) -> Test:
    def compared(m: Frame) -> bool:
        left, right = a(m), b(m)
        if type(left) is int and type(right) is int:
            return left <= right
        return function(left, right) is TRUE

    return compared


_ORDERS: dict[str, Callable[[Run, Run, Function], Test]] = {"<": _less, "\\leq": _at_most}
_TURNED = {">": _less, "\\geq": _at_most}


def order(c: Compiling, meaning: Builtin, args: tuple[Expression, ...], cx: Context) -> Test:
    """A closure that compares two numbers."""
    function = meaning.function
    assert function is not None
    a, b = (c.run(arg, cx) for arg in args)
    if meaning.name in _TURNED:
        return _TURNED[meaning.name](b, a, lambda right, left: function(left, right))
    return _ORDERS[meaning.name](a, b, function)


ORDERS = frozenset({*_ORDERS, *_TURNED})
"""The operators that compare numbers."""
