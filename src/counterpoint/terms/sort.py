"""Sorts: the finite sets of values that variables range over.

Each value has a *code*, its index among `values`, which is what engines store.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Bool:
    """False and true, with the codes 0 and 1."""


@dataclass(frozen=True, slots=True)
class Interval:
    """The integers from `low` to `high`, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Enumeration:
    """The values listed, in this order; they are only compared for equality."""

    members: tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class SetOf:
    """The subsets of `members`, as frozensets; the code is the mask of the members' indices."""

    members: tuple[Hashable, ...]


Sort: TypeAlias = Bool | Interval | Enumeration | SetOf
