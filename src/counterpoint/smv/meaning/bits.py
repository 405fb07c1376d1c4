"""Arithmetic of words, bit by bit: ripple carry, shift and add, restoring division.

A word is a tuple of terms of sort Bool, the least significant bit first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ...terms.apply import FALSE, TRUE, all_true, any_true, apply, constant
from ...terms.term import Literal, Op, Term
from .value import negation

Bits: TypeAlias = tuple[Term, ...]


def of_number(value: int, width: int) -> Bits:
    """The bits of a number modulo 2**width.

    >>> [bit.value for bit in of_number(-2, 3)]
    [False, True, True]
    """
    return tuple(constant(bool(value >> at & 1)) for at in range(width))


def known(bits: Sequence[Term], *, signed: bool = False) -> int | None:
    """The number that constant bits denote; None if some bit is not constant.

    >>> known(of_number(5, 3)), known(of_number(5, 3), signed=True)
    (5, -3)
    """
    value = 0
    for at, bit in enumerate(bits):
        if not isinstance(bit, Literal):
            return None
        value |= bool(bit.value) << at
    return value - (1 << len(bits)) if signed and value >> (len(bits) - 1) else value


def choice(condition: Term, then: Term, otherwise: Term) -> Term:
    """One bit or the other, by a condition."""
    if then is otherwise or then == otherwise:
        return then
    if isinstance(condition, Literal):
        return then if condition.value else otherwise
    if isinstance(then, Literal):
        other = condition if then.value else negation(condition)
        return any_true((other, otherwise)) if then.value else all_true((other, otherwise))
    if isinstance(otherwise, Literal):
        if otherwise.value:
            return any_true((negation(condition), then))
        return all_true((condition, then))
    return apply(Op.ITE, condition, then, otherwise)


def chosen(condition: Term, then: Sequence[Term], otherwise: Sequence[Term]) -> Bits:
    """One word or the other, by a condition."""
    return tuple(choice(condition, *pair) for pair in zip(then, otherwise, strict=True))


def same(one: Term, other: Term) -> Term:
    """The condition that two bits are equal."""
    if isinstance(one, Literal):
        one, other = other, one
    if isinstance(other, Literal):
        return one if other.value else negation(one)
    return TRUE if one is other else apply(Op.EQ, one, other)


def differ(one: Term, other: Term) -> Term:
    """The exclusive disjunction of two bits."""
    return negation(same(one, other))


def equal(one: Sequence[Term], other: Sequence[Term]) -> Term:
    """The condition that two words are equal."""
    return all_true(same(*pair) for pair in zip(one, other, strict=True))


def added(one: Sequence[Term], other: Sequence[Term], carry: Term = FALSE) -> Bits:
    """The sum modulo 2**width, by ripple carry."""
    found = []
    for a, b in zip(one, other, strict=True):
        half = differ(a, b)
        found.append(differ(half, carry))
        carry = any_true((all_true((a, b)), all_true((half, carry))))
    return tuple(found)


def inverted(bits: Sequence[Term]) -> Bits:
    """The complement of each bit."""
    return tuple(map(negation, bits))


def subtracted(one: Sequence[Term], other: Sequence[Term]) -> Bits:
    """The difference modulo 2**width."""
    return added(one, inverted(other), TRUE)


def negative(bits: Sequence[Term]) -> Bits:
    """The negative modulo 2**width."""
    return subtracted(of_number(0, len(bits)), bits)


def multiplied(one: Sequence[Term], other: Sequence[Term]) -> Bits:
    """The product modulo 2**width."""
    width = len(one)
    total = of_number(0, width)
    for at, bit in enumerate(other):
        shifted = (*of_number(0, at), *one)[:width]
        total = added(total, tuple(all_true((bit, part)) for part in shifted))
    return total


def less(one: Sequence[Term], other: Sequence[Term], *, signed: bool) -> Term:
    """The condition that one word is less than the other."""
    below: Term = FALSE
    top = len(one) - 1
    for at, (a, b) in enumerate(zip(one, other, strict=True)):
        if signed and at == top:
            a, b = b, a  # the highest bit of a signed word counts negative
        below = choice(differ(a, b), b, below)
    return below


def divided(one: Sequence[Term], other: Sequence[Term]) -> tuple[Bits, Bits]:
    """Quotient and remainder of unsigned words, by restoring division; arbitrary for zero."""
    width = len(one)
    wide = (*other, FALSE)
    rest = of_number(0, width + 1)
    quotient = []
    for bit in reversed(one):
        rest = (bit, *rest[:width])
        fits = negation(less(rest, wide, signed=False))
        rest = chosen(fits, subtracted(rest, wide), rest)
        quotient.append(fits)
    return tuple(reversed(quotient)), rest[:width]


def divided_signed(one: Sequence[Term], other: Sequence[Term]) -> tuple[Bits, Bits]:
    """Quotient and remainder of signed words, rounded towards zero."""
    left, right = one[-1], other[-1]
    size, by = chosen(left, negative(one), one), chosen(right, negative(other), other)
    quotient, rest = divided(size, by)
    return (
        chosen(differ(left, right), negative(quotient), quotient),
        chosen(left, negative(rest), rest),
    )


def shifted(bits: Sequence[Term], by: int, *, left: bool, fill: Term) -> Bits:
    """The word shifted by a number from 0 to its width."""
    width = len(bits)
    if left:
        return (*of_number(0, by), *bits)[:width]
    return (*bits[by:], *[fill] * min(by, width))


def rotated(bits: Sequence[Term], by: int, *, left: bool) -> Bits:
    """The word rotated by a number from 0 to its width."""
    at = (len(bits) - by if left else by) % len(bits)
    return (*bits[at:], *bits[:at])


def number(bits: Sequence[Term], *, signed: bool) -> Term:
    """The word as a number.

    >>> number(of_number(5, 3), signed=False).value
    5
    """
    total: Term = constant(0)
    for at, bit in enumerate(bits):
        weight = -(1 << at) if signed and at == len(bits) - 1 else 1 << at
        total = apply(Op.ADD, total, apply(Op.ITE, bit, constant(weight), constant(0)))
    return total
