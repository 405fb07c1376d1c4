"""Limits on the search for the states of a specification."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..data import dataclass
from .evaluate.context import Closed
from .evaluate.reader import reading
from .scope import Variable


@dataclass(frozen=True, slots=True)
class Bounds:
    """Constraints on states and steps, and a view and a symmetry that merge states.

    `free` gives the set that a variable ranges over if the specification leaves it free.
    """

    constraints: tuple[Closed, ...] = ()
    action_constraints: tuple[Closed, ...] = ()
    view: Closed | None = None
    symmetry: Closed | None = None
    free: Mapping[Variable, Closed] | None = None
    deadlock: bool = True
    """The value of `TLCGet("config").deadlock`: whether deadlocks are looked for."""

    @property
    def variables(self) -> frozenset[Variable]:
        """The variables that the constraints and the view mention."""
        said = (*self.constraints, *self.action_constraints, *self.views)
        return frozenset[Variable]().union(
            *(reading(one.expression, one.scope).variables for one in said)
        )

    @property
    def views(self) -> tuple[Closed, ...]:
        """The view, if there is one."""
        return () if self.view is None else (self.view,)

    @property
    def without_symmetry(self) -> Bounds:
        """The same without symmetry, for what may distinguish the states that it merges."""
        return replace(self, symmetry=None)

    @property
    def distinguishing_all(self) -> Bounds:
        """The same without view and symmetry: claims about runs need all states distinguished."""
        return replace(self, view=None, symmetry=None)


NO_BOUNDS = Bounds()
