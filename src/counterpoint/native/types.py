"""The types of restricted Python: unsigned cells, pointers to them, and records of both.

Every scalar is an unsigned 64-bit number in a function; `u8`, `u16` and `u32` are only widths of
elements behind pointers. To a type checker `u64` is `int`, so kernels pass `mypy --strict` with
ordinary numbers. A type parameter is a `TypeVar` that `build` binds by name:

    Cell = TypeVar("Cell", bound=int)

    def clear(p: Ptr[Cell], n: u64) -> u64: ...

    build(clear, types={"Cell": u8})
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeGuard, TypeVar, overload

from ..data import dataclass
from ..errors import OutOfBounds

M64 = 2**64 - 1


class u8(int):
    """A cell of 8 bits, for annotations only."""


class u16(int):
    """A cell of 16 bits, for annotations only."""


class u32(int):
    """A cell of 32 bits, for annotations only."""


if TYPE_CHECKING:
    u64: TypeAlias = int
else:

    class u64(int):
        """The scalar, and a cell of 64 bits, for annotations only."""


@dataclass(frozen=True)
class Layout:
    """The name of a kind of record, and its fields in the order of memory.

    A field takes two words: a number or an address, and the length of the array at the address.
    """

    name: str
    fields: tuple[tuple[str, Kind], ...]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the fields."""
        return tuple(name for name, _ in self.fields)

    @cached_property
    def arrays(self) -> tuple[tuple[int, str, int], ...]:
        """The fields that are arrays: first word, name and width of a cell in bits."""
        return tuple((at, name, kind) for at, name, kind in self._places if is_pointer(kind))

    @cached_property
    def records(self) -> tuple[tuple[int, str, Layout], ...]:
        """The fields that are records: first word, name and layout of each."""
        places = self._places
        return tuple((at, name, kind) for at, name, kind in places if isinstance(kind, Layout))

    @property
    def _places(self) -> Iterator[tuple[int, str, Kind]]:
        return ((2 * place, name, kind) for place, (name, kind) in enumerate(self.fields))

    def field(self, name: str) -> tuple[int, Kind] | None:
        """The first word and the kind of a field; None if there is no such field."""
        for place, field, kind in self._places:
            if field == name:
                return place, kind
        return None


Kind: TypeAlias = "int | Layout"
"""0 for the scalar, the width of the cell in bits for a pointer, a layout for a record."""

SCALAR = 0
CELLS: dict[type[int], int] = {u8: 8, u16: 16, u32: 32, u64: 64}


def is_pointer(kind: Kind) -> TypeGuard[int]:
    """Whether a kind is a kind of pointers.

    >>> is_pointer(SCALAR), is_pointer(8), is_pointer(Layout("Queue", ()))
    (False, True, False)
    """
    return isinstance(kind, int) and kind != SCALAR


def extends(kind: Kind, base: Kind) -> bool:
    """Whether a kind of record begins with the fields of another, and so can stand for it.

    >>> base = Layout("Table", (("slots", 64),))
    >>> extends(Layout("States", (("slots", 64), ("count", SCALAR))), base)
    True
    """
    if not isinstance(kind, Layout) or not isinstance(base, Layout):
        return False
    return kind.fields[: len(base.fields)] == base.fields


def show_kind(kind: Kind) -> str:
    """The kind in the syntax of an annotation.

    >>> show_kind(SCALAR), show_kind(8), show_kind(Layout("Queue", ()))
    ('u64', 'Ptr[u8]', 'Queue')
    """
    if isinstance(kind, Layout):
        return kind.name
    return f"Ptr[u{kind}]" if kind else "u64"


C = TypeVar("C", bound=int)


class Ptr(Generic[C]):
    """A pointer into an array, for CPython; native code has a bare address.

    `data` is a numpy array, a memoryview, or a list, which is treated as an array of `bits`-bit
    cells.

    >>> p: Ptr[u8] = Ptr([5, 6, 7], bits=8)
    >>> p[1] = 255
    >>> p[1], len(p)
    (255, 3)
    >>> p[3]
    Traceback (most recent call last):
    counterpoint.errors.OutOfBounds: [CP301] index 3 is outside a pointer to 3 elements
    """

    __slots__ = ("_bits", "_data", "_offset")

    def __init__(self, data: Any, *, bits: int | None = None, offset: int = 0) -> None:
        self._data = data
        self._offset = offset
        self._bits = bits or 8 * getattr(data, "itemsize", 8)

    if TYPE_CHECKING:
        # As a field of a record, kernels see a pointer, and Python sees the array assigned to it.
        def __get__(self, record: object, kind: type | None = None) -> Ptr[C]: ...
        def __set__(self, record: object, array: Any) -> None: ...
        def __getattr__(self, name: str) -> Any: ...
        def __array__(self) -> Any: ...
        @overload
        def __getitem__(self, i: int) -> int: ...
        @overload
        def __getitem__(self, i: Any) -> Any: ...
        def __getitem__(self, i: Any) -> Any: ...
        def __setitem__(self, i: Any, v: Any) -> None: ...
    else:

        def __getitem__(self, i: int) -> int:
            return int(self._data[self._place(i, len(self) - 1)])

        def __setitem__(self, i: int, v: int) -> None:
            place = self._place(i, len(self) - 1)
            self._data[place] = self.fitting(v)

    def __len__(self) -> int:
        return len(self._data) - self._offset

    def moved(self, i: int) -> Ptr[C]:
        """The pointer to element `i`, or to the end of the array."""
        return Ptr(self._data, bits=self._bits, offset=self._place(i, len(self)))

    def fitting(self, v: int) -> int:
        """The value `v` as an int; raises `OutOfBounds` if it does not fit a cell."""
        if not 0 <= v < 1 << self._bits:
            raise OutOfBounds(f"{v} does not fit a cell of {self._bits} bits")
        return int(v)

    def _place(self, i: int, last: int) -> int:
        if not 0 <= i <= last:
            raise OutOfBounds(f"index {i} is outside a pointer to {len(self)} elements")
        return self._offset + i
