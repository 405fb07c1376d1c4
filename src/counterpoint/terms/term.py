"""Terms: expressions over variables of finite sorts.

Arrays are families of variables named `x[0]`, `x[1]`, ...; an index that is itself a term has been
written out as a choice between them, so that engines meet three kinds of terms only.
"""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum
from typing import TypeAlias

from ..data import dataclass
from .sort import Sort


class Op(Enum):
    """What an application computes; the comment gives the sorts of its arguments.

    AND, OR take any number of terms (none: true, false). EQ compares two terms of whatever sorts by
    their values. DIV and MOD are Python's `//` and `%`; a divisor has no zero in its sort. ITE is
    (condition, then, otherwise). In SetOf: CONTAINS (set, element), SUBSET, UNION, INTERSECTION,
    DIFFERENCE (set, set), SIZE (set).
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
    """An operation on terms; `sort` holds every value that it can have, found by intervals."""

    op: Op
    args: tuple[Term, ...]
    sort: Sort


Term: TypeAlias = Literal | Variable | Apply
