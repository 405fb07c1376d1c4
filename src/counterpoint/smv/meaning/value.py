"""Values of expressions: terms with their types, words as bits, sets as guarded choices."""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from ...data import dataclass
from ...terms.apply import all_true, apply
from ...terms.term import Op, Term, Variable
from ..source import Span


class Kind(Enum):
    """The type of a scalar; the value is how NuSMV calls it in errors."""

    BOOLEAN = "boolean"
    INTEGER = "integer"
    SYMBOLIC = "symbolic enumeration"
    MIXED = "enumeration of symbols and integers"


@dataclass(frozen=True, slots=True, eq=False)
class Scalar:
    """A truth value, a number or a member of an enumeration.

    The term of a number has an interval as sort. A variable whose numbers are no interval is `raw`,
    and its term chooses between them.
    """

    kind: Kind
    term: Term
    raw: Variable | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """A word; its bits are terms of sort Bool, the least significant one first."""

    signed: bool
    bits: tuple[Term, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """Some members of a set, if `guard` is true: `low` alone, or all integers up to `high`."""

    guard: Term
    low: Scalar
    high: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Choices:
    """A set of scalars of one kind: those of its options."""

    kind: Kind
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Array:
    """An array, with the index of its first element."""

    low: int
    items: tuple[Value, ...]


Value: TypeAlias = Scalar | Word | Choices | Array


@dataclass(frozen=True, slots=True, eq=False)
class Fault:
    """What is wrong with an expression where a condition is true, such as a division by zero."""

    condition: Term
    says: str
    at: Span


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """The value of an expression, its faults, and where it reads next values and inputs."""

    value: Value
    faults: tuple[Fault, ...] = ()
    next_at: Span | None = None
    input_at: Span | None = None


def type_of(value: Value) -> str:
    """The type of a value, as errors name it.

    >>> from ...terms.sort import Bool
    >>> from ...terms.term import Literal
    >>> type_of(Word(True, (Literal(True, Bool()), Literal(False, Bool()))))
    'signed word[2]'
    """
    match value:
        case Scalar(kind):
            return kind.value
        case Choices(kind):
            return f"set of {kind.value}"
        case Word(signed, bits):
            return f"{'signed' if signed else 'unsigned'} word[{len(bits)}]"
        case Array(low, items):
            return f"array {low}..{low + len(items) - 1} of {type_of(items[0])}"


def common(one: Kind, other: Kind) -> Kind | None:
    """The least kind that has the values of both; None if there is none.

    >>> common(Kind.INTEGER, Kind.SYMBOLIC), common(Kind.BOOLEAN, Kind.INTEGER)
    (<Kind.MIXED: 'enumeration of symbols and integers'>, None)
    """
    if one is other:
        return one
    return None if Kind.BOOLEAN in (one, other) else Kind.MIXED


def comparable(one: Kind, other: Kind) -> bool:
    """Whether values of both kinds may be compared: one kind has the values of the other."""
    return common(one, other) in (one, other)


def masked(faults: tuple[Fault, ...], where: Term) -> tuple[Fault, ...]:
    """The faults that remain if the expression counts only where a condition is true."""
    return tuple(
        Fault(all_true((where, fault.condition)), fault.says, fault.at) for fault in faults
    )


def negation(term: Term) -> Term:
    """The complement of a condition."""
    return apply(Op.NOT, term)
