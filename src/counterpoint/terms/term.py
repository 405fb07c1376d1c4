"""Terms: expressions over variables of finite sorts.

Arrays are families of variables named `x[0]`, `x[1]`, ... An index that is itself a term is
expanded to a choice between them, so that engines handle only three kinds of terms.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import field
from enum import Enum
from typing import TypeAlias

from ..data import dataclass
from .sort import Sort


class Op(Enum):
    """What an application computes.

    AND and OR take any number of terms (none: true and false). EQ compares two terms of any sorts
    by their values. DIV and MOD are Python's `//` and `%`; the sort of a divisor does not contain
    zero. ITE is (condition, then, otherwise). For sets: CONTAINS (set, element), SUBSET, UNION,
    INTERSECTION, DIFFERENCE (set, set), SIZE (set).
    """

    NOT = "not"
    AND = "and"
    OR = "or"
    EQ = "=="
    LT = "<"
    LE = "<="
    ADD = "+"
    SUB = "-"
    MUL = "*"
    DIV = "//"
    MOD = "%"
    ITE = "if"
    CONTAINS = "contains"
    SUBSET = "subset"
    UNION = "union"
    INTERSECTION = "intersection"
    DIFFERENCE = "difference"
    SIZE = "size"

    __hash__ = object.__hash__  # there is one object for each, and Enum hashes names in Python


@dataclass(frozen=True, slots=True)
class Literal:
    """A constant; `value` is a member of `sort`."""

    value: Hashable
    sort: Sort


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of the state, by its name."""

    name: str
    sort: Sort


@dataclass(frozen=True, slots=True)
class Apply:
    """An operation on terms; `sort` includes every possible value, found by interval arithmetic."""

    op: Op
    args: tuple[Term, ...]
    sort: Sort
    noted: tuple[Variable, ...] | None = field(default=None, init=False, repr=False, compare=False)
    """What `variables_of` found, once it was asked."""


Term: TypeAlias = Literal | Variable | Apply
