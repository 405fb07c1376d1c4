"""Values that conditions compute first, and store in temporary cells.

A question about `f' = g`, entry by entry, reads all that both entries depend on. If each entry is
computed first, for what it depends on itself, that question is about two temporary cells.
"""

from __future__ import annotations

from dataclasses import replace

from ...data import dataclass
from ..evaluate.context import Run
from ..scope import Builtin
from ..tree import Apply, Expression
from .factors import Answers, Part, assigning
from .making import Here, Making, run_normal
from .parts import is_in_cell
from .shapes import Cell
from .tables import Table
from .written import Spot, has_value

NAME = "the stored value"
"""How names of stored values begin; no identifier has a space."""

SUMS = frozenset({"+", "-"})

SLOTS = 16
"""Expressions are compiled with their slots from a multiple of this on."""


@dataclass(frozen=True, slots=True)
class Storing:
    """An expression in which temporary cells hold what is computed first."""

    spot: Spot
    factors: tuple[int, ...] = ()
    """The factors that store values in these cells, in order."""


def storing(making: Making, spot: Spot, depth: int) -> Storing:
    """An expression, or the operands of a sum, as names of temporary cells.

    What depends on at most one cell, or surely has a value, stays as it is. The names are in slots
    from `depth` on.
    """
    simple = making.names.simply(spot.node, spot.here.cx.scope)
    here = spot.here.at(spot.here.cx.at(simple.scope).deeper(depth))
    if _is_sum(making, simple.expression, here):
        return _with_operands(making, simple.expression, here)
    inside = Spot(simple.expression, here)
    if has_value(making, inside) or making.cells_read(inside.node, here) < 2:
        return Storing(inside)
    return _stored(making, inside)


def _with_operands(making: Making, node: Expression, here: Here) -> Storing:
    """A sum in which names of temporary cells replace its operands, and those of its operands."""
    assert isinstance(node, Apply)
    factors: list[int] = []
    args = []
    for arg in node.args:
        found = Storing(Spot(arg, here))
        if _is_sum(making, arg, here):
            found = _with_operands(making, arg, here)
        elif making.cells_read(arg, here) > 1 and not is_in_cell(making, arg, here):
            found = _stored(making, found.spot)
        args.append(found.spot.node)
        here = found.spot.here
        factors += found.factors
    return Storing(Spot(replace(node, args=tuple(args)), here), tuple(factors))


def _is_sum(making: Making, node: Expression, here: Here) -> bool:
    if not isinstance(node, Apply) or len(node.args) != 2:
        return False
    meaning, _ = making.names.applied(node, here.cx.scope)
    return isinstance(meaning, Builtin) and meaning.name in SUMS


def _stored(making: Making, spot: Spot) -> Storing:
    """The name of the temporary cell of an expression, and the factor that stores its value."""
    node, here = spot.node, spot.here
    factor = _factor(making, node, here)
    name = f"{NAME} {here.cx.depth}"
    cx, (slot,) = making.bound(node, (name,), here.cx)
    inside = here.plus(cx, {slot: Part(making.stored[factor])})
    return Storing(Spot(Apply(name, at=node.at), inside), (factor,))


def _factor(making: Making, node: Expression, here: Here) -> int:
    """The factor that stores the value of an expression in a cell, which nothing else writes."""
    cells: list[Cell] = []

    def answers(value: Run) -> Answers:
        cells.append(making.cell(Table()))
        return assigning(cells[0], value)

    # Contexts that differ by a few slots begin at the same multiple, and share one factor.
    depth = -(-here.cx.depth // SLOTS) * SLOTS
    factor = making.factor("stored", run_normal, node, here.at(here.cx.deeper(depth)), answers)
    if cells:
        making.stored[factor] = cells[0]
    return factor
