"""Arithmetic on words: integers as signals, in two's complement, the lowest bit first.

The last signal is the sign. A word is as wide as the bounds of its term demand, so nothing wraps
around.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from .circuit import FALSE, TRUE, Circuit, Signal

Word: TypeAlias = tuple[Signal, ...]


def width_of(low: int, high: int) -> int:
    """The number of bits, with the sign, for all integers from `low` to `high`.

    >>> width_of(0, 7), width_of(-1, 0), width_of(0, 0)
    (4, 1, 1)
    """
    return 1 + max(number.bit_length() if number >= 0 else (~number).bit_length()
                   for number in (low, high))  # fmt: skip


def constant(number: int) -> Word:
    """An integer as a word.

    >>> constant(2), constant(-1)
    ((0, 1, 0), (1,))
    """
    return tuple(number >> at & 1 for at in range(width_of(number, number)))


def resized(word: Sequence[Signal], width: int) -> Word:
    """The same number with this width; the caller knows that it fits."""
    return (*word[:width], *([word[-1]] * (width - len(word))))


class Words:
    """Builds arithmetic in one circuit.

    >>> words = Words(Circuit())
    >>> words.plus(constant(2), constant(3), 4) == resized(constant(5), 4)
    True
    """

    def __init__(self, circuit: Circuit) -> None:
        self.circuit = circuit
        self._circuit = circuit

    def choose(self, condition: Signal, then: Word, otherwise: Word) -> Word:
        """One of two words, which get the same width."""
        width = max(len(then), len(otherwise))
        pairs = zip(resized(then, width), resized(otherwise, width), strict=True)
        return tuple(self._circuit.choose(condition, *pair) for pair in pairs)

    def negated(self, word: Word, width: int) -> Word:
        """Minus the number."""
        return self.plus((FALSE,), tuple(bit ^ 1 for bit in word), width, TRUE)

    def plus(self, one: Word, other: Word, width: int, carry: Signal = FALSE) -> Word:
        """The sum, with a carry, in `width` bits: a ripple-carry adder."""
        circuit, bits = self._circuit, []
        for a, b in zip(resized(one, width), resized(other, width), strict=True):
            half = circuit.differ(a, b)
            bits.append(circuit.differ(half, carry))
            carry = circuit.either(circuit.both(a, b), circuit.both(half, carry))
        return tuple(bits)

    def minus(self, one: Word, other: Word, width: int) -> Word:
        """The difference in `width` bits."""
        return self.plus(one, tuple(bit ^ 1 for bit in resized(other, width)), width, TRUE)

    def times(self, one: Word, other: Word, width: int) -> Word:
        """The product in `width` bits: shifted sums, the one for the sign subtracted."""
        if sum(bit < 2 for bit in one) > sum(bit < 2 for bit in other):
            one, other = other, one  # constant bits select what is added
        total = constant(0)
        for at, bit in enumerate(other[:width]):
            part = tuple(self._circuit.both(bit, a) for a in resized(one, width - at))
            shifted = ((FALSE,) * at + part)[:width]
            last = at == len(other) - 1
            total = (self.minus if last else self.plus)(total, shifted, width)
        return resized(total, width)

    def equal(self, one: Word, other: Word) -> Signal:
        """Whether two numbers are equal."""
        width = max(len(one), len(other))
        pairs = zip(resized(one, width), resized(other, width), strict=True)
        return self._circuit.all(self._circuit.differ(*pair) ^ 1 for pair in pairs)

    def less(self, one: Word, other: Word, *, equal: bool = False) -> Signal:
        """Whether `one` is less than `other`, or also if they are `equal`."""
        circuit = self._circuit
        width = max(len(one), len(other))
        *pairs, (sign, other_sign) = zip(resized(one, width), resized(other, width), strict=True)
        below = TRUE if equal else FALSE
        for a, b in pairs:
            below = circuit.choose(circuit.differ(a, b), b, below)
        return circuit.choose(circuit.differ(sign, other_sign), sign, below)

    def quotient(self, one: Word, other: Word) -> tuple[Word, Word]:
        """The floor of `one` divided by `other`, which is not zero, and the remainder.

        The remainder has the sign of the divisor, as in Python.
        """
        circuit, width = self._circuit, max(len(one), len(other)) + 1
        sign, other_sign = one[-1], other[-1]
        dividend = self.choose(sign, self.negated(one, width), resized(one, width))
        divisor = self.choose(other_sign, self.negated(other, width), resized(other, width))
        whole, rest = self._divided(dividend, divisor, width)
        opposite = circuit.differ(sign, other_sign)
        inexact = circuit.both(opposite, circuit.any(rest))
        truncated = self.choose(opposite, self.negated(whole, width), whole)
        floor = self.minus(truncated, (inexact, FALSE), width)
        rest = self.choose(inexact, self.minus(divisor, rest, width), rest)
        return floor, self.choose(other_sign, self.negated(rest, width), rest)

    def _divided(self, dividend: Word, divisor: Word, width: int) -> tuple[Word, Word]:
        """The quotient and the remainder of numbers that are not negative: restoring division."""
        rest: Word = resized(constant(0), width)
        bits: list[Signal] = []
        for bit in reversed(dividend[:-1]):
            shifted = (bit, *rest[:-1])
            fits = self.less(divisor, shifted, equal=True)
            rest = self.choose(fits, self.minus(shifted, divisor, width), shifted)
            bits.append(fits)
        return (*reversed(bits), FALSE), rest

    def count(self, bits: Sequence[Signal], width: int) -> Word:
        """How many of the bits are true."""
        parts: list[Word] = [(bit, FALSE) for bit in bits] or [constant(0)]
        while len(parts) > 1:
            pairs = zip(parts[::2], parts[1::2], strict=False)
            odd = parts[len(parts) & ~1 :]
            parts = [*(self.plus(a, b, max(len(a), len(b)) + 1) for a, b in pairs), *odd]
        return resized(parts[0], width)
