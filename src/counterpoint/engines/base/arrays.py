"""NumPy arrays as engines keep them and kernels read them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Array: TypeAlias = "NDArray[Any]"
"""An array of any type, for what treats all of them alike."""

Bools: TypeAlias = "NDArray[np.bool_]"
"""Truth values: mostly a set of states, steps or labels, with one element for each."""

U8: TypeAlias = "NDArray[np.uint8]"
U16: TypeAlias = "NDArray[np.uint16]"
U32: TypeAlias = "NDArray[np.uint32]"
"""Mostly numbers of states or of labels, or ranks."""

U64: TypeAlias = "NDArray[np.uint64]"
"""Mostly numbers of steps, or words of 64 bits."""

I16: TypeAlias = "NDArray[np.int16]"
I32: TypeAlias = "NDArray[np.int32]"
Ints: TypeAlias = "NDArray[np.int64]"
"""Numbers as NumPy's own functions return them, such as `np.flatnonzero`."""

AnyInts: TypeAlias = "NDArray[np.integer[Any]]"
"""Whole numbers whose type varies, as with the cells of states."""

Floats: TypeAlias = "NDArray[np.float64]"

S = TypeVar("S", bound=np.generic)
U = TypeVar("U", bound="np.unsignedinteger[Any]")

NOTHING: U64 = np.zeros(1, np.uint64)
"""A placeholder for an array that the kernel does not read."""


def whole(array: Array) -> Array:
    """The array that owns the memory of `array`: its base, or `array` itself.

    >>> whole(np.zeros(8)[:3]).nbytes
    64
    """
    return array if not isinstance(array.base, np.ndarray) else whole(array.base)


def grown(array: NDArray[S], rows: int) -> NDArray[S]:
    """A copy of `array` with `rows` rows; the added rows are zero."""
    larger = np.zeros((rows, *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    return larger


def grow(record: object, names: Iterable[str], rows: int) -> None:
    """Replace the named arrays of a record by copies with `rows` rows."""
    for name in names:
        setattr(record, name, grown(getattr(record, name), rows))


def bytes_of(record: object) -> int:
    """The bytes of the arrays in a record; arrays of nested records are not counted.

    >>> from types import SimpleNamespace
    >>> bytes_of(SimpleNamespace(numbers=np.zeros(8), count=3))
    64
    """
    return sum(array.nbytes for array in vars(record).values() if isinstance(array, np.ndarray))


def padded(array: NDArray[S]) -> NDArray[S]:
    """The array, or one zero if it is empty: machine code needs an address."""
    return array if len(array) else np.zeros(1, array.dtype)


def cells(array: Any, kind: type[U]) -> NDArray[U]:
    """The array as kernels need it: elements of type `kind`, contiguous, writable, not empty.

    It is copied only if necessary.

    >>> cells(np.array([], int), np.uint32).tolist(), cells(np.arange(6)[::2], np.uint8).tolist()
    ([0], [0, 2, 4])
    """
    return padded(np.require(array, kind, ("C_CONTIGUOUS", "ALIGNED", "WRITEABLE")))


LARGEST = 2**63 - 1
"""The largest int64: what fits in one is sorted as one number, which is eight times as quick."""


def order_of(keys: AnyInts) -> Ints:
    """The order of keys, none of which is negative; equal ones stay in the order that they have.

    >>> order_of(np.array([2, 0, 2, 1])).tolist()
    [1, 3, 0, 2]
    """
    bits = len(keys).bit_length()
    if (int(keys.max(initial=0)) + 1) << bits > LARGEST:
        return np.argsort(keys, kind="stable")
    found: Ints = keys.astype(np.int64) << bits
    found |= np.arange(len(keys))
    found.sort()
    found &= (1 << bits) - 1
    return found


def pairs_of(first: Ints, second: Ints) -> tuple[Ints, Ints]:
    """The pairs of numbers, none of which is negative, each once, in the order of both.

    >>> [each.tolist() for each in pairs_of(np.array([1, 0, 1, 1]), np.array([5, 7, 4, 5]))]
    [[0, 1, 1], [7, 4, 5]]
    """
    size = int(second.max(initial=0)) + 1
    if (int(first.max(initial=0)) + 1) * size <= LARGEST:
        both = np.sort(first * size + second)
        first, second = np.divmod(both, size)
    else:
        order = np.lexsort((second, first))
        first, second = first[order], second[order]
    is_other = np.ones(len(first), bool)
    is_other[1:] = (first[1:] != first[:-1]) | (second[1:] != second[:-1])
    return first[is_other], second[is_other]


def flags(array: Bools) -> U8:
    """Truth values as kernels need them: an array of bytes that are 0 or 1, not empty.

    >>> flags(np.array([True, False])).tolist()
    [1, 0]
    """
    return padded(np.ascontiguousarray(array, bool).view(np.uint8))
