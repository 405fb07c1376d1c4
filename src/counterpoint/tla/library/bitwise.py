"""Bitwise: bitwise operators on natural numbers."""

from __future__ import annotations

from typing import Any

from .checks import natural
from .module import LibraryModule, module


def _and(a: Any, b: Any) -> int:
    return natural(a, "&") & natural(b, "&")


def _or(a: Any, b: Any) -> int:
    return natural(a, "|") | natural(b, "|")


def _xor(a: Any, b: Any) -> int:
    return natural(a, "^^") ^ natural(b, "^^")


def flipped(a: Any) -> int:
    """Not(a): `a` with every bit flipped, up to and including its highest set bit.

    >>> flipped(0b1010)
    5
    """
    bits = natural(a, "Not")
    return ~bits & ((1 << bits.bit_length()) - 1)


def _shifted(a: Any, places: Any) -> int:
    return natural(a, "shiftR") >> natural(places, "shiftR")


BITWISE: LibraryModule = module(
    "Bitwise", {"&": _and, "|": _or, "^^": _xor, "Not": flipped, "shiftR": _shifted}
)

MODULES = (BITWISE,)
