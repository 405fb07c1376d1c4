"""Sets of functions, records and tuples with parts from given sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from ...errors import NoValue
from .domain import Domain
from .equality import equal
from .functions import domain_of, is_sequence, normal
from .lazyset import LazySet
from .members import (
    is_empty,
    is_finite,
    is_in,
    is_stranger,
    is_subset,
    members,
    size,
)
from .show import shortly


class FunctionSet(LazySet):
    """[domain -> range]: a set of functions.

    >>> list(FunctionSet(frozenset({1, 2}), frozenset({"a"})))
    [('a', 'a')]
    """

    __slots__ = ("_keys", "domain", "range")

    def __init__(self, domain: Any, range: Any) -> None:
        self.domain = domain
        self.range = range
        self._keys: Domain | None = None

    def __contains__(self, value: Any) -> bool:
        value = normal(value)
        if type(value) is not tuple:
            return not is_stranger(value, self, "function")
        keys = self._keys or self._interned()
        if keys is None:
            return False
        if value and type(value[0]) is Domain:
            if value[0] is not keys:
                return False
            value = value[1:]
        elif not keys.is_sequence or len(value) != len(keys.keys):
            return False
        if type(self.range) is frozenset and self.range.issuperset(value):
            return True
        return all(is_in(item, self.range) for item in value)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        domain = domain_of(self.domain)
        values = members(self.range) if domain.keys else ()
        functions = product(values, repeat=len(domain.keys))
        return functions if domain.is_sequence else map((domain,).__add__, functions)

    def size(self) -> int | None:
        values, arguments = size(self.range), size(self.domain)
        if arguments == 0:
            return 1
        if values is None or arguments is None:
            return 0 if values == 0 else None
        if arguments > 1 << 16 and values > 1:
            raise NoValue(f"{self!r} has too many elements to be counted")
        return int(values**arguments)

    def is_finite(self) -> bool:
        return is_finite(self.domain) and is_finite(self.range)

    def is_empty(self) -> bool:
        return is_empty(self.range) and not is_empty(self.domain)

    def same(self, other: LazySet) -> bool | None:
        if not isinstance(other, FunctionSet):
            return None
        if not equal(self.domain, other.domain):
            return self.is_empty() and other.is_empty()
        return is_empty(self.domain) or equal(self.range, other.range)

    def holds_only(self, other: LazySet) -> bool:
        if not isinstance(other, FunctionSet) or not equal(self.domain, other.domain):
            return False
        return is_subset(self.range, other.range)

    def _interned(self) -> Domain | None:
        """The `Domain` of the functions; None if they have infinitely many arguments."""
        if is_finite(self.domain):
            self._keys = domain_of(self.domain)
        return self._keys

    def __repr__(self) -> str:
        return f"[{shortly(self.domain)} -> {shortly(self.range)}]"


class RecordSet(LazySet):
    """[name: set, ...]: a set of records.

    >>> len(RecordSet({"a": frozenset({1, 2}), "b": frozenset({3})}))
    2
    """

    __slots__ = ("_keys", "sets")

    def __init__(self, sets: Mapping[str, Any]) -> None:
        self._keys = domain_of(frozenset(sets))
        self.sets = tuple(sets[name] for name in self._keys.keys)

    def __contains__(self, value: Any) -> bool:
        value = normal(value)
        if type(value) is not tuple:
            return not is_stranger(value, self, "record")
        if not value or value[0] is not self._keys:
            return False
        return all(map(is_in, value[1:], self.sets))

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return map((self._keys,).__add__, product(*map(members, self.sets)))

    def made(self, values: Sequence[Any]) -> tuple[Any, ...]:
        """The element with these values, one of each of `sets`."""
        return self._keys.make(values)

    def size(self) -> int | None:
        return _product_of(self.sets)

    def is_empty(self) -> bool:
        return any(map(is_empty, self.sets))

    def is_finite(self) -> bool:
        return all(map(is_finite, self.sets))

    def same(self, other: LazySet) -> bool | None:
        if not isinstance(other, RecordSet):
            return None
        if self._keys is other._keys and all(map(equal, self.sets, other.sets)):
            return True
        return self.is_empty() and other.is_empty()

    def holds_only(self, other: LazySet) -> bool:
        if not isinstance(other, RecordSet) or self._keys is not other._keys:
            return False
        return all(map(is_subset, self.sets, other.sets))

    def __repr__(self) -> str:
        parts = zip(self._keys.keys, self.sets, strict=True)
        return "[" + ", ".join(f"{name}: {shortly(values)}" for name, values in parts) + "]"


class Product(LazySet):
    r"""A \X B \X ...: a set of tuples.

    >>> (1, "a") in Product(frozenset({1, 2}), frozenset({"a"}))
    True
    """

    __slots__ = ("sets",)

    def __init__(self, *sets: Any) -> None:
        self.sets = sets

    def __contains__(self, value: Any) -> bool:
        value = normal(value)
        if not is_sequence(value):
            return not (type(value) is tuple or is_stranger(value, self, "tuple"))
        return len(value) == len(self.sets) and all(map(is_in, value, self.sets))

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return product(*map(members, self.sets))

    def made(self, values: Sequence[Any]) -> tuple[Any, ...]:
        """The element with these values, one of each of `sets`."""
        return tuple(values)

    def size(self) -> int | None:
        return _product_of(self.sets)

    def is_empty(self) -> bool:
        return any(map(is_empty, self.sets))

    def is_finite(self) -> bool:
        return all(map(is_finite, self.sets))

    def same(self, other: LazySet) -> bool | None:
        if not isinstance(other, Product):
            return None
        if len(self.sets) == len(other.sets) and all(map(equal, self.sets, other.sets)):
            return True
        return self.is_empty() and other.is_empty()

    def holds_only(self, other: LazySet) -> bool:
        if not isinstance(other, Product) or len(self.sets) != len(other.sets):
            return False
        return all(map(is_subset, self.sets, other.sets))

    def __repr__(self) -> str:
        return " \\X ".join(map(shortly, self.sets))


def _product_of(sets: tuple[Any, ...]) -> int | None:
    """The number of ways to choose an element of each set; None if there are infinitely many."""
    sizes = [size(values) for values in sets]
    if 0 in sizes:
        return 0
    known = [count for count in sizes if count is not None]
    return prod(known) if len(known) == len(sizes) else None
