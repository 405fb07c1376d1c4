"""Values of sorts as signals: how the bits of a variable encode its value, and back."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, TypeAlias, assert_never

from ...terms.sort import (
    Bool,
    Enumeration,
    Interval,
    SetOf,
    Sort,
    code,
    is_member,
    size,
    value,
)
from .circuit import FALSE, TRUE, Signal
from .words import Words, constant, resized, width_of

Bits: TypeAlias = tuple[Signal, ...]
"""The value of a term. A truth value: one signal; a number: a word; a member of an enumeration: its
code; a set: a signal for each member."""


class Coder:
    """Encodes and decodes values in one circuit."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self._words = words
        self._circuit = words.circuit

    def inputs(self, sort: Sort) -> Bits:
        """Further inputs for the bits of a variable of this sort."""
        return tuple(self._circuit.input() for _ in range(bits_of(sort)))

    def read(self, sort: Sort, bits: Bits) -> Bits:
        """The value of a variable with these bits."""
        if not isinstance(sort, Interval):
            return bits
        low, high = sort.low, sort.high
        if _is_offset(sort):
            return self._words.plus((*bits, FALSE), constant(low), width_of(low, high))
        signs = () if low < 0 <= high else (TRUE if high < 0 else FALSE,)
        return (*bits, *signs)

    def write(self, sort: Sort, given: Sort, found: Bits) -> tuple[Bits, Signal]:
        """The bits of a variable that gets a value of another sort, and whether it is in range."""
        match sort, given:
            case Interval(low, high), Interval():
                bits = found
                if _is_offset(sort):
                    bits = self._words.minus(found, constant(low), len(found) + bits_of(sort))
                return resized(bits, bits_of(sort)), self._between(found, given, low, high)
            case Enumeration(members), Enumeration(others) if members != others:
                return self.recoded(sort, given, found)
        assert type(sort) is type(given), "a variable keeps the kind of its sort"
        return found, TRUE

    def valid(self, sort: Sort, bits: Bits) -> Signal:
        """Whether the bits of a variable encode a value of its sort."""
        match sort:
            case Interval(low, high) if size(sort) < 1 << len(bits):
                wide = Interval(low, high + 1)  # whatever it is: both ends are compared
                return self._between(self.read(sort, bits), wide, low, high, ends=True)
            case Enumeration(members) if len(members) < 1 << len(bits):
                last = constant(len(members) - 1)
                return self._words.less((*bits, FALSE), last, equal=True)
        return TRUE

    def _between(
        self, word: Bits, given: Interval, low: int, high: int, *, ends: bool = False
    ) -> Signal:
        less = self._words.less
        above = TRUE if given.low >= low and not ends else less(constant(low), word, equal=True)
        below = TRUE if given.high <= high and not ends else less(word, constant(high), equal=True)
        return self._circuit.both(above, below)

    def recoded(self, sort: Enumeration, given: Enumeration, found: Bits) -> tuple[Bits, Signal]:
        """The code in `sort` of a value that has a code in `given`, and whether it has one."""
        circuit = self._circuit
        places = [
            (self.is_code(found, at), code(sort, member))
            for at, member in enumerate(given.members)
            if is_member(sort, member)
        ]
        bits = (
            circuit.any(here for here, place in places if place >> bit & 1)
            for bit in range(bits_of(sort))
        )
        inside = TRUE
        if len(places) < len(given.members):
            inside = circuit.any(here for here, _ in places)
        return tuple(bits), inside

    def is_code(self, bits: Bits, wanted: int) -> Signal:
        """Whether the bits are this code."""
        return self._circuit.all(bit ^ (~wanted >> at & 1) for at, bit in enumerate(bits))

    def literal(self, sort: Sort, wanted: Hashable) -> Bits:
        """A constant as bits."""
        match sort:
            case Interval():
                assert isinstance(wanted, int)
                return constant(wanted)
            case Bool() | Enumeration() | SetOf():
                number = code(sort, wanted)
                return tuple(number >> at & 1 for at in range(bits_of(sort)))
        assert_never(sort)

    def is_value(self, sort: Sort, found: Bits, wanted: Hashable) -> Signal:
        """Whether a term of this sort has this value; false if the sort does not contain it."""
        if not is_member(sort, wanted):
            return FALSE
        if isinstance(sort, Interval):
            return self._words.equal(found, self.literal(sort, wanted))
        return self.is_code(found, code(sort, wanted))

    def equal(self, one: tuple[Sort, Bits], other: tuple[Sort, Bits]) -> Signal:
        """Whether two values are equal."""
        (sort, bits), (other_sort, other_bits) = one, other
        circuit = self._circuit
        match sort, other_sort:
            case Interval(), Interval():
                return self._words.equal(bits, other_bits)
            case Enumeration(members), Enumeration(others) if members != others:
                common = [member for member in members if is_member(other_sort, member)]
                return circuit.any(
                    circuit.both(
                        self.is_value(sort, bits, member),
                        self.is_value(other_sort, other_bits, member),
                    )
                    for member in common
                )
        assert type(sort) is type(other_sort), "terms of one kind are compared"
        pairs = zip(bits, other_bits, strict=True)
        return circuit.all(circuit.differ(*pair) ^ 1 for pair in pairs)

    def contains(self, members: SetOf, found: Bits, sort: Sort, element: Bits) -> Signal:
        """Whether a set contains the value of a term."""
        pairs = zip(members.members, found, strict=True)
        return self._circuit.any(
            self._circuit.both(bit, self.is_value(sort, element, member)) for member, bit in pairs
        )


def bits_of(sort: Sort) -> int:
    """The number of bits of a variable.

    >>> bits_of(Interval(0, 8)), bits_of(SetOf((1, 2, 3))), bits_of(Enumeration(("a",)))
    (4, 3, 0)
    """
    if isinstance(sort, Interval) and not _is_offset(sort):
        return _plain_width(sort)
    return (size(sort) - 1).bit_length()


def _plain_width(sort: Interval) -> int:
    """The width of the numbers, without a sign that never changes."""
    return width_of(sort.low, sort.high) - (not sort.low < 0 <= sort.high)


def _is_offset(sort: Interval) -> bool:
    """Whether a number is encoded as its distance from the least one, which takes fewer bits."""
    return (sort.high - sort.low).bit_length() < _plain_width(sort)


def encoded(sort: Sort, wanted: Any) -> tuple[bool, ...]:
    """The bits that encode a value of the sort.

    >>> encoded(Interval(1, 3), 2)
    (False, True)
    """
    plain = isinstance(sort, Interval) and not _is_offset(sort)
    number = wanted if plain else code(sort, wanted)
    return tuple(bool(number >> at & 1) for at in range(bits_of(sort)))


def decoded(sort: Sort, bits: Sequence[bool]) -> Any:
    """The value that the bits encode; None if they encode none.

    >>> decoded(Interval(-2, 1), (False, True)), decoded(Interval(0, 2), (True, True))
    (-2, None)
    """
    number = sum(bit << at for at, bit in enumerate(bits))
    if not isinstance(sort, Interval):
        return value(sort, number) if number < size(sort) else None
    if _is_offset(sort):
        number += sort.low
    elif sort.low < 0 and (sort.high < 0 or (bits and bits[-1])):
        number -= 1 << len(bits)
    return number if sort.low <= number <= sort.high else None


def codes_of(sort: Sort) -> Iterator[tuple[Any, tuple[bool, ...]]]:
    """Each value of a sort with its bits."""
    return ((each, encoded(sort, each)) for each in _values(sort))


def _values(sort: Sort) -> Iterator[Any]:
    return (value(sort, number) for number in range(size(sort)))
