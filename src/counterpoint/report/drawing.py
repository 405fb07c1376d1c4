"""A state graph as a drawing: our own layered layout, as SVG or as DOT.

States stand in columns by their distance from the start. Within a column they are ordered by the
barycentre of their neighbours, swept to and fro (Sugiyama, Tagawa and Toda, IEEE SMC 11, 1981).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from html import escape

from ..engines.graph import Graph, Node
from ..errors import Misuse
from .json import graph_data, to_text
from .story import Show

COLUMN = 110.0
ROW = 26.0
MARGIN = 40.0
SWEEPS = 4

COLOURS = {"failed": "#c0262d", "deadlock": "#a85006", "hot": "#7d3c98", "quiet": "#15754a"}
PLAIN = "#50555f"

_HEAD = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}"
     font-family="system-ui, sans-serif" font-size="9">
<defs><marker id="tip" viewBox="0 0 6 6" refX="6" refY="3" markerWidth="5" markerHeight="5"
      orient="auto"><path d="M0 0 6 3 0 6z" fill="#8d8b84"/></marker></defs>
<rect width="100%" height="100%" fill="#fdfcfa"/>"""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where each state stands, and how large the whole is, in pixels."""

    places: tuple[tuple[float, float], ...]
    width: float
    height: float


def layered(graph: Graph) -> Layout:
    """Places for the nodes of a graph, column by column."""
    before, after = defaultdict(list), defaultdict(list)
    for source, _, target in graph.edges:
        if source != target:
            before[target].append(source)
            after[source].append(target)
    columns: dict[int, list[int]] = defaultdict(list)
    for node in graph.nodes:
        columns[node.depth].append(node.number)
    height = dict[int, float]()
    for column in columns.values():
        height.update(_spread(column))
    for sweep in range(SWEEPS):
        forward = sweep % 2 == 0
        neighbours = before if forward else after
        for depth in sorted(columns, reverse=not forward):
            columns[depth].sort(key=lambda n: _barycentre(n, neighbours[n], height))
            height.update(_spread(columns[depth]))
    tall = max((len(column) for column in columns.values()), default=1) * ROW
    places = tuple(
        (MARGIN + node.depth * COLUMN, MARGIN + height[node.number] * tall) for node in graph.nodes
    )
    return Layout(places, 2 * MARGIN + max(columns, default=0) * COLUMN + 40, 2 * MARGIN + tall)


def _spread(column: list[int]) -> dict[int, float]:
    return {number: (place + 0.5) / len(column) for place, number in enumerate(column)}


def _barycentre(number: int, neighbours: list[int], height: dict[int, float]) -> float:
    if not neighbours:
        return height[number]
    return sum(height[other] for other in neighbours) / len(neighbours)


def svg(graph: Graph, show: Show | None = None) -> str:
    """The graph as an SVG document; each state tells its way, or its picture, under the pointer."""
    layout = layered(graph)
    parts = [_HEAD.format(width=layout.width, height=layout.height)]
    parts += [_edge_svg(edge, layout, len(graph.nodes) <= 200) for edge in graph.edges]
    parts += [_node_svg(node, layout, show) for node in graph.nodes]
    if graph.stopped:
        parts.append(f'<text x="{MARGIN}" y="16" fill="#c0262d">{escape(graph.stopped)}</text>')
    return "\n".join([*parts, "</svg>\n"])


def _edge_svg(edge: tuple[int, object, int], layout: Layout, labelled: bool) -> str:
    source, label, target = edge
    (x1, y1), (x2, y2) = layout.places[source], layout.places[target]
    drawn = f'<path d="{_curve(x1, y1, x2, y2)}" fill="none" stroke="#8d8b84" '
    text = ""
    if labelled:
        above = 17 if source == target else 3
        text = (
            f'<text x="{(x1 + x2) / 2:.1f}" y="{(y1 + y2) / 2 - above:.1f}" '
            f'text-anchor="middle" fill="#656973">{escape(str(label))}</text>'
        )
    return f'{drawn}marker-end="url(#tip)"/>{text}'


def _curve(x1: float, y1: float, x2: float, y2: float) -> str:
    """An SVG path: straight on to the right, bent below to the left, a small loop to itself."""
    if (x1, y1) == (x2, y2):
        return f"M{x1 - 4:.1f} {y1 - 7:.1f}c-8 -16 16 -16 8 0"
    if x2 > x1:
        start, end = f"{x1 + 8:.1f} {y1:.1f}", f"{x2 - 8:.1f} {y2:.1f}"
        return f"M{start}C{x1 + 40:.1f} {y1:.1f} {x2 - 40:.1f} {y2:.1f} {end}"
    low = 24 + abs(x1 - x2) / 6
    start, end = f"{x1:.1f} {y1 + 8:.1f}", f"{x2:.1f} {y2 + 8:.1f}"
    return f"M{start}C{x1:.1f} {y1 + low:.1f} {x2:.1f} {y2 + low:.1f} {end}"


def _node_svg(node: Node, layout: Layout, show: Show | None) -> str:
    x, y = layout.places[node.number]
    return (
        f'<g><circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="#fdfcfa" stroke="{_colour(node)}" '
        f'stroke-width="{2 if node.number == 0 else 1.2}"/>'
        f'<text x="{x:.1f}" y="{y + 3:.1f}" text-anchor="middle" fill="#1c1e24" font-size="7">'
        f"{node.number}</text><title>{escape(_told(node, show))}</title></g>"
    )


def _colour(node: Node) -> str:
    return next((COLOURS[kind] for kind in COLOURS if getattr(node, kind)), PLAIN)


def _told(node: Node, show: Show | None) -> str:
    kinds = ", ".join(kind for kind in COLOURS if getattr(node, kind))
    way = " ".join(map(str, node.way.events)) or "start"
    picture = f"\n{show(node.way.events)}" if show else ""
    return f"{node.number}: {way}{f' ({kinds})' if kinds else ''}{picture}"


def dot(graph: Graph, show: Show | None = None) -> str:
    """The graph in the language of Graphviz."""
    lines = ["digraph states {", "  rankdir=LR;", "  node [shape=circle, fontsize=9];"]
    for node in graph.nodes:
        told = _quoted(_told(node, show))
        lines.append(f'  {node.number} [tooltip={told}, color="{_colour(node)}"];')
    for source, label, target in graph.edges:
        lines.append(f"  {source} -> {target} [label={_quoted(str(label))}];")
    return "\n".join([*lines, "}\n"])


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def graph_text(graph: Graph, suffix: str, show: Show | None = None) -> str:
    """The graph in the form that a file's suffix names; raises `Misuse` for another one."""
    if suffix == ".svg":
        return svg(graph, show)
    if suffix == ".dot":
        return dot(graph, show)
    if suffix == ".json":
        return to_text(graph_data(graph)) + "\n"
    raise Misuse(f"a graph is written to .svg, .dot or .json, not to {suffix or 'a file without'}")
