"""What rows of cells stand for; it can be written down, and read without the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...data import dataclass
from .shapes import Shape


@dataclass(frozen=True, slots=True)
class Rows:
    """The shapes of the variables, with the values that their cells have had so far.

    >>> from .shapes import Cell
    >>> from .tables import Table
    >>> table = Table()
    >>> table.of(["red", "green"])
    [0, 1]
    >>> Rows((Cell(0, table),)).state([1])
    ('green',)
    """

    shapes: tuple[Shape, ...]

    def state(self, row: Sequence[int]) -> tuple[Any, ...]:
        """The state that a row stands for."""
        return tuple(shape.value(row) for shape in self.shapes)
