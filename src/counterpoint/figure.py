"""Numbers as text for a reader, however large they are."""

from __future__ import annotations

EXACT = 1 << 10
"""Bits of the largest number that is written out; Python writes none of more than 4,300 digits."""


def figure(number: int) -> str:
    """A number as text; one that nobody could read is rounded down to a power of two.

    >>> figure(4096), figure(3 << 5000)
    ('4,096', 'at least 2^5001')
    """
    bits = number.bit_length() - 1
    return f"{number:,}" if bits < EXACT else f"at least 2^{bits}"


def counted(number: int, noun: str) -> str:
    """A number of things.

    >>> counted(1, "run"), counted(1234, "run")
    ('1 run', '1,234 runs')
    """
    return f"{figure(number)} {noun}{'' if number == 1 else 's'}"
