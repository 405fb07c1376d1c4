"""The window of an LED program as SVG: its shapes in their colours, and where clicks count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from ...led.easel.clicks import Move
from ...led.easel.rectangles import merged
from ...led.shapes import (
    HEIGHT,
    WIDTH,
    Circle,
    Disc,
    Point,
    Segment,
    Shape,
    Triangle,
    Words,
)
from ...led.values.spread import Box


def canvas(program: Any, state: Any) -> str:
    """The window in a state; a click on an element with `data-event` is a step.

    A click on an element with `data-restart` starts the program again, which is not a step.

    >>> from counterpoint.target import find_target
    >>> program = find_target("tictactoe.led")
    >>> 'data-event="cell(1)"' in canvas(program, program.initial()[0])
    True
    """
    shapes = "".join(map(_shape, program.images(state)))
    regions: dict[str, list[Box]] = {}
    for region in program.regions(state):
        regions.setdefault(region.label, []).append(region)
    zones = "".join(
        _zone(boxes, f'data-event="{escape(label)}"') for label, boxes in regions.items()
    )
    zones += _zone(_restarts(program, state), 'data-restart=""')
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="group" '
        f'aria-label="Window, {WIDTH} by {HEIGHT}">{shapes}{zones}</svg>'
    )


def _shape(shape: Shape) -> str:
    colour = str(shape.colour)
    match shape:
        case Segment(start, end):
            (x1, y1), (x2, y2) = _flipped([start, end])
            return (
                f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{colour}" '
                'stroke-width="2"/>'
            )
        case Circle(centre, radius) | Disc(centre, radius):
            ((x, y),) = _flipped([centre])
            line = isinstance(shape, Circle)
            paint = (
                f'fill="none" stroke="{colour}" stroke-width="2"' if line else f'fill="{colour}"'
            )
            return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" {paint}/>'
        case Triangle(a, b, c):
            points = " ".join(f"{x:g},{y:g}" for x, y in _flipped([a, b, c]))
            return f'<polygon points="{points}" fill="{colour}" shape-rendering="crispEdges"/>'
        case Words(text, centre, size):
            ((x, y),) = _flipped([centre])
            return (
                f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{colour}" '
                f'text-anchor="middle" dominant-baseline="central">{escape(text)}</text>'
            )


def _flipped(points: Iterable[Point]) -> list[Point]:
    """Points in SVG coordinates, with the origin in the upper left corner."""
    return [(x, HEIGHT - y) for x, y in points]


def _restarts(program: Any, state: Any) -> list[Box]:
    """Where a click restarts the program without being a step: a button that it draws itself."""
    moves: list[Move] = [] if program.restart else program.moves(state)
    return [box for move in moves if move.clicked and move.restarts for box in merged(move.boxes)]


def _zone(boxes: Sequence[Any], means: str) -> str:
    """Positions that behave alike, as one element to press, whatever the edges of its boxes."""
    return f'<g {means} fill="transparent">{"".join(map(_rectangle, boxes))}</g>' if boxes else ""


def _rectangle(box: Any) -> str:
    """A rectangle of positions, edges included."""
    return (
        f'<rect x="{box.left}" y="{HEIGHT - box.top}" '
        f'width="{box.right - box.left + 1}" height="{box.top - box.bottom + 1}"/>'
    )
