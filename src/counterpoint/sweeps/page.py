"""A sweep as one page: the table, and pictures of growth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from pathlib import Path

from ..figure import figure
from .growth import Series, fitted, said_of, series_of
from .rows import Row, columns, shown

WIDTH, HEIGHT, LEFT, BOTTOM = 640, 320, 76, 44

_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .8rem; text-align: right; border-bottom: 1px solid #8884; }
th { text-align: left; }
.fails { color: #b00020; } .unknown { color: #8a6d00; }
@media (prefers-color-scheme: dark) { .fails { color: #ff8a8a; } .unknown { color: #e5c100; } }
.scroll { overflow-x: auto; }
svg { max-width: 100%; height: auto; }
svg text { font: 13px system-ui, sans-serif; fill: currentColor; }
.axis { stroke: currentColor; } .curve { stroke: #3b7dd8; fill: none; stroke-dasharray: 5 4; }
.point { fill: #3b7dd8; } .part { fill: none; stroke: #3b7dd8; }
"""


def write_page(path: Path, title: str, rows: Sequence[Row], memory: int) -> None:
    """Write the page of a sweep; `memory` is in bytes."""
    parts = [f"<h1>{escape(title)}</h1>"]
    for series in series_of(rows):
        heading = f"<h2>{escape(series.title)}</h2>" if series.title else ""
        said = escape(said_of(series, memory, rows))
        parts += [heading, picture(series), f"<p>{said[:1].upper()}{said[1:]}.</p>"]
    parts.append(_table(rows))
    text = (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body>{''.join(parts)}</body></html>\n"
    )
    path.write_text(text, encoding="utf-8")


def _table(rows: Sequence[Row]) -> str:
    names, values = columns(rows)
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in values)
    return (
        f'<div class="scroll" tabindex="0"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _cell(value: object) -> str:
    text = shown(value)
    kind = f' class="{text}"' if text in {"fails", "unknown"} else ""
    return f"<td{kind}>{escape(text)}</td>"


def picture(series: Series) -> str:
    """The states by the parameter, on a scale of powers of ten, with the fitted curve."""
    points = [(x, row) for x, row in series.points if row.states > 0]
    if not points:
        return ""
    curve = fitted([(x, float(states)) for x, states in series.known])
    frame = _Frame([x for x, _ in points], [row.states for _, row in points])
    marks = [
        f'<circle class="{"point" if row.complete else "part"}" cx="{frame.x(x):.1f}" '
        f'cy="{frame.y(row.states):.1f}" r="4"><title>{series.name} = {x:g}: '
        f"{figure(row.states)} states</title></circle>"
        for x, row in points
    ]
    if curve is not None:
        steps = [frame.low + (frame.high - frame.low) * n / 60 for n in range(61)]
        line = " ".join(f"{frame.x(x):.1f},{frame.y(curve.states(x)):.1f}" for x in steps)
        marks.insert(0, f'<polyline class="curve" points="{line}"/>')
    label = f"States by {series.name}: from {points[0][1].states:,} to {points[-1][1].states:,}"
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" role="img" '
        f'aria-label="{escape(label)}">{frame.axes(series.name)}{"".join(marks)}</svg>'
    )


class _Frame:
    """Where numbers are in a picture: the parameter from left to right, states upwards."""

    def __init__(self, xs: Sequence[float], states: Sequence[int]) -> None:
        self.low, self.high = min(xs), max(xs)
        self._values = sorted(set(xs))
        self._least = math.floor(math.log10(min(states)))
        self._most = max(self._least + 1, math.ceil(math.log10(max(states))))

    def x(self, value: float) -> float:
        """The place of a value of the parameter."""
        share = (value - self.low) / (self.high - self.low) if self.high > self.low else 0.5
        return LEFT + 12 + share * (WIDTH - LEFT - 32)

    def y(self, states: float) -> float:
        """The place of a number of states."""
        share = (math.log10(max(states, 1e-9)) - self._least) / (self._most - self._least)
        return (HEIGHT - BOTTOM) - min(1.1, max(-0.1, share)) * (HEIGHT - BOTTOM - 16)

    def axes(self, name: str) -> str:
        """The axes with their numbers."""
        floor = HEIGHT - BOTTOM
        found = [
            f'<path class="axis" d="M{LEFT} 8V{floor}H{WIDTH - 8}" fill="none"/>',
            f'<text x="{WIDTH - 8}" y="{HEIGHT - 6}" text-anchor="end">{escape(name)}</text>',
            f'<text x="4" y="{HEIGHT - 6}">states</text>',
        ]
        every = max(1, -(-(self._most - self._least) // 8))
        for power in range(self._least, self._most + 1, every):
            text = figure(10**power)
            at = self.y(10.0**power) + 4
            found.append(f'<text x="{LEFT - 8}" y="{at:.1f}" text-anchor="end">{text}</text>')
        for value in self._values[:: max(1, -(-len(self._values) // 12))]:
            at = self.x(value)
            found.append(
                f'<text x="{at:.1f}" y="{floor + 18}" text-anchor="middle">{value:g}</text>'
            )
        return "".join(found)
