"""Numbered values: a cell holds the number of a value in a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..values import normal


class Table:
    """The values that have occurred in some cells, numbered in the order of first occurrence.

    >>> table = Table()
    >>> table.number("a"), table.number("b"), table.number("a"), table.values
    (0, 1, 0, ['a', 'b'])
    """

    __slots__ = ("numbers", "values")

    def __init__(self) -> None:
        self.values: list[Any] = []
        self.numbers: dict[Any, int] = {}

    def number(self, value: Any) -> int:
        """The number of a value, which is added if it is new; it need not be normal."""
        plain = normal(value)
        number = self.numbers.setdefault(plain, len(self.values))
        if number == len(self.values):
            self.values.append(plain)
        return number

    def of(self, values: Sequence[Any]) -> list[int]:
        """The numbers of some normal values; new values are added."""
        for value in dict.fromkeys(values):
            self.number(value)
        return list(map(self.numbers.__getitem__, values))
