"""What a program draws: shapes in a window of 1000 by 800 with its origin at the lower left."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, TypeAlias

from ..data import dataclass
from ..errors import NotPlayable
from .values.value import Items, Value, is_number, is_string, ordered, shortly

WIDTH, HEIGHT = 1000, 800

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour by its parts of red, green and blue, from 0 to 255."""

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
    """The line around a circle."""

    centre: Point
    radius: float
    colour: Colour = BLACK


@dataclass(frozen=True, slots=True)
class Segment:
    """A straight line."""

    start: Point
    end: Point
    colour: Colour = BLACK


@dataclass(frozen=True, slots=True)
class Words:
    """A text of a height, around a point."""

    text: str
    centre: Point
    size: float
    colour: Colour = BLACK


Shape: TypeAlias = Triangle | Disc | Circle | Segment | Words

_LAYERS = (Triangle, Disc, Circle, Segment, Words)
"""What is drawn first is hidden by what comes later: lines and texts stay visible."""


def shapes_of(images: Value) -> tuple[Shape, ...]:
    """The shapes that `images` stands for, filled ones first; raises `NotPlayable`.

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
    """The shape that a value stands for; raises `NotPlayable` if it is none."""
    match value:
        case (str() as kind, *parts) if kind in _READ:
            shape = _made(_READ[kind], parts)
        case ((_, _), (_, _)):
            shape = _made(_READ["`seg"], [*value, (0, 0, 0)])
        case ((_, _), _):
            shape = _made(_READ["`circ"], [*value, (0, 0, 0)])
        case ((_, _) as centre, size, Items() as text):
            shape = _made(_READ["`txt"], [text, centre, size, (0, 0, 0)])
        case _:
            shape = None
    if shape is None:
        raise NotPlayable(
            f"{shortly(value)} is in images, and is no shape: there are segment(p,q,c), "
            "circle(p,r,c), disc(p,r,c), fTri(p,q,r,c) and text(s,p,n,c), where c is color(r,g,b)"
        )
    return shape


def _made(read: Callable[..., Shape], parts: list[Value]) -> Shape | None:
    try:
        return read(*parts)
    except (TypeError, ValueError):
        return None


def _point(value: Value) -> Point:
    x, y = value
    return _length(x), _length(y)


def _length(value: Value) -> float:
    """A length as a number of Python; whole ones stay whole."""
    if not is_number(value):
        raise TypeError
    return float(value) if isinstance(value, Fraction) else value


def _colour(value: Value) -> Colour:
    red, green, blue = (min(255, max(0, int(_length(part)))) for part in value)
    return Colour(red, green, blue)


def _text(value: Value) -> str:
    """A string, or an older one, which is a sequence of the numbers of its characters."""
    if isinstance(value, Items):
        return "".join(map(chr, value.parts))
    if not is_string(value):
        raise TypeError
    return str(value[1:])


_READ: dict[str, Callable[..., Any]] = {
    "`seg": lambda p, q, c: Segment(_point(p), _point(q), _colour(c)),
    "`circ": lambda p, r, c: Circle(_point(p), _length(r), _colour(c)),
    "`disc": lambda p, r, c: Disc(_point(p), _length(r), _colour(c)),
    "`fTri": lambda p, q, r, c: Triangle(_point(p), _point(q), _point(r), _colour(c)),
    "`txt": lambda s, p, n, c: Words(_text(s), _point(p), _length(n), _colour(c)),
}
"""How the parts of each shape are read."""
