"""A layered layout of a state graph: columns by distance from the start, few crossings.

Within a column, states are ordered by the barycentre of their neighbours, in sweeps that alternate
in direction (Sugiyama, Tagawa and Toda, IEEE Trans. SMC 11, 1981). Edges are Bezier curves.
"""

from __future__ import annotations

from collections import defaultdict

from ..data import dataclass
from ..engines.state_graph import Graph

MARGIN = 44.0
RADIUS = 8.0
SWEEPS = 4

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Layout:
    """The position of each state, and the size of the whole drawing, in pixels."""

    places: tuple[Point, ...]
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Curve:
    """A cubic Bezier curve from the first to the last of its points."""

    points: tuple[Point, Point, Point, Point]

    def at(self, share: float) -> Point:
        """The point at a parameter of the curve, 0 at the start and 1 at the end."""
        rest = 1 - share
        weights = (rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3)
        x, y = (
            sum(weight * point[axis] for weight, point in zip(weights, self.points, strict=True))
            for axis in (0, 1)
        )
        return x, y


def layered(graph: Graph, column: float, row: float) -> Layout:
    """Positions for the states of a graph: `column` apart by distance, `row` apart within one."""
    columns: dict[int, list[int]] = defaultdict(list)
    for node in graph.nodes:
        columns[node.depth].append(node.number)
    share = _ordered(columns, graph)
    tall = max((len(numbers) for numbers in columns.values()), default=1) * row
    places = tuple(
        (MARGIN + node.depth * column, MARGIN + share[node.number] * tall) for node in graph.nodes
    )
    lowest = max((_lowest(places, source, target) for source, _, target in graph.edges), default=0)
    width = 2 * MARGIN + max(columns, default=0) * column
    return Layout(places, width, max(2 * MARGIN + tall, lowest + MARGIN / 2))


def _ordered(columns: dict[int, list[int]], graph: Graph) -> dict[int, float]:
    """How far down its column each state is, from 0 to 1."""
    before, after = defaultdict(list), defaultdict(list)
    for source, _, target in graph.edges:
        if source != target:
            before[target].append(source)
            after[source].append(target)
    share = dict[int, float]()
    for numbers in columns.values():
        share.update(_spread(numbers))
    for sweep in range(SWEEPS):
        forward = sweep % 2 == 0
        neighbours = before if forward else after
        for depth in sorted(columns, reverse=not forward):
            columns[depth].sort(key=lambda number: _barycentre(number, neighbours[number], share))
            share.update(_spread(columns[depth]))
    return share


def _spread(column: list[int]) -> dict[int, float]:
    return {number: (place + 0.5) / len(column) for place, number in enumerate(column)}


def _barycentre(number: int, neighbours: list[int], share: dict[int, float]) -> float:
    if not neighbours:
        return share[number]
    return sum(share[other] for other in neighbours) / len(neighbours)


def _lowest(places: tuple[Point, ...], source: int, target: int) -> float:
    return curve(places[source], places[target]).at(0.5)[1]


def curve(start: Point, end: Point) -> Curve:
    """The curve of a step: straight to the right, bent down to the left, a loop to itself."""
    (x1, y1), (x2, y2) = start, end
    if start == end:
        top = y1 - RADIUS
        return Curve(((x1 - 4, top), (x1 - 16, top - 20), (x1 + 16, top - 20), (x1 + 4, top)))
    if x2 > x1:
        bend = (x2 - x1) * 0.4
        left, right = x1 + RADIUS, x2 - RADIUS
        return Curve(((left, y1), (left + bend, y1), (right - bend, y2), (right, y2)))
    low = 26 + abs(x1 - x2) / 6
    return Curve(((x1, y1 + RADIUS), (x1, y1 + low), (x2, y2 + low), (x2, y2 + RADIUS)))
