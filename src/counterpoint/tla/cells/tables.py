"""Numbered values: a cell holds the number of a value in a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..values import normal


class Table:
    """The values that have occurred in some cells, numbered in the order of first occurrence.

    >>> table = Table()
    >>> table.number("a"), table.number("b"), table.number("a"), table.values
    (0, 1, 0, ['a', 'b'])
    """

    __slots__ = ("numbers", "source", "values")

    def __init__(self) -> None:
        self.values: list[Any] = []
        self.numbers: dict[Any, int] = {}
        self.source: Callable[[Any, int], Sequence[Any]] | None = None
        """Gives values their numbers, if several processes share them: it takes a value, and how
        many are known here, and returns those that are not known, up to that one at least."""

    def number(self, value: Any) -> int:
        """The number of a value, which is added if it is new; it need not be normal."""
        return self.number_of(normal(value))

    def number_of(self, plain: Any) -> int:
        """The same for a normal value."""
        number = self.numbers.get(plain)
        if number is None:
            known = len(self.values)
            self.learn([plain] if self.source is None else self.source(plain, known))
            number = self.numbers[plain]
        return number

    def learn(self, values: Sequence[Any]) -> None:
        """Give these normal values, which are new, the next numbers."""
        for value in values:
            self.values.append(value)  # first: no number without a value, even after Ctrl-C
            self.numbers[value] = len(self.values) - 1

    def of(self, values: Sequence[Any]) -> list[int]:
        """The numbers of some normal values; new values are added."""
        for value in dict.fromkeys(values):
            self.number(value)
        return list(map(self.numbers.__getitem__, values))
