"""Compiling terms: reading variables, and applying operations to values."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter

from ..source import Span
from ..values import operations as op
from ..values.trouble import Trouble
from ..values.value import Value
from .machine import failed
from .scope import UNSET, Frame, Read


def slot_or_later(place: int, later: Read | None) -> Read:
    """A closure that reads a variable; one that is lazy is evaluated on first use."""
    if later is None:
        return itemgetter(place)

    def read(frame: Frame) -> Value:
        value = frame[place]
        if value is UNSET:
            value = frame[place] = later(frame)
        return value

    return read


def applied(compute: Callable[..., Value], args: tuple[Read, ...], at: Span) -> Read:
    """A closure that applies a function to values; a `Trouble` gets a place in the source."""

    def call(frame: Frame) -> Value:
        given = [arg(frame) for arg in args]
        try:
            return compute(*given)
        except Trouble as trouble:
            raise failed(trouble, at) from None

    return call


def binary(
    operator: str, compute: Callable[[Value, Value], Value], left: Read, right: Read, at: Span
) -> Read:
    """A closure that applies an operator to two values, with a fast path for whole numbers."""
    quick = _QUICK.get(operator)
    if quick is None:
        return applied(compute, (left, right), at)

    def call(frame: Frame) -> Value:
        a, b = left(frame), right(frame)
        if type(a) is int and type(b) is int:
            return quick(a, b)
        try:
            return compute(a, b)
        except Trouble as trouble:
            raise failed(trouble, at) from None

    return call


_QUICK: dict[str, Callable[[int, int], int]] = {
    "+": int.__add__,
    "-": int.__sub__,
    "*": int.__mul__,
}


def folded(operator: str, at: Span) -> Callable[[list[Value]], Value]:
    """A function that applies a big operator to values; a `Trouble` gets a place in the source."""
    fold = _FOLDS[operator]

    def made(values: list[Value]) -> Value:
        try:
            return fold(values)
        except Trouble as trouble:
            raise failed(trouble, at) from None

    return made


_FOLDS: dict[str, Callable[[list[Value]], Value]] = {
    "Sum": op.summed,
    "Prod": op.multiplied,
    "U": op.united,
    "Sec": op.intersected,
}
