"""Words: variables of sort Bool that are shown together, as one number in binary."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..data import dataclass

_WORD = re.compile(r"(-?)0([us])([bodh])(\d+)_([0-9a-fA-F]+)")
_BASES = {"b": 2, "o": 8, "d": 10, "h": 16}


@dataclass(frozen=True, slots=True)
class BitWord:
    """A word of bits; `bits` are the names of its variables, the least significant one first.

    The highest bit of a signed word counts negative (two's complement).
    """

    signed: bool
    bits: tuple[str, ...]

    @property
    def sort(self) -> str:
        """The sort of the word as SMV writes it.

        >>> BitWord(True, ("w[0]", "w[1]")).sort
        'signed word[2]'
        """
        return f"{'signed' if self.signed else 'unsigned'} word[{len(self.bits)}]"

    def number(self, values: Sequence[bool]) -> int:
        """The number that the values of the bits denote.

        >>> BitWord(True, ("w[0]", "w[1]")).number((False, True))
        -2
        """
        found = sum(bool(value) << at for at, value in enumerate(values))
        return found - (1 << len(self.bits)) if self.signed and values[-1] else found

    def values(self, number: int) -> tuple[bool, ...] | None:
        """The values of the bits for a number; None for one that the word does not have."""
        width = len(self.bits)
        low, high = (-(1 << (width - 1)), 1 << (width - 1)) if self.signed else (0, 1 << width)
        if not low <= number < high:
            return None
        return tuple(bool(number >> at & 1) for at in range(width))

    def text(self, number: int) -> str:
        """The word as SMV writes it.

        >>> BitWord(False, ("w[0]", "w[1]", "w[2]")).text(5)
        '0ud3_5'
        """
        sign = "-" if number < 0 else ""
        return f"{sign}0{'s' if self.signed else 'u'}d{len(self.bits)}_{abs(number)}"

    def read(self, text: str) -> int | None:
        """The number in a text as SMV writes words, in any base; None if it is another text.

        >>> word = BitWord(False, ("w[0]", "w[1]", "w[2]"))
        >>> word.read("0ud3_5"), word.read("0ub3_101"), word.read("0sd3_1"), word.read("5")
        (5, 5, None, None)
        """
        found = _WORD.fullmatch(text)
        if found is None or (found[2] == "s") != self.signed or int(found[4]) != len(self.bits):
            return None
        try:
            number = int(found[5], _BASES[found[3]])
        except ValueError:  # a digit that the base does not have
            return None
        return -number if found[1] else number
