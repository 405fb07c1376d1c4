"""The notation for certificates: sizes of piles, and conditions on them, with operators."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import NoReturn, TypeAlias

from ...errors import BadCertificate
from .pile_term import (
    Combine,
    Equal,
    Every,
    Formula,
    Less,
    Literal,
    Not,
    Op,
    Some,
    Term,
    show,
)


class Condition:
    """A condition on sizes of piles; combine conditions by `&`, `|` and `~`."""

    __slots__ = ("formula",)

    def __init__(self, formula: Formula) -> None:
        self.formula = formula

    def __and__(self, other: Conditional) -> Condition:
        return all_of(self, other)

    def __or__(self, other: Conditional) -> Condition:
        return any_of(self, other)

    __rand__ = __and__
    __ror__ = __or__

    def __invert__(self) -> Condition:
        return Condition(Not(self.formula))

    def __bool__(self) -> NoReturn:
        raise BadCertificate(
            f"`{self}` is a condition on piles, neither true nor false by itself; write `&`, `|`, "
            "`~` instead of `and`, `or`, `not`, and `(a < b) & (b < c)` for `a < b < c`"
        )

    def __str__(self) -> str:
        return show(self.formula)

    def __repr__(self) -> str:
        return f"<{self}>"


class Number:
    """A number that depends on sizes of piles; compare numbers to get a `Condition`.

    Numbers are natural numbers without an upper bound: `a - b` is 0 if b is greater than a. `^`,
    `&` and `|` work bitwise. The right side of `%` is a literal.
    """

    __slots__ = ("term",)

    def __init__(self, term: Term) -> None:
        self.term = term

    def __xor__(self, other: Numeric) -> Number:
        return _combined(Op.XOR, self, other)

    def __and__(self, other: Numeric) -> Number:
        return _combined(Op.AND, self, other)

    def __or__(self, other: Numeric) -> Number:
        return _combined(Op.OR, self, other)

    def __add__(self, other: Numeric) -> Number:
        return _combined(Op.PLUS, self, other)

    __rxor__ = __xor__
    __rand__ = __and__
    __ror__ = __or__
    __radd__ = __add__

    def __sub__(self, other: Numeric) -> Number:
        return _combined(Op.MINUS, self, other)

    def __rsub__(self, other: Numeric) -> Number:
        return _combined(Op.MINUS, other, self)

    def __mod__(self, other: int) -> Number:
        if not isinstance(term_of(other), Literal) or term_of(other) == Literal(0):
            raise BadCertificate(f"the right side of % is a literal above 0, not {other!r}")
        return _combined(Op.MOD, self, other)

    def __lt__(self, other: Numeric) -> Condition:
        return Condition(Less(self.term, term_of(other)))

    def __gt__(self, other: Numeric) -> Condition:
        return Condition(Less(term_of(other), self.term))

    def __le__(self, other: Numeric) -> Condition:
        return ~(self > other)

    def __ge__(self, other: Numeric) -> Condition:
        return ~(self < other)

    def __eq__(self, other: object) -> Condition:  # type: ignore[override]
        return Condition(Equal(self.term, term_of(other)))

    def __ne__(self, other: object) -> Condition:  # type: ignore[override]
        return ~(self == other)

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> NoReturn:
        raise BadCertificate(f"`{self}` is a number of any size; compare it, as in `{self} == 0`")

    def __str__(self) -> str:
        return show(self.term)

    def __repr__(self) -> str:
        return f"<{self}>"


Numeric: TypeAlias = Number | int
Conditional: TypeAlias = Condition | bool
Piles: TypeAlias = tuple[Number, ...]
"""The sizes of all piles, as passed to a rule, an invariant or a witness."""


def term_of(value: object) -> Term:
    """The term of a number, or of an int from 0 up; raises `BadCertificate` for anything else."""
    if isinstance(value, Number):
        return value.term
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return Literal(value)
    raise BadCertificate(f"a size of a pile or an int from 0 on is needed here, not {value!r}")


def formula_of(value: object) -> Formula:
    """The formula of a condition, or of a bool; raises `BadCertificate` for anything else."""
    if isinstance(value, Condition):
        return value.formula
    if isinstance(value, bool):
        return Every(()) if value else Some(())
    raise BadCertificate(f"a condition such as `x[0] == 0` is needed here, not {value!r}")


def _combined(op: Op, left: Numeric, right: Numeric) -> Number:
    return Number(Combine(op, term_of(left), term_of(right)))


def xor(numbers: Iterable[Numeric]) -> Number:
    """The bitwise exclusive or of all the numbers; 0 if there are none.

    >>> from counterpoint.games.certificate import TakeAway
    >>> xor(TakeAway(3).piles)
    <x[0] ^ x[1] ^ x[2]>
    """
    terms = [Number(term_of(number)) for number in numbers]
    return reduce(Number.__xor__, terms) if terms else Number(Literal(0))


def all_of(*conditions: Conditional) -> Condition:
    """The condition that all of the conditions are true."""
    return Condition(Every(tuple(map(formula_of, conditions))))


def any_of(*conditions: Conditional) -> Condition:
    """The condition that at least one of the conditions is true."""
    return Condition(Some(tuple(map(formula_of, conditions))))
