r"""Operands that are computed apart: in `S \cup {e}`, where a cell holds S, the set `{e}`.

A question about the whole reads what `e` depends on and S, and makes `{e}` anew for each S. With
`{e}` in a temporary cell, it is made once, and the question is about two cells.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...data import dataclass
from ..scope import Builtin
from ..tree import Apply, Expression, SetOf
from .factors import Part
from .making import Here, Making
from .parts import is_in_cell, part_of
from .shapes import Cell

NAME = "the operand"
"""The name of the operand in what is left of the expression; no identifier has a space."""

OPERATORS = frozenset({"\\cup", "\\cap", "\\"})


@dataclass(frozen=True, slots=True)
class Apart:
    """An expression in which the name of a temporary cell replaces an operand."""

    cell: Cell
    operand: Expression
    rest: Expression
    here: Here


def apart(
    making: Making, node: Expression, here: Here, temporary: Callable[[], Cell]
) -> Apart | None:
    """What `node` becomes with an operand in a temporary cell; None if that gains nothing."""
    if not isinstance(node, Apply) or len(node.args) != 2:
        return None
    meaning, args = making.names.applied(node, here.cx.scope)
    if not isinstance(meaning, Builtin) or meaning.name not in OPERATORS:
        return None
    for place in (1, 0):
        if is_in_cell(making, args[1 - place], here) and _is_made(making, args[place], here):
            cell = temporary()
            cx, (slot,) = making.bound(node, (NAME,), here.cx)
            named = [Apply(NAME) if n == place else arg for n, arg in enumerate(args)]
            rest = replace(node, args=tuple(named))
            return Apart(cell, args[place], rest, here.plus(cx, {slot: Part(cell)}))
    return None


def _is_made(making: Making, node: Expression, here: Here) -> bool:
    """Whether an expression is a set of listed elements, of which some are made from cells."""
    return isinstance(node, SetOf) and any(
        not making.is_constant(item, here) and part_of(making, item, here) is None
        for item in node.items
    )
