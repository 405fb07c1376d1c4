"""The domain of a function, interned: functions with the same domain share one object."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar


class Domain:
    """The interned object for a domain. It is the first item of every function with that domain.

    `keys` are the arguments in order. `index` maps each argument to the position of its value in
    the tuple of the function. A function over 1..n is a plain tuple without this first item, so
    that its positions count from 0.
    """

    __slots__ = ("index", "is_record", "is_sequence", "keys", "set")
    set: frozenset[Any]
    keys: tuple[Any, ...]
    index: dict[Any, int]
    is_sequence: bool
    """Whether the arguments are 1..n; true for the empty domain."""
    is_record: bool
    """Whether there are arguments and all are strings, so that the function is a record."""

    known: ClassVar[dict[frozenset[Any], Domain]] = {}

    def __new__(cls, set: frozenset[Any], keys: tuple[Any, ...]) -> Domain:
        """The `Domain` of this set; `keys` are its elements in order."""
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
        """The function with this domain and these values, given in the order of `keys`."""
        return tuple(values) if self.is_sequence else (self, *values)

    def __repr__(self) -> str:
        return f"Domain{self.keys!r}"

    def __reduce__(self) -> tuple[object, ...]:
        return Domain, (self.set, self.keys)
