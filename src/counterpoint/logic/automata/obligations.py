"""The obligations of a path: the steps of the tableau that turns linear formulas into automata.

A state of the tableau is a set of *owed* formulas, which the rest of the path must satisfy. A
*choice* is one way to meet them: what it asks of the first state, which formulas it leaves owed to
the rest of the path, and which untils it postpones. Everything is numbered; a set is an int read as
bits. A choice is its four sets side by side in one int, so that a choice asks no more than another
one if its bits are a subset of the other's.

Couvreur: On-the-fly verification of linear temporal logic. FM 1999. Gastin, Oddoux: Fast LTL to
Buchi automata translation. CAV 2001.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_
from typing import TypeAlias

from ...data import dataclass
from ..boolean import negated
from ..core import (
    Both,
    Core,
    Either,
    Linear,
    Next,
    Now,
    Prop,
    Release,
    Truth,
    Until,
)
from .budget import Budget
from .least import least, size

_PAIR = 1 << 6
"""The cost of joining two choices, counted in pairs of sets compared."""

Key: TypeAlias = tuple[str, tuple[int, ...]]
"""A formula by its operator and the numbers of its operands; for `now`, the letter and its sign."""


@dataclass(frozen=True, slots=True)
class Parts:
    """A choice split into its four sets, as bits: letters `true` and `false`, and formulas.

    `owed` are formulas by number, `put_off` the postponed untils by their index.
    """

    true: int
    false: int
    owed: int
    put_off: int


class Obligations:
    """The subformulas and letters of a linear formula, and the choices that meet them."""

    def __init__(self, root: Linear, budget: Budget) -> None:
        self._budget = budget
        self.letters: dict[Core, int] = {}
        self._numbers: dict[Key, int] = {}
        self._formulas: list[Key] = []
        self._choices: dict[int, list[int]] = {}
        number = self._number(root)
        self.untils = [n for n, (kind, _) in enumerate(self._formulas) if kind == "until"]
        self._letter_mask = (1 << len(self.letters)) - 1
        self._owed_at = 2 * len(self.letters)
        self._put_off_at = self._owed_at + len(self._formulas)
        self._repeated = [self._repeats(n) for n in range(len(self._formulas))]
        self.start = self._owed(number)

    def choices(self, owed: int) -> Iterator[Parts]:
        """The ways to meet a set of formulas, without those that ask more than another one."""
        groups: list[list[int]] = []
        for number in _bits(owed):
            group, bits = self._choices_of(number), _union(self._choices_of(number))
            met = [other for other in groups if not self._are_apart(bits, _union(other))]
            groups = [other for other in groups if other not in met]
            groups.append(reduce(self._joined, [*met, group]))
        found = [0]
        for group in groups:
            found = self._joined(found, group)
        return map(self._taken_apart, found)

    def _number(self, path: Linear) -> int:
        return self._known(self._key(path))

    def _known(self, key: Key) -> int:
        number = self._numbers.setdefault(key, len(self._formulas))
        if number == len(self._formulas):
            self._formulas.append(key)
        return number

    def _key(self, path: Linear) -> Key:
        match path:
            case Now(Truth(value)):
                return ("both" if value else "either", ())
            case Now(of):
                return ("now", self._letter(of))
            case Both(parts):
                return ("both", tuple(map(self._number, parts)))
            case Either(parts):
                return ("either", tuple(map(self._number, parts)))
            case Next(of):
                return ("next", (self._number(of),))
            case Until(left, right):
                return ("until", (self._number(left), self._number(right)))
            case Release(left, right):
                return ("release", (self._number(left), self._number(right)))

    def _letter(self, of: Core) -> tuple[int, int]:
        """The number of a letter, and 1 if the letter is asked for, 0 if its complement is."""
        opposite = negated(of)
        if opposite in self.letters:
            return self.letters[opposite], 0
        if isinstance(of, Prop) and not of.positive:
            return self.letters.setdefault(opposite, len(self.letters)), 0
        return self.letters.setdefault(of, len(self.letters)), 1

    def _owed(self, number: int) -> int:
        """A formula as a set of owed formulas: all parts of a `both`."""
        kind, below = self._formulas[number]
        if kind != "both":
            return 1 << number
        owed = 0
        for part in below:
            owed |= self._owed(part)
        return owed

    def _repeats(self, number: int) -> int:
        """The formulas that a release asks whenever it is owed; owing them as well is redundant."""
        kind, below = self._formulas[number]
        if kind != "release":
            return 0
        asked = self._owed(below[1])
        for part in _bits(asked):
            asked |= self._repeats(part)
        return asked

    def _next(self, number: int) -> int:
        return self._owed(number) << self._owed_at

    def _put_off(self, number: int) -> int:
        return self._next(number) | 1 << self._put_off_at + self.untils.index(number)

    def _choices_of(self, number: int) -> list[int]:
        if number not in self._choices:
            self._choices[number] = self._found(number)
        return self._choices[number]

    def _found(self, number: int) -> list[int]:
        kind, below = self._formulas[number]
        match kind, below:
            case "now", (letter, sign):
                return [1 << letter + (0 if sign else len(self.letters))]
            case "next", (of,):
                return [self._next(of)]
            case "until", (left, right):
                put_off = self._joined(self._choices_of(left), [self._put_off(number)])
                return least([*self._choices_of(right), *put_off], self._budget)
            case "release", (left, right):
                freed = [*self._choices_of(left), self._next(number)]
                return self._joined(self._choices_of(right), freed)
            case "either", _:
                return least(
                    (one for part in below for one in self._choices_of(part)), self._budget
                )
            case _:
                found = [0]
                for part in below:
                    found = self._joined(found, self._choices_of(part))
                return found

    def _joined(self, some: list[int], others: list[int]) -> list[int]:
        """Each choice of one list combined with each of the other, except contradictions.

        Choices that ask more than another one are dropped: a path that can continue with some owed
        formulas can also continue with fewer, step by step, with choices that ask no more.
        """
        if self._are_apart(_union(some), _union(others)):
            self._budget.require_few(len(some) * len(others))
            joined = {one | other for one in some for other in others}
            return sorted(map(self._without_repeated, joined), key=size)
        self._budget.compare(_PAIR * len(some) * len(others))
        joined = {self._without_repeated(one | other) for one in some for other in others}
        mask, width = self._letter_mask, len(self.letters)
        return least((one for one in joined if not one & one >> width & mask), self._budget)

    def _are_apart(self, one: int, other: int) -> bool:
        """Whether choices with bits in `one` and choices with bits in `other` are independent.

        Then no combination of two is a contradiction, and none asks more than another one.
        """
        mask, width = self._letter_mask, len(self.letters)
        swapped = other >> width & mask | (other & mask) << width
        met = one & (other | swapped) | self._repeated_by(one) & other
        return not (met | self._repeated_by(other) & one)

    def _without_repeated(self, choice: int) -> int:
        return choice & ~self._repeated_by(choice)

    def _repeated_by(self, choice: int) -> int:
        """The formulas that are redundant beside those that a choice owes."""
        repeated = 0
        for number in _bits(self._taken_apart(choice).owed):
            repeated |= self._repeated[number]
        return repeated << self._owed_at

    def _taken_apart(self, choice: int) -> Parts:
        owed = (choice >> self._owed_at) & (1 << len(self._formulas)) - 1
        false = choice >> len(self.letters) & self._letter_mask
        return Parts(choice & self._letter_mask, false, owed, choice >> self._put_off_at)


def _union(choices: Iterable[int]) -> int:
    return reduce(or_, choices, 0)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
