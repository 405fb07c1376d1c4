"""Operators on values: which types they take, and what they give.

Raises `Misfit` for operands whose types an operator does not take; the rules are those of the
appendix on types in the manual of NuSMV 2.6.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...terms.apply import FALSE, all_true, any_true, apply, constant
from ...terms.sort import Interval
from ...terms.term import Op, Term
from . import bits, scalars
from .value import (
    Array,
    Choices,
    Kind,
    Option,
    Scalar,
    Value,
    Word,
    common,
    comparable,
    negation,
    type_of,
)


class Misfit(Exception):
    """Operands do not fit an operator; the text says why."""


def truth(value: Value, what: str) -> Term:
    """The condition that a truth value is; raises `Misfit` for any other value."""
    if isinstance(value, Scalar) and value.kind is Kind.BOOLEAN:
        return value.term
    raise Misfit(f"{what} takes boolean, and this is {type_of(value)}")


def number(value: Value, what: str) -> Term:
    """The term of a number; raises `Misfit` for any other value."""
    if isinstance(value, Scalar) and value.kind is Kind.INTEGER:
        return value.term
    raise Misfit(f"{what} takes integer, and this is {type_of(value)}")


def boolean(term: Term) -> Scalar:
    """The truth value of a condition."""
    return Scalar(Kind.BOOLEAN, term)


def integer(term: Term) -> Scalar:
    """The number that a term denotes."""
    return Scalar(Kind.INTEGER, term)


# Logic.


def inverted(value: Value) -> Value:
    """`!`, of a truth value or of each bit of a word."""
    if isinstance(value, Word):
        return Word(value.signed, bits.inverted(value.bits))
    if isinstance(value, Scalar) and value.kind is Kind.BOOLEAN:
        return boolean(negation(value.term))
    raise Misfit(f"! takes boolean or a word, and this is {type_of(value)}")


def joined(operator: str, one: Value, other: Value) -> Value:
    """`& | xor xnor -> <->`, of truth values or of each pair of bits of words of one type."""
    connect = _CONNECTIVES[operator]
    match one, other:
        case Scalar(Kind.BOOLEAN), Scalar(Kind.BOOLEAN):
            return boolean(connect(one.term, other.term))
        case Word(), Word() if type_of(one) == type_of(other):
            pairs = zip(one.bits, other.bits, strict=True)
            return Word(one.signed, tuple(connect(*pair) for pair in pairs))
    raise _misfit(operator, "boolean, or words of one type", one, other)


_CONNECTIVES: dict[str, Callable[[Term, Term], Term]] = {
    "&": lambda a, b: all_true((a, b)),
    "|": lambda a, b: any_true((a, b)),
    "xor": bits.differ,
    "xnor": bits.same,
    "->": lambda a, b: any_true((negation(a), b)),
    "<->": bits.same,
}


# Comparison.


def equal(operator: str, one: Value, other: Value) -> Term:
    """The condition `=`; for `!=`, its complement is meant."""
    match one, other:
        case Scalar(), Scalar() if comparable(one.kind, other.kind):
            return scalars.equal(one, other)
        case Word(), Word() if type_of(one) == type_of(other):
            return bits.equal(one.bits, other.bits)
    raise _misfit(operator, "two values of one type, and no sets", one, other)


def ordered(operator: str, one: Value, other: Value) -> Scalar:
    """`< > <= >=`, of numbers or of words of one type."""
    if operator in (">", "<="):
        one, other = other, one
    match one, other:
        case Scalar(Kind.INTEGER), Scalar(Kind.INTEGER):
            below = apply(Op.LT, one.term, other.term)
        case Word(), Word() if type_of(one) == type_of(other):
            below = bits.less(one.bits, other.bits, signed=one.signed)
        case _:
            first, second = (other, one) if operator in (">", "<=") else (one, other)
            raise _misfit(operator, "integers, or words of one type", first, second)
    return boolean(negation(below) if operator in ("<=", ">=") else below)


# Arithmetic.


def negative(value: Value) -> Value:
    """The unary `-`, of a number or a word."""
    if isinstance(value, Word):
        return Word(value.signed, bits.negative(value.bits))
    if isinstance(value, Scalar) and value.kind is Kind.INTEGER:
        return integer(scalars.minus(value.term))
    raise Misfit(f"- takes integer or a word, and this is {type_of(value)}")


def calculated(operator: str, one: Value, other: Value) -> tuple[Value, Term]:
    """`+ - * / mod`, of numbers or of words of one type; and where a divisor is zero."""
    divides = operator in ("/", "mod")
    match one, other:
        case Scalar(Kind.INTEGER), Scalar(Kind.INTEGER):
            zero = scalars.is_zero(other.term) if divides else FALSE
            return integer(_NUMBERS[operator](one.term, other.term)), zero
        case Word(), Word() if type_of(one) == type_of(other):
            none = bits.of_number(0, len(other.bits))
            zero = bits.equal(other.bits, none) if divides else FALSE
            return Word(one.signed, _word(operator, one, other)), zero
    raise _misfit(operator, "integers, or words of one type", one, other)


def _word(operator: str, one: Word, other: Word) -> bits.Bits:
    if operator in ("/", "mod"):
        divide = bits.divided_signed if one.signed else bits.divided
        return divide(one.bits, other.bits)[operator == "mod"]
    return _WORDS[operator](one.bits, other.bits)


_NUMBERS: dict[str, Callable[[Term, Term], Term]] = {
    "+": lambda a, b: apply(Op.ADD, a, b),
    "-": lambda a, b: apply(Op.SUB, a, b),
    "*": lambda a, b: apply(Op.MUL, a, b),
    "/": scalars.quotient,
    "mod": scalars.remainder,
}
_WORDS: dict[str, Callable[[Sequence[Term], Sequence[Term]], bits.Bits]] = {
    "+": bits.added,
    "-": bits.subtracted,
    "*": bits.multiplied,
}


# Words.


def shifted(operator: str, one: Value, by: Value) -> tuple[Value, Term]:
    """`<< >> <<< >>>`, of a word by a number or an unsigned word; and where that is too large."""
    if not isinstance(one, Word):
        raise Misfit(f"{operator} shifts a word, and this is {type_of(one)}")
    if isinstance(by, Word) and not by.signed:
        by = integer(bits.number(by.bits, signed=False))
    if not isinstance(by, Scalar) or by.kind is not Kind.INTEGER:
        raise Misfit(f"{operator} shifts by integer or an unsigned word, not {type_of(by)}")
    width, amount = len(one.bits), by.term
    found: bits.Bits = _moved(operator, one, 0)
    for step in range(1, width + 1):
        here = scalars.equal(by, scalars.literal(step))
        found = bits.chosen(here, _moved(operator, one, step), found)
    assert isinstance(amount.sort, Interval)
    beyond = any_true((apply(Op.LT, amount, constant(0)), apply(Op.LT, constant(width), amount)))
    return Word(one.signed, found), beyond


def _moved(operator: str, one: Word, by: int) -> bits.Bits:
    left = operator.startswith("<")
    if len(operator) == len("<<<"):
        return bits.rotated(one.bits, by, left=left)
    return bits.shifted(one.bits, by, left=left, fill=one.bits[-1] if one.signed else FALSE)


def concatenated(one: Value, other: Value) -> Value:
    """`::`, the word with the bits of the first operand above those of the second."""
    if isinstance(one, Word) and isinstance(other, Word):
        return Word(False, (*other.bits, *one.bits))
    raise _misfit("::", "two words", one, other)


# Sets.


def as_set(value: Value) -> Choices:
    """A set, or a scalar as the set of that alone; raises `Misfit` for words and arrays."""
    match value:
        case Choices():
            return value
        case Scalar():
            return Choices(value.kind, (Option(all_true(()), value),))
    raise Misfit(f"a set has booleans, integers and symbols in it, and this is {type_of(value)}")


def united(one: Value, other: Value) -> Choices:
    """`union`, the set of all members of two sets."""
    left, right = as_set(one), as_set(other)
    kind = common(left.kind, right.kind)
    if kind is None:
        raise _misfit("union", "sets of values that go together", one, other)
    return Choices(kind, (*left.options, *right.options))


def member(scalar: Scalar, of: Choices) -> Term:
    """The condition that a scalar is in a set."""
    return any_true(all_true((option.guard, _within(scalar, option))) for option in of.options)


def _within(scalar: Scalar, option: Option) -> Term:
    if option.high is None:
        return scalars.equal(scalar, option.low)
    if not isinstance(scalar.term.sort, Interval):
        return any_true(scalars.equal(scalar, one.low) for one in _listed(option))
    low, high = option.low.term, constant(option.high)
    return all_true((apply(Op.LE, low, scalar.term), apply(Op.LE, scalar.term, high)))


def _listed(option: Option) -> list[Option]:
    """The members of a range, one by one."""
    if option.high is None:
        return [option]
    low = option.low.term.sort
    assert isinstance(low, Interval)
    return [
        Option(option.guard, scalars.literal(value)) for value in range(low.low, option.high + 1)
    ]


def included(one: Value, other: Value) -> Scalar:
    """`in`, the condition that all members of a set are in another one."""
    left, right = as_set(one), as_set(other)
    if not comparable(left.kind, right.kind):
        raise _misfit("in", "sets of values that go together", one, other)
    return boolean(
        all_true(
            any_true((negation(each.guard), member(each.low, right)))
            for option in left.options
            for each in _listed(option)
        )
    )


# Choice.


def chosen(condition: Term, then: Value, otherwise: Value) -> Value:
    """One value or the other, by a condition; a set if one of them is."""
    match then, otherwise:
        case Scalar(), Scalar() if common(then.kind, otherwise.kind) is not None:
            return scalars.chosen(condition, then, otherwise)
        case Word(), Word() if type_of(then) == type_of(otherwise):
            return Word(then.signed, bits.chosen(condition, then.bits, otherwise.bits))
        case Array(low, items), Array(least, others) if (low, len(items)) == (least, len(others)):
            pairs = zip(items, others, strict=True)
            return Array(low, tuple(chosen(condition, *pair) for pair in pairs))
        case ((Scalar() | Choices()), (Scalar() | Choices())):
            return _chosen_set(condition, as_set(then), as_set(otherwise))
    raise _misfit("a choice", "alternatives of types that go together", then, otherwise)


def _chosen_set(condition: Term, then: Choices, otherwise: Choices) -> Choices:
    kind = common(then.kind, otherwise.kind)
    if kind is None:
        raise _misfit("a choice", "alternatives of types that go together", then, otherwise)
    sides = ((condition, then), (negation(condition), otherwise))
    options = [
        Option(all_true((side, option.guard)), option.low, option.high)
        for side, of in sides
        for option in of.options
    ]
    return Choices(kind, tuple(option for option in options if option.guard != FALSE))


def _misfit(operator: str, wanted: str, one: Value, other: Value) -> Misfit:
    return Misfit(f"{operator} takes {wanted}, and these are {type_of(one)} and {type_of(other)}")
