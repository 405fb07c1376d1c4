"""A set of states to display: how many there are, and the first of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from ..alarm import require_going_on
from ..engines.space.stateset import StateSet
from ..figure import figure
from ..model.capabilities import texts_of
from ..model.system import State
from .pieces import code, heading, said, table

MOST_STATES = 12
"""States that are shown of a set."""

MOST_NAMES = 40
"""Columns of the table; states with more values are shown as text."""


def states_html(found: StateSet) -> str:
    """The size of the set, its share of all states, and the first of its states as a table."""
    figures = f"{figure(found.count)} of {figure(found.space.states)} states"
    note = f'<p class="dim">{said(found.note)}</p>' if found.note else ""
    part = f'<p class="reason">{said(found.space.stopped)}</p>' if found.space.stopped else ""
    shown = [_shown(found, state) for state in islice(found, MOST_STATES)]
    more = found.count - len(shown)
    rest = f'<p class="dim">and {figure(more)} more</p>' if more > 0 else ""
    return f"{heading('Set of states', figures)}{_bar(found)}{part}{note}{_table(shown)}{rest}"


def _shown(found: StateSet, state: State) -> object:
    require_going_on()
    return texts_of(found.space.show(state))


def _bar(found: StateSet) -> str:
    """The share of all states, as a bar."""
    every = found.space.states
    share = min(1.0, found.count / every) if every else 0.0
    words = f"{100 * share:.1f} % of the states"
    width = f"{100 * share:.2f}%"
    return f'<div class="share" role="img" aria-label="{words}"><i style="width:{width}"></i></div>'


def _table(shown: list[object]) -> str:
    mappings = [each for each in shown if isinstance(each, Mapping)]
    names = list(dict.fromkeys(name for each in mappings for name in each))
    if len(mappings) == len(shown) and 0 < len(names) <= MOST_NAMES:
        rows = [[f"{n}", *_cells(each, names)] for n, each in enumerate(mappings, start=1)]
        return table(["", *(said(name, 40) for name in names)], rows, MOST_STATES, "states")
    return "".join(f"<pre>{said(each)}</pre>" for each in shown)


def _cells(state: Mapping[str, object], names: list[str]) -> Iterator[str]:
    return (code(state.get(name, ""), 120) for name in names)
