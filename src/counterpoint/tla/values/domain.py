"""The set of arguments of a function, shared by all functions that have it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar


class Domain:
    """The one object for a set of arguments: the first item of every function that has them.

    `keys` are the arguments in order and `index` says where in the function the value of each
    stands. Over 1..n a function is a plain tuple without this first item, so there the positions
    count from 0.
    """

    __slots__ = ("index", "is_record", "is_sequence", "keys", "set")
    set: frozenset[Any]
    keys: tuple[Any, ...]
    index: dict[Any, int]
    is_sequence: bool
    """Whether the arguments are 1..n: those of the empty function are."""
    is_record: bool
    """Whether the arguments are strings, so that the function is a record."""

    known: ClassVar[dict[frozenset[Any], Domain]] = {}

    def __new__(cls, set: frozenset[Any], keys: tuple[Any, ...]) -> Domain:
        """The domain of this set, whose elements in order are `keys`."""
        found = cls.known.get(set)
        if found is None:
            found = super().__new__(cls)
            found.set, found.keys = set, keys
            found.is_sequence = keys == tuple(range(1, len(keys) + 1))
            found.is_record = bool(keys) and all(type(key) is str for key in keys)
            first = 0 if found.is_sequence else 1
            found.index = {key: number for number, key in enumerate(keys, first)}
            found = cls.known.setdefault(set, found)
        return found

    def make(self, values: Iterable[Any]) -> tuple[Any, ...]:
        """The function with these values, which stand in the order of `keys`."""
        return tuple(values) if self.is_sequence else (self, *values)

    def __repr__(self) -> str:
        return f"Domain{self.keys!r}"

    def __reduce__(self) -> tuple[object, ...]:
        return Domain, (self.set, self.keys)
