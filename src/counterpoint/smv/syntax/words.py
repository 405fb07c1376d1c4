"""Word constants as they are written, such as `0sd8_200` or `0b101`."""

from __future__ import annotations

import re

from ..source import NOWHERE, Span
from ..tree import WordNumber

WIDEST = 64
"""The most bits of a word."""

_BASES = {"b": 2, "o": 8, "d": 10, "h": 16}
_BITS = {"b": 1, "o": 3, "h": 4}
_FORM = re.compile(r"0([us]?)([bodh])([0-9]*)_([0-9a-fA-F_]+)", re.IGNORECASE)


def word_number(text: str, at: Span = NOWHERE) -> WordNumber:
    """The word that a constant denotes; without a width, it has that of its digits.

    Raises `ValueError`, which says what is wrong, for a constant that is none.

    >>> word_number("0sb_1011"), word_number("0uh8_ff").value
    (WordNumber(width=4, value=11, signed=True), 255)
    """
    form = _FORM.fullmatch(text)
    assert form is not None
    sign, letter, width, digits = form.groups()
    kind, digits = letter.lower(), digits.replace("_", "")
    try:
        value = int(digits, _BASES[kind])
    except ValueError:
        raise ValueError(f"{text} has a digit that its base {_BASES[kind]} does not have") from None
    if not width and kind == "d":
        raise ValueError(f"{text} does not say how many bits it has: write 0{sign}d8_{digits}")
    bits = int(width) if width else len(digits) * _BITS[kind]
    if not 0 < bits <= WIDEST:
        raise ValueError(f"a word has 1 to {WIDEST} bits, and {text} has {bits}")
    if value >> bits:
        raise ValueError(f"{text} needs more than {bits} bits")
    return WordNumber(bits, value, sign.lower() == "s", at=at)
