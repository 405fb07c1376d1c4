"""How a state looks on the page: the target's own SVG, a board, text, or a table of values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...bp.tick import events_among
from ...data import dataclass
from ...model.notation import Notation, notation_of
from ...model.picture import drawn, viewed
from ...model.system import REST, Label, State
from .difference import difference
from .grid import Grid, beside, changed, grid_of, line_through
from .presenter import Presenter, sorts_of, values_of

SHORT = 12
"""Maximum number of characters of a value shown beside a board."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A drawn state: SVG, a picture in characters and the board in it; each may be missing.

    With SVG there is no board, since squares are found in the SVG.
    """

    svg: str = ""
    picture: str = ""
    grid: Grid | None = None


def seen(target: Any, state: State, events: Sequence[Label]) -> Seen:
    """How `target` draws the state that `events` lead to.

    >>> from counterpoint.examples.mnk import model
    >>> seen(model(), (1, 0, 0, 0, 0, 0, 0, 0, 0, 2), ["put(0,0)"]).grid[0]
    ('X', '.', '.')
    """
    if notation_of(target) is Notation.LED:
        from .canvas import canvas  # imported here because only LED texts need LED

        return Seen(svg=canvas(target, state))
    picture = _picture(target, state, events)
    if picture.lstrip().startswith("<svg"):
        return Seen(svg=picture)
    if notation_of(target) is not Notation.PROGRAM and (view := viewed(target, state)):
        return Seen(view, picture)
    return Seen("", picture, grid_of(picture))


def _picture(target: Any, state: State, events: Sequence[Label]) -> str:
    if notation_of(target) is Notation.PROGRAM:
        if target.show is None:
            return ""
        return str(target.show(events_among(events)))
    return drawn(target, state) or ""


def squares_of(before: Seen, after: Seen) -> list[int]:
    """The squares of a board that a step changes; none if there is no board."""
    if before.grid is None or after.grid is None:
        return []
    return changed(before.grid, after.grid)


def view_data(
    target: Any, presenter: Presenter, states: Sequence[State], events: Sequence[Label]
) -> dict[str, Any]:
    """The last state of a walk as plain data, and what the last step changed in it.

    Only the last two of `states` are used; `events` are all that led to the last state.
    """
    now = seen(target, states[-1], events)
    was = seen(target, states[-2], events[:-1]) if len(states) > 1 else None
    if now.svg:
        return {
            "kind": "svg",
            "svg": now.svg,
            "text": now.picture,
            "last": str(events[-1]) if events and events[-1] is not REST else "",
            "values": _table(presenter, states),
        }
    if now.grid is not None:
        last = [] if was is None else squares_of(was, now)
        return {
            "kind": "board",
            "rows": [list(row) for row in now.grid],
            "last": last,
            "said": "" if values_of(presenter, states[-1]) else beside(now.picture),
            "text": now.picture,
            "rows_beside": _beside(presenter, states),
            "values": _table(presenter, states),
        }
    table = _table(presenter, states)
    return {"kind": "table", "text": now.picture, "rows": table}


def _beside(presenter: Presenter, states: Sequence[State]) -> list[dict[str, Any]]:
    """The values that are shown beside a board: the short ones."""
    return [row for row in _table(presenter, states) if len(row["value"]) <= SHORT]


def _table(presenter: Presenter, states: Sequence[State]) -> list[dict[str, Any]]:
    """The values of a state: each with its value before the step, and its sort."""
    now = values_of(presenter, states[-1])
    was = values_of(presenter, states[-2]) if len(states) > 1 else now
    sorts = sorts_of(presenter)
    return [
        {
            "name": name,
            "value": value,
            "was": was.get(name, ""),
            "told": difference(was.get(name, value), value),
            "sort": sorts.get(name, ""),
            "changed": was.get(name, value) != value,
        }
        for name, value in now.items()
    ]


def winning_line(target: Any, states: Sequence[State], events: Sequence[Label]) -> list[int]:
    """The line of marks completed by the last change on a board; empty if there is none."""
    for end in range(len(states), 1, -1):
        now = seen(target, states[end - 1], events[: end - 1])
        was = seen(target, states[end - 2], events[: end - 2])
        squares = squares_of(was, now)
        if now.grid is not None and squares:
            return line_through(now.grid, squares[-1])
    return []
