"""The relations by which two targets are compared."""

from __future__ import annotations

from enum import Enum

from ..errors import Misuse
from ..spelling import close_matches


class Relation(Enum):
    """A relation from the first target to the second one.

    The weak ones ignore hidden steps that change nothing observed. The first three ask whether the
    second can do what the first does: every finite run (`traces`, `refinement`), or step by step
    whatever the first chooses later (`simulation`). Bisimulations ask both ways at once.
    """

    TRACES = "traces"
    SIMULATION = "simulation"
    BISIMULATION = "bisimulation"
    REFINEMENT = "refinement"
    WEAK_SIMULATION = "weak-simulation"
    WEAK_BISIMULATION = "weak-bisimulation"

    @property
    def is_weak(self) -> bool:
        """Whether hidden steps that change nothing observed are ignored."""
        return self in (Relation.REFINEMENT, Relation.WEAK_SIMULATION, Relation.WEAK_BISIMULATION)

    @property
    def is_mutual(self) -> bool:
        """Whether each target has to match the steps of the other."""
        return self in (Relation.BISIMULATION, Relation.WEAK_BISIMULATION)

    @property
    def is_of_runs(self) -> bool:
        """Whether runs are compared as wholes, not step by step."""
        return self in (Relation.TRACES, Relation.REFINEMENT)


def relation_of(text: str) -> Relation:
    """The relation with this name; raises `Misuse` for an unknown one.

    >>> relation_of("weak-bisimulation").is_mutual
    True
    """
    try:
        return Relation(text)
    except ValueError:
        names = [relation.value for relation in Relation]
        near = close_matches(str(text), names, 1)
        hint = f": write {near[0]}" if near else ""
        raise Misuse(f"there is no relation {text!r}{hint}; there are {', '.join(names)}") from None
