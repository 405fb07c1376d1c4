"""Values with numbers that several processes share."""

from __future__ import annotations

import base64
import os
import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from .journal import data_in, line_of


class Numbers(Protocol):
    """Gives the values of tables their numbers; `SharedValues`, perhaps in another process."""

    def numbered(self, table: int, value: Any, known: int) -> Sequence[Any]:
        """The values of a table beyond those that are `known`, up to this one at least."""

    def since(self, known: Sequence[int]) -> Sequence[Sequence[Any]]:
        """The values of each table beyond so many that are known."""


class SharedValues:
    """The values of some tables, of which each is written to a file before its number is given.

    So a process that takes the place of this one gives the same numbers.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     one = SharedValues([["a"], []], Path(folder, "values"))
    ...     print(one.numbered(0, "b", 0), one.numbered(0, "c", 2), one.numbered(0, "b", 1))
    ...     print(SharedValues([["a"], []], Path(folder, "values")).since([1, 0]))
    ['a', 'b'] ['c'] ['b', 'c']
    [['b', 'c'], []]
    """

    def __init__(self, values: Sequence[Sequence[Any]], file: Path) -> None:
        """`values` have their numbers already."""
        self._values = [[*of] for of in values]
        self._known = [set(of) for of in values]
        self._file = file
        for table, value in self._written():
            self._add(table, value)

    def _written(self) -> list[tuple[int, Any]]:
        if not self._file.exists():
            return []
        lines = self._file.read_bytes().splitlines(keepends=True)
        data = [data for line in lines if (data := data_in(line)) is not None]
        return [(each["table"], pickle.loads(base64.b85decode(each["value"]))) for each in data]

    def numbered(self, table: int, value: Any, known: int) -> list[Any]:
        """As `Numbers.numbered`."""
        if value not in self._known[table]:
            text = base64.b85encode(pickle.dumps(value, protocol=5)).decode()
            with self._file.open("ab") as file:
                file.write(line_of({"table": table, "value": text}).encode())
                file.flush()
                os.fsync(file.fileno())
            self._add(table, value)
        return self._values[table][known:]

    def since(self, known: Sequence[int]) -> list[list[Any]]:
        """As `Numbers.since`."""
        return [of[count:] for of, count in zip(self._values, known, strict=True)]

    def _add(self, table: int, value: Any) -> None:
        self._values[table].append(value)
        self._known[table].add(value)
