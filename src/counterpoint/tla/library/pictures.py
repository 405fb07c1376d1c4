"""SVG and GraphViz: pictures as SVG and DOT text."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Any

from ...errors import NoValue
from ..values import field, items, members, normal, record, show, values_of
from ..values import function as as_function
from .checks import function, number, string
from .module import LibraryModule, Operator, module, refused
from .numbers import divided, minus, plus
from .tlc import merged, text


def element(name: Any, attributes: Any, children: Any, inner: Any) -> Any:
    """SVGElem(name, attributes, children, inner): an SVG element, as a record."""
    return record(
        name=normal(name),
        attrs=normal(attributes),
        children=normal(children),
        innerText=normal(inner),
    )


def _shape(kind: str, own: Mapping[str, Any], more: Any, inner: Any = "") -> Any:
    attributes = as_function({name: text(value) for name, value in own.items()})
    return element(kind, merged(attributes, more), (), inner)


def _line(x1: Any, y1: Any, x2: Any, y2: Any, attrs: Any) -> Any:
    return _shape("line", {"x1": x1, "y1": y1, "x2": x2, "y2": y2}, attrs)


def _circle(cx: Any, cy: Any, r: Any, attrs: Any) -> Any:
    return _shape("circle", {"cx": cx, "cy": cy, "r": r}, attrs)


def _rectangle(x: Any, y: Any, w: Any, h: Any, attrs: Any) -> Any:
    return _shape("rect", {"x": x, "y": y, "width": w, "height": h}, attrs)


def _words(x: Any, y: Any, inner: Any, attrs: Any) -> Any:
    return _shape("text", {"x": x, "y": y}, attrs, inner)


def _image(x: Any, y: Any, width: Any, height: Any, source: Any, attrs: Any) -> Any:
    place = {"x": x, "y": y, "width": width, "height": height}
    link = as_function({"xlink:href": normal(source)})
    return _shape("image", place, merged(link, attrs))


def _group(children: Any, attrs: Any) -> Any:
    return element("g", attrs, children, "")


def _svg(children: Any, attrs: Any) -> Any:
    return element("svg", attrs, children, "")


def _document(children: Any, x: Any, y: Any, w: Any, h: Any, attrs: Any) -> Any:
    own = {
        "xmlns:xlink": "http://www.w3.org/1999/xlink",
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": " ".join(map(text, (x, y, w, h))),
    }
    return _svg((normal(children),), merged(as_function(own), attrs))


def written(svg: Any) -> str:
    """SVGElemToString(svg): the SVG text of an element.

    >>> written(_circle(1, 2, 3, ()))
    "<circle cx='1' cy='2' r='3'></circle>"
    """
    asker = "SVGElemToString"
    name = string(field(svg, "name"), asker)
    attributes = "".join(
        f" {string(key, asker).replace('_', '-')}='{string(value, asker)}'"
        for key, value in items(function(field(svg, "attrs"), asker))
    )
    inner = string(field(svg, "innerText"), asker)
    inner = inner.replace("<<", "&lt;&lt;").replace(">>", "&gt;&gt;")
    children = "".join(map(written, values_of(function(field(svg, "children"), asker))))
    return f"<{name}{attributes}>{inner}{children}</{name}>"


def _on_ring(cx: Any, cy: Any, r: Any, place: Any, count: Any) -> Any:
    asker = "NodeOfRingNetwork"
    x, y, radius, at, nodes = (number(each, asker) for each in (cx, cy, r, place, count))
    try:
        angle = 2 * pi / nodes * at
        return record(x=int(x + radius * cos(angle)), y=int(y + radius * sin(angle)))
    except (ArithmeticError, ValueError):
        raise NoValue(f"{asker}: there is no such place on a ring") from None


def _on_line(start: Any, end: Any, segments: Any) -> Any:
    def between(name: str) -> int:
        way = minus(field(end, name), field(start, name))
        return plus(field(start, name), divided(way, segments))

    return record(x=between("x"), y=between("y"))


def _dot(graph: Any, node_label: Operator, edge_label: Operator) -> str:
    nodes = members(field(graph, "node"))
    names = {node: f"n{place}" for place, node in enumerate(nodes, 1)}
    lines = [f"{names[node]}[label={_label(node_label(node))}];" for node in nodes]
    for edge in members(field(graph, "edge")):
        start, end = names[edge[0]], names[edge[1]]
        lines.append(f"{start}->{end}[label={_label(edge_label(edge))}];")
    return f"digraph MyGraph {{{''.join(lines)}}}"


def _label(value: Any) -> str:
    shown = show(normal(value))
    return shown if shown.startswith('"') else show(shown)


SVG: LibraryModule = module(
    "SVG",
    {
        "SVGElem": element,
        "Line": _line,
        "Circle": _circle,
        "Rect": _rectangle,
        "Text": _words,
        "Image": _image,
        "Group": _group,
        "Svg": _svg,
        "SVGDoc": _document,
        "SVGElemToString": written,
        "NodeOfRingNetwork": _on_ring,
        "PointOnLine": _on_line,
        "NodesOfDirectedMultiGraph": refused(
            "NodesOfDirectedMultiGraph", 3, "nodes are not laid out here"
        ),
        "SVGSerialize": refused("SVGSerialize", 3, "files are read, never written"),
    },
)

GRAPHVIZ: LibraryModule = module("GraphViz", {"DotDiGraph": _dot})

MODULES = (SVG, GRAPHVIZ)
