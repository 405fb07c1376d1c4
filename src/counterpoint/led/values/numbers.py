"""Exact arithmetic; raises `Trouble` if an operation has no result."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from typing import Any

from .kinds import Kind, product
from .several import few, settled
from .spread import Spread
from .trouble import Trouble
from .value import (
    Items,
    Value,
    is_number,
    is_string,
    kind_of,
    number,
    shortly,
    show,
)

MOST_BITS = 1 << 20
"""The most bits of a power, in its numerator or denominator."""

LONGEST = 1 << 20
"""The most items, or characters, of a concatenation."""


def plus(a: Value, b: Value) -> Value:
    """The sum of two numbers, or the concatenation of two tuples, sequences or strings.

    >>> plus(Fraction(1, 2), Fraction(1, 2)), plus((1,), (2, 3))
    (1, (1, 2, 3))
    """
    if is_number(a) and is_number(b):
        return number(Fraction(a) + b)
    if isinstance(a, Spread) or isinstance(b, Spread):
        return _numeric("+", a, b) + b
    if isinstance(a, tuple) and isinstance(b, tuple):
        return _row(a, b, a, b)
    if isinstance(a, Items) and isinstance(b, Items):
        return Items(_row(a.parts, b.parts, a, b))
    if is_string(a) and is_string(b):
        return _row(a, b[1:], a, b)
    raise Trouble(f"+ adds numbers, or joins tuples, sequences or strings: here are {_both(a, b)}")


def _row(first: Any, second: Any, a: Value, b: Value) -> Any:
    """The concatenation of two rows; `a` and `b` are the operands, for the error."""
    if len(first) + len(second) > LONGEST:
        raise Trouble(f"+ joins up to {LONGEST:,} items: here are {_both(a, b)}")
    return first + second


def minus(a: Value, b: Value) -> Value:
    """The difference of numbers."""
    return _plain(_numeric("-", a, b) - b)


def times(a: Value, b: Value) -> Value:
    """The product of two numbers, or the Cartesian product of two sets or kinds.

    >>> times(Fraction(2, 3), 3), show(times(frozenset({1}), frozenset({2, 3})))
    (2, '{(1, 2), (1, 3)}')
    """
    if isinstance(a, frozenset) and isinstance(b, frozenset):
        return frozenset(few(((x, y) for x in a for y in b), len(a) * len(b)))
    if isinstance(a, frozenset | Kind) and isinstance(b, frozenset | Kind):
        return product(a, b)
    return _plain(_numeric("*", a, b) * b)


def over(a: Value, b: Value) -> Value:
    """The exact quotient of numbers."""
    top = _numeric("/", a, b)
    if is_number(b) and b == 0:
        raise Trouble(f"{show(a)} is divided by zero")
    if isinstance(top, Spread) or isinstance(b, Spread):
        return _unless_zero(lambda: top / b)
    return _plain(Fraction(top, b))


def modulo(a: Value, b: Value) -> Value:
    """`a - b * floor(a / b)`, the remainder with the sign of `b`."""
    top = _numeric("mod", a, b)
    if is_number(b) and b == 0:
        raise Trouble(f"{show(a)} mod 0 has no value")
    return _plain(_unless_zero(lambda: top % b))


def power(a: Value, b: Value) -> Value:
    """A power with a whole exponent.

    >>> power(2, -2), power(Fraction(1, 2), 2)
    (Fraction(1, 4), Fraction(1, 4))
    """
    base, b = _numeric("^", a, b), settled(b)
    if type(b) is not int:
        raise Trouble(f"^ takes whole exponents, not {show(b)}")
    if isinstance(base, Spread):
        return _unless_zero(lambda: base**b)
    if base == 0 and b < 0:
        raise Trouble(f"0^{b} divides by zero")
    size = max(Fraction(base).numerator.bit_length(), Fraction(base).denominator.bit_length())
    if abs(b) * size > MOST_BITS and base not in (0, 1, -1):
        raise Trouble(f"{shortly(a)}^{shortly(b)} has too many digits")
    return number(Fraction(base) ** b)


def negative(a: Value) -> Value:
    """The number with the opposite sign."""
    return -_one("-", a)


def positive(a: Value) -> Value:
    """The number itself."""
    return _one("+", a)


def size(a: Value) -> Value:
    """The number of members or parts, or the absolute value of a number.

    >>> size(frozenset({1, 2})), size(-3), size('"four')
    (2, 3, 4)
    """
    if isinstance(a, frozenset | tuple):
        return len(a)
    if isinstance(a, Items):
        return len(a.parts)
    if is_string(a):
        return len(a) - 1
    if is_number(a) or isinstance(a, Spread):
        return abs(a)
    raise Trouble(f"|...| is of a number, a set, a tuple or a sequence, not of {described(a)}")


def rounded_down(a: Value) -> Value:
    """The largest whole number that is not above `a`."""
    return floor(_one("floor", a))


def rounded_up(a: Value) -> Value:
    """The smallest whole number that is not below `a`."""
    return ceil(_one("ceil", a))


def less(a: Value, b: Value) -> bool:
    """Whether a number is less than another."""
    return _compared("<", a, b)


def at_most(a: Value, b: Value) -> bool:
    """Whether a number is less than or equal to another."""
    return _compared("<=", a, b)


_TURNED = {"<": ">", "<=": ">="}


def _compared(operator: str, a: Value, b: Value) -> bool:
    if isinstance(a, Spread) and (is_number(b) or isinstance(b, Spread)):
        return a.compared(operator, b)
    if isinstance(b, Spread) and is_number(a):
        return b.compared(_TURNED[operator], a)
    if not is_number(a) or not is_number(b):
        raise Trouble(f"numbers are compared by {operator}: here are {_both(a, b)}")
    return bool(a < b if operator == "<" else a <= b)


def _unless_zero(compute: Callable[[], Value]) -> Value:
    try:
        return compute()
    except ZeroDivisionError:
        raise Trouble("there is a division by zero at some positions of the mouse") from None


def _numeric(operator: str, a: Value, b: Value) -> Any:
    """The first operand; raises `Trouble` unless both are numbers."""
    for given in (a, b):
        if not is_number(given) and not isinstance(given, Spread):
            sets = " or sets" if operator == "*" else ""
            raise Trouble(f"{operator} takes numbers{sets}: here are {_both(a, b)}")
    return a


def _one(operator: str, a: Value) -> Any:
    if is_number(a) or isinstance(a, Spread):
        return a
    raise Trouble(f"{operator} takes a number, not {described(a)}")


def _plain(made: Any) -> Value:
    return number(made) if isinstance(made, Fraction) else made


def described(a: Value) -> str:
    """A value and its kind as text, for errors."""
    return f"{shortly(a)}, which is {kind_of(a)}"


def _both(a: Value, b: Value) -> str:
    return f"{shortly(a, 40)} and {shortly(b, 40)}"
