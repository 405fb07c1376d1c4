"""A state graph to display: a drawing in the colours of the theme, and its steps in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..bp.tick import events_among
from ..engines.state_graph import Graph
from ..model.notation import Notation, notation_of
from ..model.system import Label
from ..report.drawing import LABELLED, elements, graph_figures, layout_of
from ..report.story import Show
from .pieces import count, details, heading, said, short, table
from .sheet import Sheet

MOST_STATES = LABELLED
"""States up to which a graph is drawn whole."""

NEAREST = 60
"""States that are drawn of a larger graph: those nearest to the start."""

MOST_STEPS = 1000
"""Steps that are drawn; with more, fewer states are drawn."""

LISTED = 60
"""Steps that are listed in words."""


def graph_html(sheet: Sheet, graph: Graph) -> str:
    """The graph, or its part around the start if it is large."""
    part = _part(graph)
    figures = graph_figures(graph, drawn=False)
    stopped = f'<p class="reason">{said(graph.stopped)}</p>' if graph.stopped else ""
    left_out = _left_out(graph, part)
    note = f'<p class="reason">The graph is too large to draw here: {left_out}</p>'
    listed = _listed(part, len(graph.edges))
    return (
        f"{heading('State graph', figures)}{stopped}{note if left_out else ''}"
        f"{_drawing(sheet, part)}{listed}"
    )


def _left_out(graph: Graph, part: Graph) -> str:
    """What of the graph is drawn, if that is not all of it; else empty."""
    if len(part.nodes) < len(graph.nodes):
        here = "these are" if len(part.nodes) > 1 else "this is"
        return f"{here} the {count(len(part.nodes), 'state')} nearest to the start."
    if len(part.edges) < len(graph.edges):
        return f"these are {len(part.edges):,} of its steps."
    return ""


def _part(graph: Graph) -> Graph:
    """The graph without its last states, so that what is left can be drawn."""
    most = len(graph.nodes) if len(graph.nodes) <= MOST_STATES else NEAREST
    edges = [edge for edge in graph.edges if max(edge[0], edge[2]) < most]
    if len(edges) > MOST_STEPS:
        reach = sorted(max(source, target) for source, _, target in edges)
        most = max(1, reach[MOST_STEPS])
        edges = [edge for edge in edges if max(edge[0], edge[2]) < most][:MOST_STEPS]
    return replace(graph, nodes=graph.nodes[:most], edges=tuple(edges))


def _drawing(sheet: Sheet, graph: Graph) -> str:
    plain = replace(graph, stopped=type(graph.stopped)("", graph.stopped.cause))
    layout = layout_of(graph)
    size = f'viewBox="0 0 {layout.width:.0f} {layout.height:.0f}" width="{layout.width:.0f}"'
    words = f"State graph: {graph_figures(graph, drawn=True)}"
    inside = "".join(elements(plain, layout, _show(graph), sheet.new_id()))
    drawing = f'<svg class="graph" {size} role="img" aria-label="{words}">{inside}</svg>'
    return f'<div class="wide">{drawing}</div>'


def _show(graph: Graph) -> Show | None:
    """The picture of a program after some events; where drawing it fails, the reason."""
    target = None if graph.subject is None else graph.subject.target
    show = target.show if target is not None and notation_of(target) is Notation.PROGRAM else None
    if show is None:
        return None

    def drawn(labels: Sequence[Label]) -> str:
        try:
            picture = str(show(events_among(labels)))
        except Exception as error:  # whatever a user's function raises
            return f"(not drawn: {type(error).__name__}: {error})"
        return "" if picture.lstrip().startswith("<svg") else picture

    return drawn


def _listed(graph: Graph, steps_in_all: int) -> str:
    """The steps in words, for those who do not see the drawing, and how many more there are."""
    kinds = {node.number: ", ".join(node.kinds) for node in graph.nodes}
    rows = [
        [
            f"{source}",
            short(label, 60),
            f'{target} <span class="dim">{kinds.get(target, "")}</span>',
        ]
        for source, label, target in graph.edges[:LISTED]
    ]
    more = steps_in_all - len(rows)
    rest = f'<p class="dim">and {more:,} more</p>' if more > 0 else ""
    steps = table(["from state", "step", "to state"], rows, LISTED)
    return details("Steps in words", f"{steps}{rest}") if rows else ""
