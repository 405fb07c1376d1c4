"""Naturals, Integers and Reals: whole numbers of any size."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...errors import NoValue
from ..values import INT, NAT, REAL, Truth, interval, shortly, truth
from .checks import needs, number
from .module import LibraryModule, module, refused

MOST_BITS = 1 << 20
"""The most bits that a product or a power may have."""


def plus(a: Any, b: Any) -> int:
    """a + b.

    >>> plus(2, 3)
    5
    """
    try:
        result = a + b
    except TypeError:
        raise _misfit("+", a, b) from None
    if type(result) is not int:  # the sum is an int only if both operands are
        raise _misfit("+", a, b)
    return result


def minus(a: Any, b: Any) -> int:
    """a - b."""
    try:
        result = a - b
    except TypeError:
        raise _misfit("-", a, b) from None
    if type(result) is not int:
        raise _misfit("-", a, b)
    return result


def times(a: Any, b: Any) -> int:
    """a * b."""
    if type(a) is int and type(b) is int:
        product = a * b
        if product.bit_length() > MOST_BITS:
            raise _too_large(a, "*", b)
        return product
    raise _misfit("*", a, b)


def divided(a: Any, b: Any) -> int:
    r"""a \div b, rounded down.

    >>> divided(-7, 2)
    -4
    """
    if type(a) is not int or type(b) is not int:
        raise _misfit("\\div", a, b)
    if b == 0:
        raise NoValue(f"{shortly(a, 40)} \\div 0 has no value")
    return a // b


def modulo(a: Any, b: Any) -> int:
    """a % b, for a positive b; the result is never negative.

    >>> modulo(-7, 2)
    1
    """
    if type(a) is not int or type(b) is not int:
        raise _misfit("%", a, b)
    if b <= 0:
        raise NoValue(
            f"{shortly(a, 40)} % {shortly(b, 40)} has no value: the divisor must be positive"
        )
    return a % b


def power(a: Any, b: Any) -> int:
    """a ^ b, for a natural b."""
    if type(a) is not int or type(b) is not int:
        raise _misfit("^", a, b)
    if b < 0 or a == b == 0:
        raise NoValue(f"{shortly(a, 40)}^{shortly(b, 40)} has no value among the whole numbers")
    if b * a.bit_length() > MOST_BITS and a not in (-1, 0, 1):
        raise _too_large(a, "^", b)
    return int(a**b)


def negative(a: Any) -> int:
    """-a."""
    return -number(a, "-")


def quotient(a: Any, b: Any) -> int:
    """a / b; raises `NoValue` unless the result is a whole number."""
    if type(a) is not int or type(b) is not int:
        raise _misfit("/", a, b)
    if b == 0 or a % b:
        raise NoValue(
            f"{shortly(a, 40)} / {shortly(b, 40)} is no whole number, and there are no others here"
        )
    return a // b


def _compared(sign: str, holds: Callable[[int, int], bool]) -> Callable[[Any, Any], Truth]:
    def compare(a: Any, b: Any) -> Truth:
        if type(a) is int and type(b) is int:
            return truth(holds(a, b))
        raise _misfit(sign, a, b)

    return compare


def _too_large(a: int, sign: str, b: int) -> NoValue:
    return NoValue(
        f"{shortly(a, 40)} {sign} {shortly(b, 40)} is too large a number: at most {MOST_BITS:,} "
        "bits are computed"
    )


def _misfit(sign: str, a: Any, b: Any) -> NoValue:
    stranger = b if type(a) is int else a
    return needs(f"{shortly(a, 40)} {sign} {shortly(b, 40)}", "numbers", stranger)


less = _compared("<", int.__lt__)
greater = _compared(">", int.__gt__)
at_most = _compared("\\leq", int.__le__)
at_least = _compared("\\geq", int.__ge__)

NATURALS: LibraryModule = module(
    "Naturals",
    {
        "Nat": NAT,
        "+": plus,
        "-": minus,
        "*": times,
        "^": power,
        "\\div": divided,
        "%": modulo,
        "..": interval,
        "<": less,
        ">": greater,
        "\\leq": at_most,
        "\\geq": at_least,
    },
    standard=True,
)

INTEGERS: LibraryModule = module(
    "Integers", {"Int": INT, "-.": negative}, extends="Naturals", standard=True
)

REALS: LibraryModule = module(
    "Reals",
    {
        "Real": REAL,
        "/": quotient,
        "Infinity": refused("Infinity", 0, "it is no whole number"),
    },
    extends="Integers",
    standard=True,
)

MODULES = (NATURALS, INTEGERS, REALS)
