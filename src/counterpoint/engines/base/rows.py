"""An index that finds rows of numbers by their contents."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .arrays import U64, AnyInts

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)


class Rows:
    """An index of rows that are given column by column; it takes 12 bytes per row.

    The rows are sorted by a hash of their numbers.

    >>> rows = Rows([np.array([3, 1, 3]), np.array([5, 5, 6])])
    >>> rows.find([3, 6]), rows.find([1, 5]), rows.find([1, 6])
    (2, 1, None)
    """

    def __init__(self, columns: Sequence[AnyInts]) -> None:
        self._columns = columns
        keys = _keys(columns)
        order = np.argsort(keys, kind="stable")
        self._keys = keys[order]
        self._order = order.astype(np.uint32)

    def find(self, row: Sequence[int]) -> int | None:
        """The index of the first row with these numbers; None if there is none."""
        (key,) = _keys([np.array([number], np.uint64) for number in row])
        first = int(np.searchsorted(self._keys, key, "left"))
        last = int(np.searchsorted(self._keys, key, "right"))
        for number in self._order[first:last].tolist():
            if all(int(c[number]) == n for c, n in zip(self._columns, row, strict=True)):
                return int(number)
        return None


def _keys(columns: Sequence[AnyInts]) -> U64:
    """A hash of each row: array of uint64."""
    keys = np.zeros(len(columns[0]), np.uint64)
    for column in columns:
        keys ^= column.astype(np.uint64)
        keys *= _FACTOR
        keys ^= keys >> _SHIFT
    return keys
