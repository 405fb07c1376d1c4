"""Spreads: numbers that depend on the position of the mouse in a box, evaluated symbolically.

A `Spread` has a range and, where possible, a linear form in the coordinates, which are whole
numbers. A question about it is answered only if the answer is the same in the whole box; otherwise
`Split` is raised, which says where to cut the box. Questions are noted with their answers, so that
they can be asked of other boxes too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from math import ceil, floor
from typing import Any, TypeAlias

from ...data import dataclass
from .value import Items, number

Number: TypeAlias = "int | Fraction"
Linear: TypeAlias = "tuple[Number, Number, Number]"
"""A linear form: the coefficients of x and y, and the constant term."""


@dataclass(frozen=True, slots=True)
class Box:
    """The positions from (left, bottom) to (right, top), inclusive."""

    left: int
    bottom: int
    right: int
    top: int

    def cut(self, axis: str, at: int) -> tuple[Box, Box]:
        """The two parts of the box: up to `at` along an axis, and from `at + 1` on.

        >>> Box(0, 0, 9, 4).cut("x", 3)
        (Box(left=0, bottom=0, right=3, top=4), Box(left=4, bottom=0, right=9, top=4))
        """
        if axis == "x":
            return (
                Box(self.left, self.bottom, at, self.top),
                Box(at + 1, self.bottom, self.right, self.top),
            )
        return (
            Box(self.left, self.bottom, self.right, at),
            Box(self.left, at + 1, self.right, self.top),
        )

    @property
    def size(self) -> int:
        """The number of positions in the box."""
        return (self.right - self.left + 1) * (self.top - self.bottom + 1)

    def holds(self, x: int, y: int) -> bool:
        """Whether a position is in the box."""
        return self.left <= x <= self.right and self.bottom <= y <= self.top

    @property
    def centre(self) -> tuple[int, int]:
        """The position at the centre, rounded down."""
        return (self.left + self.right) // 2, (self.bottom + self.top) // 2


class Split(Exception):
    """Raised if an answer differs within a box: the box is to be cut at `at` along `axis`."""

    def __init__(self, axis: str, at: int) -> None:
        super().__init__(axis, at)
        self.axis = axis
        self.at = at


class Notes:
    """The questions that were asked about positions, and the answers.

    `opaque` is whether some question has no linear form, so that it cannot be asked again.
    """

    def __init__(self) -> None:
        self.asked: dict[Hashable, Any] = {}
        self.opaque = False

    def note(self, kind: str, linear: Linear | None, answer: Any) -> None:
        """Record the answer to a question about a linear form; constant forms are left out."""
        if linear is None:
            self.opaque = True
        elif linear[:2] != (0, 0):
            self.asked[kind, linear] = answer


class Spread:
    """A number that depends on the position of the mouse in a box.

    Comparing and rounding it asks questions, which are noted.

    >>> box, notes = Box(0, 0, 99, 99), Notes()
    >>> x = coordinate(box, notes, "x")
    >>> (2 * x + 1).compared("<", 200), notes.asked
    (True, {('<', (2, 0, -199)): True})
    """

    __slots__ = ("box", "high", "linear", "low", "notes")
    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self, box: Box, notes: Notes, linear: Linear | None, low: Number, high: Number
    ) -> None:
        self.box = box
        self.notes = notes
        self.linear = linear
        self.low = low
        self.high = high

    def __repr__(self) -> str:
        return f"<{self.low} to {self.high}>"

    @property
    def is_whole(self) -> bool:
        """Whether it is known to be a whole number at every position."""
        return self.linear is not None and all(part.denominator == 1 for part in self.linear)

    # Arithmetic -----------------------------------------------------------------------------------

    def _of(self, linear: Linear) -> Spread:
        return of_linear(self.box, self.notes, linear)

    def _range(self, *ends: Number) -> Spread:
        return Spread(self.box, self.notes, None, min(ends), max(ends))

    def _like(self, other: Any) -> Spread:
        return other if isinstance(other, Spread) else self._of((0, 0, other))

    def __add__(self, other: Any) -> Spread:
        it = self._like(other)
        if self.linear is not None and it.linear is not None:
            (a, b, c), (d, e, f) = self.linear, it.linear
            return self._of((a + d, b + e, c + f))
        return self._range(self.low + it.low, self.high + it.high)

    __radd__ = __add__

    def __neg__(self) -> Spread:
        return self * -1

    def __pos__(self) -> Spread:
        return self

    def __sub__(self, other: Any) -> Spread:
        return self + self._like(other) * -1

    def __rsub__(self, other: Any) -> Spread:
        return self._like(other) - self

    def __mul__(self, other: Any) -> Spread:
        it = self._like(other)
        for one, factor in ((self, it), (it, self)):
            if one.linear is not None and factor.linear is not None and factor.linear[:2] == (0, 0):
                (a, b, c), k = one.linear, factor.linear[2]
                return self._of((a * k, b * k, c * k))
        if self.linear is not None and self.linear == it.linear:
            return self**2
        lows = (self.low * it.low, self.low * it.high, self.high * it.low, self.high * it.high)
        return self._range(*lows)

    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> Spread:
        if exponent < 0:
            made: Spread = self._like(1) / self**-exponent
            return made
        if exponent < 2:
            return self if exponent else self._like(1)
        ends = [self.low**exponent, self.high**exponent]
        if exponent % 2 == 0 and self.low <= 0 <= self.high:
            ends.append(0)
        return self._range(*ends)

    def __truediv__(self, other: Any) -> Spread:
        it = self._like(other)
        if it.low <= 0 <= it.high:
            if it.low == it.high:
                raise ZeroDivisionError
            raise it._middle()
        if it.low == it.high:
            it.notes.note("value", it.linear, it.low)
            return self * Fraction(1, it.low)
        return self * it._range(Fraction(1, it.low), Fraction(1, it.high))

    def __rtruediv__(self, other: Any) -> Spread:
        return self._like(other) / self

    def __mod__(self, other: Any) -> Spread:
        it = self._like(other)
        return self - it * floor(self / it)

    def __rmod__(self, other: Any) -> Spread:
        return self._like(other) % self

    def __abs__(self) -> Spread:
        return self if self.compared(">=", 0) else -self

    # Questions ------------------------------------------------------------------------------------

    def __floor__(self) -> int:
        low, high = floor(self.low), floor(self.high)
        if low != high:
            raise (self - high)._boundary("<")
        self.notes.note("floor", self.linear, low)
        return low

    def __ceil__(self) -> int:
        return -floor(-self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int | Fraction | Spread) and self.compared("=", other)

    def compared(self, operator: str, other: Any) -> bool:
        """Whether a comparison with a number or a spread is true.

        Raises `Split` if the answer differs within the box.
        """
        gap = self - other
        answer = _ASKED[operator](gap.low, gap.high)
        if answer is None and operator == "=" and gap._misses:
            answer = False
        if answer is None:
            raise gap._boundary(operator)
        gap.notes.note(operator, gap.linear, answer)
        return answer

    def settled(self) -> Number:
        """The number, if it is the same in the whole box; otherwise raises `Split`."""
        if self.low != self.high:
            raise self._middle()
        value = number(Fraction(self.low))
        self.notes.note("value", self.linear, value)
        return value

    @property
    def _misses(self) -> bool:
        """Whether it depends on one axis and is zero only between whole positions of that."""
        axis = self._axis
        return axis is not None and axis[1].denominator != 1

    @property
    def _axis(self) -> tuple[str, Fraction, bool] | None:
        """The only axis that it depends on, where on that it is zero, and whether it increases.

        None if it depends on both axes or on none, or has no linear form.
        """
        if self.linear is None or (self.linear[0] != 0) == (self.linear[1] != 0):
            return None
        a, b, c = self.linear
        slope = a or b
        return ("x" if a else "y"), Fraction(-c) / slope, slope > 0

    def _boundary(self, operator: str) -> Split:
        """Where to cut the box for a comparison with zero.

        If the spread depends on one axis, the comparison has the same answer throughout each part,
        except that "=" may need a second cut, right after the zero.
        """
        axis = self._axis
        if axis is None:
            return self._middle()
        name, zero, grows = axis
        first = self.box.left if name == "x" else self.box.bottom
        if operator == "=":
            return Split(name, ceil(zero) - 1 if first < zero else floor(zero))
        below = operator in ("<", ">=")  # zero belongs to the part above
        return Split(name, ceil(zero) - 1 if below == grows else floor(zero))

    def _middle(self) -> Split:
        """The cut in the middle, along the only axis that matters or else along the longer side."""
        box, axis = self.box, self._axis
        wide = box.right - box.left >= box.top - box.bottom
        if axis[0] == "x" if axis is not None else wide:
            return Split("x", (box.left + box.right) // 2)
        return Split("y", (box.bottom + box.top) // 2)


_ASKED: dict[str, Callable[[Number, Number], bool | None]] = {
    "<": lambda low, high: True if high < 0 else (False if low >= 0 else None),
    "<=": lambda low, high: True if high <= 0 else (False if low > 0 else None),
    ">": lambda low, high: True if low > 0 else (False if high <= 0 else None),
    ">=": lambda low, high: True if low >= 0 else (False if high < 0 else None),
    "=": lambda low, high: False if low > 0 or high < 0 else (True if low == high == 0 else None),
}
"""For each comparison with zero: the answer for a range of numbers, None if it may differ."""


def of_linear(box: Box, notes: Notes, linear: Linear) -> Spread:
    """The spread of a linear form over a box."""
    a, b, c = linear
    xs, ys = (a * box.left, a * box.right), (b * box.bottom, b * box.top)
    return Spread(box, notes, linear, min(xs) + min(ys) + c, max(xs) + max(ys) + c)


@dataclass(frozen=True, slots=True)
class Form:
    """A hashable placeholder for the spread of a linear form, independent of a box."""

    linear: Linear


def frozen(value: Any) -> Any:
    """The value with each spread replaced by its form, so that it can be hashed.

    Raises `TypeError` if a spread has no linear form.

    >>> frozen((1, coordinate(Box(0, 0, 9, 9), Notes(), "x")))
    (1, Form(linear=(1, 0, 0)))
    """
    if isinstance(value, Spread):
        if value.linear is None:
            raise TypeError("the range alone says too little")
        return Form(value.linear)
    if isinstance(value, tuple):
        return tuple([frozen(part) for part in value])
    if isinstance(value, Items):
        return Items(frozen(value.parts))
    return value


def is_frozen(value: Any) -> bool:
    """Whether a value is or contains a `Form`."""
    if isinstance(value, Items):
        return is_frozen(value.parts)
    return isinstance(value, Form) or (isinstance(value, tuple) and any(map(is_frozen, value)))


def thawed(value: Any, box: Box, notes: Notes) -> Any:
    """The inverse of `frozen`: the value with each form replaced by its spread over a box."""
    if isinstance(value, Form):
        return of_linear(box, notes, value.linear)
    if isinstance(value, tuple):
        return tuple([thawed(part, box, notes) for part in value])
    if isinstance(value, Items):
        return Items(thawed(value.parts, box, notes))
    return value


def coordinate(box: Box, notes: Notes, axis: str) -> Spread:
    """The x or y coordinate of the positions in a box, as a spread."""
    return of_linear(box, notes, (1, 0, 0) if axis == "x" else (0, 1, 0))


def asked_again(box: Box, kind: str, linear: Linear) -> Any:
    """The answer of a box to a question that was noted for another box; raises `Split`."""
    it = of_linear(box, Notes(), linear)
    if kind == "floor":
        return floor(it)
    return it.settled() if kind == "value" else it.compared(kind, 0)
