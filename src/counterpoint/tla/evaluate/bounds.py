"""Bound identifiers: loops over the elements of their sets, which are stored in slots in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ...errors import NoValue
from ..scope import Builtin
from ..tree import Apply, Bound, Expression
from ..values import (
    LOOK_EVERY,
    Interval,
    LazySet,
    elements,
    is_sequence,
    shortly,
)
from .compiling import Compiling
from .context import Context, Frame, Run


class Loop:
    """A bound: a closure for the elements of its set, and the slots of its identifiers."""

    __slots__ = ("elements", "pattern", "slots")

    def __init__(self, elements: Run, slots: tuple[int, ...], pattern: bool) -> None:
        self.elements = elements
        self.slots = slots
        self.pattern = pattern

    def values(self) -> Run:
        """A closure for the elements; it raises `NoValue` for one that does not fit a pattern."""
        if not self.pattern:
            return self.elements
        run, count = self.elements, len(self.slots)
        return lambda m: _fitting(run(m), count)


def loops(c: Compiling, bounds: tuple[Bound, ...], cx: Context) -> tuple[tuple[Loop, ...], Context]:
    """A loop for each bound, and the context of the body.

    Raises `NoValue` for a bound without a set.
    """
    # The sets are in the outer scope, but are evaluated inside the outer loops, so they must not
    # use the slots of these loops.
    inner = cx
    done = []
    for bound in bounds:
        if bound.set is None:
            raise NoValue(f"{', '.join(bound.names)} ranges over everything there is: no set")
        run = elements_of(c, bound.set, cx.deeper(inner.depth))
        inner, slots = c.binding(inner, *bound.names)
        done.append(Loop(run, slots, bound.pattern))
    return tuple(done), inner


def elements_of(c: Compiling, node: Expression, cx: Context) -> Run:
    """A closure for the elements of a set, in order."""
    if isinstance(node, Apply) and node.name == ".." and not c.is_constant(node, cx):
        meaning = cx.scope.get("..")
        if isinstance(meaning, Builtin):
            return _range(c, node, cx)
    run = c.run(node, cx)
    if not c.is_constant(node, cx):
        return c.located_at(node, lambda m: elements(run(m)))
    kept: list[Iterable[Any]] = []

    def constant(m: Frame) -> Iterable[Any]:
        if not kept:
            kept.append(elements(run(m)))
        return kept[0]

    return c.located_at(node, constant)


def _range(c: Compiling, node: Apply, cx: Context) -> Run:
    low, high = (c.run(arg, cx) for arg in node.args)

    def numbers(m: Frame) -> Iterable[int]:
        first, last = low(m), high(m)
        if type(first) is int and type(last) is int:
            if last - first < LOOK_EVERY:
                return range(first, last + 1)
            return elements(Interval(first, last))
        raise NoValue(f"{shortly(first)}..{shortly(last)} is no interval of numbers")

    return c.located_at(node, numbers)


def check_sets(*values: Any) -> None:
    """Raise `NoValue` unless all values are sets."""
    for each in values:
        if type(each) is not frozenset and not isinstance(each, LazySet):
            raise NoValue(f"a set is needed here, not {shortly(each)}")


def fits(value: Any, count: int) -> bool:
    """Whether a value is a tuple of `count` items."""
    return is_sequence(value) and len(value) == count


def _fitting(values: Iterable[Any], count: int) -> Iterator[Any]:
    for value in values:
        if not fits(value, count):
            raise NoValue(f"{shortly(value)} is no tuple of {count} items")
        yield value


def each(loops: tuple[Loop, ...], body: Callable[[Frame], object]) -> Callable[[Frame], None]:
    """A closure that runs `body` for each way to bind the identifiers."""
    loop, *rest = loops
    inside = each(tuple(rest), body) if rest else body
    run = loop.values()
    if loop.pattern:
        first, last = loop.slots[0], loop.slots[-1] + 1

        def over_tuples(m: Frame) -> None:
            for m[first:last] in run(m):  # noqa: B020
                inside(m)

        return over_tuples
    slot = loop.slots[0]

    def over_values(m: Frame) -> None:
        for m[slot] in run(m):  # noqa: B020
            inside(m)

    return over_values


def search(
    loops: tuple[Loop, ...], body: Callable[[Frame], bool], wanted: bool
) -> Callable[[Frame], bool]:
    """A closure that gives `wanted` if `body` gives it for some way to bind the identifiers."""
    loop, *rest = loops
    inside = search(tuple(rest), body, wanted) if rest else body
    run = loop.values()
    if loop.pattern:
        first, last = loop.slots[0], loop.slots[-1] + 1

        def over_tuples(m: Frame) -> bool:
            for m[first:last] in run(m):  # noqa: B020
                if inside(m) is wanted:
                    return wanted
            return not wanted

        return over_tuples
    slot = loop.slots[0]
    if wanted:

        def some(m: Frame) -> bool:
            for m[slot] in run(m):  # noqa: B020, SIM110
                if inside(m):
                    return True
            return False

        return some

    def every(m: Frame) -> bool:
        for m[slot] in run(m):  # noqa: B020, SIM110
            if not inside(m):
                return False
        return True

    return every
