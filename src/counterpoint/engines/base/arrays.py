"""Arrays of numbers, as engines keep them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"

NOTHING: Array = np.zeros(1, np.uint64)
"""In place of an array that no kernel looks at."""


def whole(array: Array) -> Array:
    """The array that this one is a part of, or itself.

    >>> whole(np.zeros(8)[:3]).nbytes
    64
    """
    return array if not isinstance(array.base, np.ndarray) else whole(array.base)


def grown(array: Array, rows: int) -> Array:
    """A copy of `array` with room for more rows."""
    larger = np.zeros((rows, *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    return larger


def grow(record: object, names: Iterable[str], rows: int) -> None:
    """Give the arrays of a record that have these names room for more rows."""
    for name in names:
        setattr(record, name, grown(getattr(record, name), rows))


def bytes_of(record: object) -> int:
    """The bytes of the arrays in a record, without those of records within it.

    >>> from types import SimpleNamespace
    >>> bytes_of(SimpleNamespace(numbers=np.zeros(8), count=3))
    64
    """
    return sum(array.nbytes for array in vars(record).values() if isinstance(array, np.ndarray))


def padded(array: Array) -> Array:
    """The array, or one element if it has none: machine code wants an address."""
    return array if len(array) else np.zeros(1, array.dtype)


def cells(array: Any, kind: type[np.unsignedinteger[Any]]) -> Array:
    """The array as machine code takes it, itself where it can be: of a width, whole, never empty.

    >>> cells(np.array([], int), np.uint32).tolist(), cells(np.arange(6)[::2], np.uint8).tolist()
    ([0], [0, 2, 4])
    """
    return padded(np.require(array, kind, ("C_CONTIGUOUS", "ALIGNED", "WRITEABLE")))


def flags(array: Array) -> Array:
    """Truths as machine code takes them: bytes that are 0 or 1.

    >>> flags(np.array([True, False])).tolist()
    [1, 0]
    """
    return padded(np.ascontiguousarray(array, bool).view(np.uint8))
