"""The cells of states: their values by name, as text, each element of an array by its own name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..model.capabilities import cells_of
from ..model.model import Model
from ..model.naming import squeezed
from ..model.notation import Notation, notation_of
from ..model.system import System
from ..terms.sort import text_of_value

Cells = dict[str, str]


def cells_by_name(system: System) -> Callable[[Any], Cells]:
    """Gives the cells of a state of the system.

    >>> from counterpoint.examples.nim import model
    >>> cells_by_name(model(piles=(1, 2)))((1, 2, 1))
    {'pile0': '1', 'pile1': '2', 't': '1'}
    """
    if isinstance(system, Model):
        names = [squeezed(variable.name) for variable in system.variables]
        return lambda state: dict(zip(names, map(text_of_value, state), strict=True))
    show = cells_of(system)
    return lambda state: plain_cells(show(state))


def plain_cells(shown: object) -> Cells:
    """The cells of a shown state, with names without blanks; a text is one cell named `state`.

    >>> plain_cells({"x [0]": 1}), plain_cells("7 o'clock")
    ({'x[0]': '1'}, {'state': "7 o'clock"})
    """
    if isinstance(shown, Mapping):
        return {squeezed(str(cell)): str(value) for cell, value in shown.items()}
    return {"state": str(shown)}


def cells_at_start(system: System) -> Cells:
    """The cells of the initial states; none for a program, where they say where b-threads are."""
    from ..model.network import Network  # models and modules need no networks

    if notation_of(system) is Notation.PROGRAM or isinstance(system, Network):
        return {}
    cells, found = cells_by_name(system), Cells()
    for state in system.initial():
        found.update(cells(state))
    return found
