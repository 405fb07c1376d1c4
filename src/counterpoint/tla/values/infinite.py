"""Infinite sets: the numbers, the strings, the sequences over a set."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, product
from typing import Any, Final

from ...errors import NoValue
from .equality import equal
from .functions import is_sequence, normal
from .lazyset import LazySet
from .members import is_empty, is_finite, is_in, is_stranger, members, size
from .show import shortly


class Endless(LazySet):
    """A named infinite set, such as Nat or STRING.

    `kind` is the Python type of its elements, None for any; of the values of that type, those that
    satisfy `accepts` are elements. `within` has the names of its supersets, separated by spaces.
    """

    __slots__ = ("_accepts", "_kind", "name", "within")

    def __init__(
        self, name: str, kind: type | None, accepts: Callable[[Any], bool], within: str = ""
    ) -> None:
        self.name = name
        self.within = within.split()
        self._kind = kind
        self._accepts = accepts

    def __contains__(self, value: Any) -> bool:
        if self._kind is None or type(value) is self._kind:
            return self._accepts(value)
        wanted = "number" if self._kind is int else "string"
        return not is_stranger(value, self, wanted)

    def __iter__(self) -> Iterator[Any]:
        raise NoValue(f"the elements of {self.name} cannot be listed: it is infinite")

    def size(self) -> None:
        return None

    def same(self, other: LazySet) -> bool | None:
        return self is other if isinstance(other, Endless) else None

    def holds_only(self, other: LazySet) -> bool:
        return (
            self is other
            or other is ANY
            or (isinstance(other, Endless) and other.name in self.within)
        )

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> str:
        return self.name.upper()


def _any(value: Any) -> bool:
    return True


NAT: Final = Endless("Nat", int, lambda value: value >= 0, "Int Real")
INT: Final = Endless("Int", int, _any, "Real")
REAL: Final = Endless("Real", int, _any)
STRING: Final = Endless("STRING", str, _any)
ANY: Final = Endless("Any", None, _any)
"""The set `Any` of the module TLC, which contains every value."""


class Sequences(LazySet):
    """Seq(base): the finite sequences of elements of a set."""

    __slots__ = ("base",)

    def __init__(self, base: Any) -> None:
        self.base = base

    def __contains__(self, value: Any) -> bool:
        value = normal(value)
        if not is_sequence(value):
            return not (type(value) is tuple or is_stranger(value, self, "sequence"))
        if type(self.base) is frozenset and self.base.issuperset(value):
            return True
        return all(is_in(item, self.base) for item in value)

    def __iter__(self) -> Iterator[Any]:
        if self.size() is None:
            raise NoValue(f"the elements of {self!r} cannot be listed: it is infinite")
        yield ()

    def size(self) -> int | None:
        return 1 if size(self.base) == 0 else None

    def same(self, other: LazySet) -> bool | None:
        return equal(self.base, other.base) if isinstance(other, Sequences) else None

    def __repr__(self) -> str:
        return f"Seq({shortly(self.base)})"


class BoundedSequences(LazySet):
    """The sequences of elements of a set that have at most `length` items.

    >>> list(BoundedSequences(frozenset({7}), 2))
    [(), (7,), (7, 7)]
    """

    __slots__ = ("base", "length")

    def __init__(self, base: Any, length: int) -> None:
        self.base = base
        self.length = length

    def __contains__(self, value: Any) -> bool:
        value = normal(value)
        return value in Sequences(self.base) and len(value) <= self.length

    def __iter__(self) -> Iterator[Any]:
        lengths = range(min(self.length, 0) + 1 if is_empty(self.base) else self.length + 1)
        return chain.from_iterable(product(members(self.base), repeat=n) for n in lengths)

    def size(self) -> int | None:
        count = size(self.base)
        if count is None:
            return None if self.length > 0 else self.length + 1
        if count < 2:
            return max(0, self.length + 1) if count else int(self.length >= 0)
        if self.length * count.bit_length() > 1 << 20:
            raise NoValue(f"{self!r} has too many elements to be counted")
        return int((count ** (self.length + 1) - 1) // (count - 1)) if self.length >= 0 else 0

    def is_finite(self) -> bool:
        return self.length < 1 or is_finite(self.base)

    def __repr__(self) -> str:
        return f"BoundedSeq({shortly(self.base)}, {self.length})"
