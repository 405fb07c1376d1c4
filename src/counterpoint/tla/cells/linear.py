"""Finds linear comparisons and assignments over integer cells, which need not be learned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ...model.factored import Linear, Sum
from ..scope import Builtin, Defined
from ..tree import Apply, Expression, Let, Prime, Qualified
from .making import Here, Making
from .parts import can_enter, entered, part_of, within_let
from .shapes import Cell

Found = tuple[Counter[int], int]
"""A sum: how many times each cell is added, and a constant."""

LARGEST = 1 << 20
"""The limit on constants in sums; values in cells are checked when they are summed."""


class Sums:
    """Finds sums, and records the tables of their cells in `Making.summed`."""

    def __init__(self, making: Making) -> None:
        self.making = making
        self.names = making.names

    def test(self, node: Expression, here: Here) -> Linear | None:
        """A comparison of sums with at least two cells in total; None for any other expression."""
        simple = self.names.simply(node, here.cx.scope)
        node, here = simple.expression, here.scoped(simple.scope)
        if not isinstance(node, Apply | Qualified):
            return None
        meaning, args = self.names.applied(node, here.cx.scope)
        if not isinstance(meaning, Builtin) or len(args) != 2:
            return None
        if meaning.name in {"\\in", "\\notin"}:
            return self._between(args[0], args[1], here, wanted=meaning.name == "\\in")
        a, b = self._sum(args[0], here), self._sum(args[1], here)
        if a is None or b is None:
            return None
        match meaning.name:
            case "=" | "#":
                return self._linear(zero=[_less(a, b)], wanted=meaning.name == "=")
            case "\\leq":
                return self._linear(least=[_less(b, a)])
            case "\\geq":
                return self._linear(least=[_less(a, b)])
            case "<":
                return self._linear(least=[_less(b, a, 1)])
            case ">":
                return self._linear(least=[_less(a, b, 1)])
        return None

    def value(self, cell: Cell, node: Expression, here: Here) -> Linear | None:
        """The assignment of a sum of at least two cells to a cell; None if it is no such sum."""
        found = self._sum(node, here)
        if found is None or len(_cells(found)) < 2:
            return None
        place = cell.place + self.making.cells
        self.making.summed[place] = cell.table
        return Linear(gives=(place, _made(found)))

    def _between(
        self, node: Expression, values: Expression, here: Here, *, wanted: bool
    ) -> Linear | None:
        """Membership of a sum in an interval; None if the expression is no such test."""
        simple = self.names.simply(values, here.cx.scope)
        node_, inside = simple.expression, here.scoped(simple.scope)
        if not isinstance(node_, Apply | Qualified):
            return None
        meaning, ends = self.names.applied(node_, inside.cx.scope)
        if not isinstance(meaning, Builtin) or meaning.name != ".." or len(ends) != 2:
            return None
        found = self._sum(node, here)
        low, high = self._sum(ends[0], inside), self._sum(ends[1], inside)
        if found is None or low is None or high is None:
            return None
        return self._linear(least=[_less(found, low), _less(high, found)], wanted=wanted)

    def _linear(
        self, *, zero: Sequence[Found] = (), least: Sequence[Found] = (), wanted: bool = True
    ) -> Linear | None:
        cells: set[int] = set().union(*map(_cells, (*zero, *least)))
        if len(cells) < 2:
            return None
        return Linear(tuple(map(_made, zero)), tuple(map(_made, least)), wanted)

    def _sum(self, node: Expression, here: Here) -> Found | None:
        constant = self.making.value(node, here)
        if type(constant) is int:
            return (Counter(), constant) if abs(constant) < LARGEST else None
        part = part_of(self.making, node, here)
        if part is not None:
            if not isinstance(part.shape, Cell):
                return None
            place = part.shape.place + part.shift
            self.making.summed[place] = part.shape.table
            return Counter({place: 1}), 0
        simple = self.names.simply(node, here.cx.scope)
        node, here = simple.expression, here.scoped(simple.scope)
        match node:
            case Prime(body):
                return self._sum(body, here.at(here.cx.prime()))
            case Let(_, body):
                return self._sum(body, within_let(self.making, node, here))
            case Apply() | Qualified():
                return self._applied(node, here)
        return None

    def _applied(self, node: Apply | Qualified, here: Here) -> Found | None:
        meaning, args = self.names.applied(node, here.cx.scope)
        if isinstance(meaning, Defined) and args and can_enter(meaning, args):
            return self._sum(meaning.body, entered(self.making, node, meaning, args, here))
        if not isinstance(meaning, Builtin) or len(args) != meaning.arity:
            return None
        if meaning.name not in {"+", "-", "-.", "*"}:
            return None
        found = [self._sum(arg, here) for arg in args]
        match meaning.name, found:
            case "-.", [(cells, constant)]:
                return _times(cells, constant, -1)
            case "+", [(cells, constant), (others, more)]:
                return _plus(cells, others), constant + more
            case "-", [(cells, constant), (others, less)]:
                return _less((cells, constant), (others, less))
            case "*", [(cells, constant), (others, factor)] if not others:
                return _times(cells, constant, factor)
            case "*", [(cells, factor), (others, constant)] if not cells:
                return _times(others, constant, factor)
        return None


def _plus(cells: Counter[int], others: Counter[int]) -> Counter[int]:
    total = Counter(cells)
    for cell, times in others.items():
        total[cell] += times
    return total


def _times(cells: Counter[int], constant: int, factor: int) -> Found:
    return Counter({cell: factor * times for cell, times in cells.items()}), factor * constant


def _less(a: Found, b: Found, more: int = 0) -> Found:
    """The sum `a - b - more`."""
    cells, constant = _times(*b, -1)
    return _plus(a[0], cells), a[1] + constant - more


def _cells(found: Found) -> set[int]:
    return set(found[0])


def _made(found: Found) -> Sum:
    return Sum(tuple(sorted(found[0].items())), found[1])
