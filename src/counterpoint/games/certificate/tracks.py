"""Automata for arithmetic on binary numbers that are read from the most significant bit on.

A track is the sequence of bits of one number, with any number of leading zeros. A counter produces
the track of a result, bit by bit, from the tracks of its operands. It may have to guess: a sum
needs the carry from bits not read yet. When the operands end, exactly one guess is accepted.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Protocol, TypeAlias

from ...data import dataclass

Bit: TypeAlias = int


class Counter(Protocol):
    """An automaton that reads a bit of the left and of the right operand and produces a bit."""

    @property
    def tail(self) -> int:
        """How many of the last places the counter must distinguish by their number."""

    @property
    def starts(self) -> tuple[Hashable, ...]:
        """The states in which it may start."""

    def steps(
        self, state: Hashable, left: Bit, right: Bit, place: int
    ) -> Iterable[tuple[Bit, Hashable]]:
        """Each bit that it may produce now, with the state that follows.

        `place` is the number of places still to come after this one; it is exact if less than
        `tail`.
        """

    def accepts(self, state: Hashable) -> bool:
        """Whether all guesses came true if the numbers end here."""


@dataclass(frozen=True, slots=True)
class Constant:
    """Produces the bits of one number."""

    value: int

    @property
    def tail(self) -> int:
        return self.value.bit_length()

    @property
    def starts(self) -> tuple[None]:
        return (None,)

    def steps(
        self, state: Hashable, left: Bit, right: Bit, place: int
    ) -> Iterable[tuple[Bit, None]]:
        yield self.value >> place & 1, None

    def accepts(self, state: Hashable) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Sum:
    """Produces left + right; the state is the carry that the bits still to come must produce."""

    tail: int = 0
    starts: tuple[int] = (0,)

    def steps(
        self, state: Hashable, left: Bit, right: Bit, place: int
    ) -> Iterable[tuple[Bit, int]]:
        for carry in (0, 1):
            total = left + right + carry
            if total >> 1 == state:
                yield total & 1, carry

    def accepts(self, state: Hashable) -> bool:
        return state == 0


_SAME_SO_FAR, _LESS = "same so far", "less"


@dataclass(frozen=True, slots=True)
class Difference:
    """Produces left - right, or 0 if right is greater; guesses at the start which case applies.

    In the first case the state is the carry of result + right, which must equal left.
    """

    tail: int = 0
    starts: tuple[int, str] = (0, _SAME_SO_FAR)

    def steps(
        self, state: Hashable, left: Bit, right: Bit, place: int
    ) -> Iterable[tuple[Bit, int | str]]:
        if state == _LESS or (state == _SAME_SO_FAR and left < right):
            yield 0, _LESS
        elif state == _SAME_SO_FAR and left == right:
            yield 0, _SAME_SO_FAR
        elif state in (0, 1):
            for carry in (0, 1):
                bit = left ^ right ^ carry
                if (bit + right + carry) >> 1 == state:
                    yield bit, carry

    def accepts(self, state: Hashable) -> bool:
        return state in (0, _LESS)


@dataclass(frozen=True, slots=True)
class Remainder:
    """Produces left modulo a constant.

    The state is a pair: the difference between left and the result so far, modulo the constant, and
    the result so far, which stays below the constant.
    """

    modulus: int

    @property
    def tail(self) -> int:
        return (self.modulus - 1).bit_length()

    @property
    def starts(self) -> tuple[tuple[int, int]]:
        return ((0, 0),)

    def steps(
        self, state: Hashable, left: Bit, right: Bit, place: int
    ) -> Iterable[tuple[Bit, tuple[int, int]]]:
        assert isinstance(state, tuple)
        apart, result = state
        for bit in (0, 1) if place < self.tail else (0,):
            if 2 * result + bit < self.modulus:
                yield bit, ((2 * apart + left - bit) % self.modulus, 2 * result + bit)

    def accepts(self, state: Hashable) -> bool:
        assert isinstance(state, tuple)
        return bool(state[0] == 0)
