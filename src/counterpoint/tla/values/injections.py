"""Injective functions, such as permutations."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from math import perm
from typing import Any

from ...errors import NoValue
from .functions import domain_of, values_of
from .lazyset import LazySet
from .members import is_finite, members, size
from .products import FunctionSet
from .show import shortly


def is_injective(f: Any) -> bool:
    """Whether no two arguments of a function have the same value.

    >>> is_injective((1, 2)), is_injective((1, 1))
    (True, False)
    """
    values = values_of(f)
    return len(set(values)) == len(values)


class Injections(LazySet):
    """The injective functions from one set into another.

    >>> list(Injections(frozenset({1, 2}), frozenset({"a", "b"})))
    [('a', 'b'), ('b', 'a')]
    """

    __slots__ = ("domain", "range")

    def __init__(self, domain: Any, range: Any) -> None:
        self.domain = domain
        self.range = range

    def __contains__(self, value: Any) -> bool:
        return value in FunctionSet(self.domain, self.range) and is_injective(value)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        domain = domain_of(self.domain)
        return map(domain.make, permutations(members(self.range), len(domain.keys)))

    def size(self) -> int | None:
        arguments, values = size(self.domain), size(self.range)
        if arguments is None:
            return None if values is None else 0
        if values is None or arguments > values:
            return 0 if values is not None else None if arguments else 1
        if arguments > 1 << 16:
            raise NoValue(f"{self!r} has too many elements to be counted")
        return perm(values, arguments)

    def is_empty(self) -> bool:
        arguments, values = size(self.domain), size(self.range)
        return values is not None and (arguments is None or arguments > values)

    def is_finite(self) -> bool:
        return is_finite(self.domain) and is_finite(self.range)

    def __repr__(self) -> str:
        return f"Injection({shortly(self.domain)}, {shortly(self.range)})"
