"""Numbers that are drawn anew in each step, so that states have very many steps."""

from __future__ import annotations

from counterpoint import Model
from counterpoint.terms.array import Cell
from counterpoint.terms.expr import Expr


def drawn_numbers(model: Model, count: int, size: int) -> dict[Cell, Expr]:
    """So many variables of a model, `n0` and on, each with a choice of its next value."""
    return {
        model.var(f"n{at}", range(size), init=0): model.choice(f"c{at}", range(size))
        for at in range(count)
    }
