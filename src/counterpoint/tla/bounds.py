"""What keeps the search for the states of a specification small."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..data import dataclass
from .evaluate.context import Closed
from .scope import Variable
from .spec.mentions import mentions


@dataclass(frozen=True, slots=True)
class Bounds:
    """What keeps a search small: states not to go on from, steps not to take, states taken as one.

    `free` gives the set that a variable ranges over which the specification leaves free.
    """

    constraints: tuple[Closed, ...] = ()
    action_constraints: tuple[Closed, ...] = ()
    view: Closed | None = None
    symmetry: Closed | None = None
    free: Mapping[Variable, Closed] | None = None
    deadlock: bool = True
    """What a module is told that asks whether deadlocks are looked for."""

    @property
    def variables(self) -> frozenset[Variable]:
        """Those that constraints and the view speak of."""
        view = () if self.view is None else (self.view,)
        said = (*self.constraints, *self.action_constraints, *view)
        return frozenset[Variable]().union(
            *(mentions(one.expression, one.scope).variables for one in said)
        )

    @property
    def telling_all_apart(self) -> Bounds:
        """The same with no two states taken as one: what is asked of runs needs that."""
        return replace(self, view=None, symmetry=None)


NO_BOUNDS = Bounds()
