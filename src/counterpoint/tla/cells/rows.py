"""Conversion between rows of cells and states, which can be stored without the system."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...data import dataclass
from .shapes import Shape, Unfit


@dataclass(frozen=True, slots=True)
class Rows:
    """The shapes of the variables, with the values that their cells have had so far.

    >>> from .shapes import Cell
    >>> from .tables import Table
    >>> table = Table()
    >>> table.of(["red", "green"])
    [0, 1]
    >>> rows = Rows((Cell(0, table),))
    >>> rows.state([1]), rows.row(["red"]), rows.row(["blue"])
    (('green',), [0], None)
    """

    shapes: tuple[Shape, ...]

    def state(self, row: Sequence[int]) -> tuple[Any, ...]:
        """The state that a row represents."""
        return tuple(shape.value(row) for shape in self.shapes)

    def row(self, state: Sequence[Any]) -> list[int] | None:
        """The row of a state; None if it has a value that has not occurred in its cell."""
        try:
            pairs = zip(self.shapes, state, strict=True)
            return [number for shape, value in pairs for number in shape.numbers(value)]
        except (KeyError, Unfit):
            return None
