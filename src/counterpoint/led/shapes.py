"""The shapes that a program draws, in a window of 1000 by 800 with its origin at the lower left."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, TypeAlias

from ..data import dataclass
from .values.trouble import Trouble
from .values.value import Items, Value, is_number, is_string, ordered, shortly

WIDTH, HEIGHT = 1000, 800

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Colour:
    """An RGB colour; each component is from 0 to 255."""

    red: int = 0
    green: int = 0
    blue: int = 0

    def __str__(self) -> str:
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"


BLACK = Colour()


@dataclass(frozen=True, slots=True)
class Triangle:
    """A filled triangle."""

    a: Point
    b: Point
    c: Point
    colour: Colour = BLACK


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle."""

    centre: Point
    radius: float
    colour: Colour = BLACK


@dataclass(frozen=True, slots=True)
class Circle:
    """The outline of a circle."""

    centre: Point
    radius: float
    colour: Colour = BLACK


@dataclass(frozen=True, slots=True)
class Segment:
    """A line segment."""

    start: Point
    end: Point
    colour: Colour = BLACK


@dataclass(frozen=True, slots=True)
class Words:
    """A text, centred at a point; `size` is its height."""

    text: str
    centre: Point
    size: float
    colour: Colour = BLACK


Shape: TypeAlias = Triangle | Disc | Circle | Segment | Words

_LAYERS = (Triangle, Disc, Circle, Segment, Words)
"""The drawing order, so that filled shapes do not hide lines and texts."""


def shapes_of(images: Value) -> tuple[Shape, ...]:
    """The shapes that the value of `images` denotes, in drawing order.

    Raises `Trouble` for a value that is not a shape.

    >>> shapes_of(frozenset({("`seg", (0, 0), (10, 5), (0, 0, 255))}))
    (Segment(start=(0, 0), end=(10, 5), colour=Colour(red=0, green=0, blue=255)),)
    """
    if isinstance(images, frozenset):
        given: Iterable[Value] = ordered(images)
    elif isinstance(images, Items):
        given = images.parts
    else:
        given = [images]
    found = [shape_of(one) for one in given]
    return tuple(sorted(found, key=lambda shape: _LAYERS.index(type(shape))))


def shape_of(value: Value) -> Shape:
    """The shape that a value denotes; raises `Trouble`, which says what is wrong with it."""
    match value:
        case (str() as kind, *parts) if kind in _KINDS and len(parts) == len(_KINDS[kind].readers):
            return _KINDS[kind].shape(parts)
        case ((_, _), (_, _)):
            return _KINDS["`seg"].shape([*value, (0, 0, 0)])
        case ((_, _), _):
            return _KINDS["`circ"].shape([*value, (0, 0, 0)])
        case ((_, _) as centre, size, Items() as text):
            return _KINDS["`txt"].shape([text, centre, size, (0, 0, 0)])
    raise Trouble(
        f"{shortly(value)} is in images, and is no shape: there are segment(p,q,c), "
        "circle(p,r,c), disc(p,r,c), fTri(p,q,r,c) and text(s,p,n,c), where c is color(r,g,b)"
    )


def _point(value: Value) -> Point:
    x, y = _tuple(value)
    return _length(x), _length(y)


def _tuple(value: Value) -> tuple[Value, ...]:
    """The parts of a tuple; raises `TypeError` for any other value."""
    if not isinstance(value, tuple):
        raise TypeError
    return value


def _length(value: Value) -> float:
    """A length as an `int` or a `float`.

    Raises `TypeError` if the value is not a number, `OverflowError` if it is too large.
    """
    if not is_number(value):
        raise TypeError
    drawn = float(value)
    return drawn if isinstance(value, Fraction) else value


def _colour(value: Value) -> Colour:
    red, green, blue = (min(255, max(0, int(_length(part)))) for part in _tuple(value))
    return Colour(red, green, blue)


def _text(value: Value) -> str:
    """The text of a string, or, as in older programs, of a sequence of character codes."""
    if isinstance(value, Items):
        return "".join(map(chr, value.parts))
    if not is_string(value):
        raise TypeError
    return str(value[1:])


_NEEDED: dict[Callable[[Value], Any], str] = {
    _point: "a point (x,y)",
    _length: "a number",
    _colour: "color(r,g,b)",
    _text: "a string",
}
"""What each reader accepts, in words, for error messages."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of shape: how it is written, and the readers of its parts, in the same order."""

    written: str
    readers: tuple[Callable[[Value], Any], ...]
    made: Callable[..., Shape]

    def shape(self, parts: list[Value]) -> Shape:
        """The shape with these parts; raises `Trouble` for the first that cannot be read."""
        names = self.written.partition("(")[2].rstrip(")").split(",")
        named_parts = zip(names, self.readers, parts, strict=True)
        return self.made(*(self._read(*one) for one in named_parts))

    def _read(self, name: str, reader: Callable[[Value], Any], part: Value) -> Any:
        try:
            return reader(part)
        except (TypeError, ValueError, OverflowError):
            raise Trouble(
                f"{self.written} is in images where {name} is {shortly(part)}: "
                f"{_NEEDED[reader]} is needed"
            ) from None


_KINDS = {
    "`seg": _Kind("segment(p,q,c)", (_point, _point, _colour), Segment),
    "`circ": _Kind("circle(p,r,c)", (_point, _length, _colour), Circle),
    "`disc": _Kind("disc(p,r,c)", (_point, _length, _colour), Disc),
    "`fTri": _Kind("fTri(p,q,r,c)", (_point, _point, _point, _colour), Triangle),
    "`txt": _Kind("text(s,p,n,c)", (_text, _point, _length, _colour), Words),
}
"""The kinds of shapes, by the atom that begins their value."""
