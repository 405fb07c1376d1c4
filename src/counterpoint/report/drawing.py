"""A state graph as a drawing: SVG in our own layout, or DOT for Graphviz."""

from __future__ import annotations

from collections.abc import Iterator

from ..bp.tick import events_among
from ..engines.state_graph import Graph, Node
from ..errors import Misuse
from ..figure import counted
from .json import graph_data
from .layout import MARGIN, RADIUS, Layout, Point, curve, layered
from .markup import escaped, writable
from .plain import to_text
from .story import Show

LABELLED = 120
"""Up to this many states, the steps are labelled, and the layout is wider."""

COLOURS = {"failed": "#c0262d", "deadlock": "#a85006", "hot": "#7d3c98", "quiet": "#15754a"}
PLAIN = "#50555f"

_HEAD = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}"
     font-family="system-ui, sans-serif" font-size="9">
<style>
  .forth {{ fill: none; stroke: #8d8b84; }}
  .back {{ fill: none; stroke: #c4bfb3; stroke-dasharray: 3 2; }}
  .tip {{ fill: #8d8b84; }}
  .label {{ fill: #50555f; paint-order: stroke; stroke: #fdfcfa; stroke-width: 3px;
           text-anchor: middle; }}
  .number {{ fill: #1c1e24; font-size: 7px; text-anchor: middle; }}
  .node {{ fill: #fdfcfa; stroke: #50555f; }}
  {kinds}
</style>
<rect width="100%" height="100%" fill="#fdfcfa"/>"""

_TIP = """\
<defs><marker id="{tip}" viewBox="0 0 6 6" refX="6" refY="3" markerWidth="5" markerHeight="5"
      orient="auto"><path class="tip" d="M0 0 6 3 0 6z"/></marker></defs>"""


def svg(graph: Graph, show: Show | None = None) -> str:
    """The graph as an SVG document; the tooltip of a state has the path to it and its picture."""
    layout = layout_of(graph)
    kinds = "\n  ".join(
        f".{kind} {{ stroke: {colour}; }} tspan.{kind} {{ fill: {colour}; stroke: none; }}"
        for kind, colour in COLOURS.items()
    )
    head = _HEAD.format(width=layout.width, height=layout.height, kinds=kinds)
    return "\n".join([head, *elements(graph, layout, show), "</svg>\n"])


def layout_of(graph: Graph) -> Layout:
    """Where the states of the graph are drawn."""
    return layered(graph, *((150.0, 46.0) if _is_labelled(graph) else (110.0, 26.0)))


def _is_labelled(graph: Graph) -> bool:
    return len(graph.nodes) <= LABELLED


def elements(
    graph: Graph, layout: Layout, show: Show | None = None, tip: str = "tip"
) -> Iterator[str]:
    """The elements of the drawing, which have classes and no colours.

    `tip` is the id of the tip of an arrow, which no other element of the document may have.
    """
    yield _TIP.format(tip=tip)
    steps = _merged(graph)
    for (s, t), label in steps.items():
        yield _step_svg(layout.places[s], layout.places[t], label, tip)
    if _is_labelled(graph):
        for (s, t), label in steps.items():
            yield _label_svg(layout.places[s], layout.places[t], label)
    for node in graph.nodes:
        yield _node_svg(node, layout, show)
    yield from _legend(graph)


def _merged(graph: Graph) -> dict[tuple[int, int], str]:
    """For each pair of states, the labels of all steps from one to the other as one text."""
    labels: dict[tuple[int, int], list[str]] = {}
    for source, label, target in graph.edges:
        labels.setdefault((source, target), []).append(str(label))
    return {step: ", ".join(found) for step, found in labels.items()}


def _step_svg(start: Point, end: Point, label: str, tip: str) -> str:
    (x1, y1), *inner, (x4, y4) = curve(start, end).points
    (x2, y2), (x3, y3) = inner
    path = f"M{x1:.1f} {y1:.1f}C{x2:.1f} {y2:.1f} {x3:.1f} {y3:.1f} {x4:.1f} {y4:.1f}"
    way = "forth" if end[0] > start[0] or end == start else "back"
    title = f"<title>{escaped(label)}</title>"
    return f'<path class="{way}" d="{path}" marker-end="url(#{tip})">{title}</path>'


def _label_svg(start: Point, end: Point, label: str) -> str:
    """The label of a step, placed nearer to its source, where a reader chooses."""
    x, y = curve(start, end).at(0.5 if start == end else 0.36)
    shown = label if len(label) <= 30 else f"{label[:27]}..."
    return f'<text class="label" x="{x:.1f}" y="{y - 2:.1f}">{escaped(shown)}</text>'


def _node_svg(node: Node, layout: Layout, show: Show | None) -> str:
    x, y = layout.places[node.number]
    return (
        f'<g><circle class="{" ".join(["node", *node.kinds[:1]])}" cx="{x:.1f}" cy="{y:.1f}" '
        f'r="{RADIUS}" stroke-width="{2 if node.number == 0 else 1.2}"/>'
        f'<text class="number" x="{x:.1f}" y="{y + 2.5:.1f}">{node.number}</text>'
        f"<title>{escaped(_tooltip(node, show))}</title></g>"
    )


def _legend(graph: Graph) -> list[str]:
    """The legend: the meaning of the colours in use, and why states are missing, if any are."""
    present = [kind for kind in COLOURS if any(kind in node.kinds for node in graph.nodes)]
    words = [(kind, kind) for kind in present]
    words += [(str(graph.stopped), "failed")] if graph.stopped else []
    spans = (f'<tspan dx="8" class="{kind}">{escaped(word)}</tspan>' for word, kind in words)
    return [f'<text x="{MARGIN - 16}" y="18">{"".join(spans)}</text>'] if words else []


def _colour(node: Node) -> str:
    return next((COLOURS[kind] for kind in node.kinds), PLAIN)


def _tooltip(node: Node, show: Show | None) -> str:
    kinds = ", ".join(node.kinds)
    way = " ".join(map(str, node.way.events)) or "start"
    picture = show(events_among(node.way.events)) if show else node.picture
    return "\n".join(
        [f"{node.number}: {way}{f' ({kinds})' if kinds else ''}", *([picture] if picture else [])]
    )


def dot(graph: Graph, show: Show | None = None) -> str:
    """The graph in DOT, the language of Graphviz."""
    lines = ["digraph states {", "  rankdir=LR;", "  node [shape=circle, fontsize=9];"]
    for node in graph.nodes:
        tooltip = _quoted(_tooltip(node, show))
        lines.append(f'  {node.number} [tooltip={tooltip}, color="{_colour(node)}"];')
    for source, label, target in graph.edges:
        lines.append(f"  {source} -> {target} [label={_quoted(str(label))}];")
    return "\n".join([*lines, "}\n"])


def _quoted(text: str) -> str:
    escaped = writable(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def graph_figures(graph: Graph, *, drawn: bool) -> str:
    """How many states and transitions a graph has, and what else it is, if it is `drawn`, made of.

    >>> from counterpoint.examples.alternating_bit import model
    >>> from counterpoint.engines.state_graph import state_graph
    >>> graph_figures(state_graph(model()), drawn=True)
    '66 states, 144 transitions, drawn as 126 arrows'
    """
    rests, arrows = graph.rests, len(_merged(graph)) if drawn else len(graph.edges)
    figures = f"{counted(len(graph.nodes), 'state')}, {counted(graph.transitions, 'transition')}"
    if rests:
        figures += f", and {counted(rests, 'state')} that rest{'s' if rests == 1 else ''}"
    if arrows < len(graph.edges):
        figures += f", drawn as {counted(arrows, 'arrow')}"
    return figures


def graph_text(graph: Graph, suffix: str, show: Show | None = None) -> str:
    """The graph in the format that a file's suffix names; raises `Misuse` for an unknown one."""
    if suffix == ".svg":
        return svg(graph, show)
    if suffix == ".dot":
        return dot(graph, show)
    if suffix == ".json":
        return to_text(graph_data(graph)) + "\n"
    raise Misuse(f"a graph is written to .svg, .dot or .json, not to {suffix or 'a file without'}")
