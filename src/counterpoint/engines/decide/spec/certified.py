"""Certificates of what was found for a specification: states by number, and what was recorded."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property

from ....certificate import Figures, Noted
from ....model.specified import StateProbe, StepProbe
from ....model.system import State
from ...base.outcome import NONE
from ...search.spec.explored import Explored


class ListedStates:
    """All states found for a specification, in the form of a certificate: a `Listing`."""

    def __init__(self, found: Explored) -> None:
        self._found = found

    @property
    def found(self) -> int:
        return self._found.found

    @property
    def initial(self) -> int:
        return self._found.initial

    @property
    def in_part(self) -> bool:
        return self._found.in_part

    @property
    def state_probes(self) -> Sequence[StateProbe]:
        return self._found.wanted.states

    @property
    def step_probes(self) -> Sequence[StepProbe]:
        return self._found.wanted.steps

    def state(self, number: int) -> State:
        return self._found.state(number)

    def number(self, state: State) -> int | None:
        assert self._found.number is not None
        return self._found.number(state)

    def is_inside(self, number: int) -> bool:
        return self._found.is_inside(number)

    @property
    def knows_parents(self) -> bool:
        return self._found.knows_parents

    def parent(self, number: int) -> int | None:
        parent = int(self._found.parents[number])
        return None if parent == NONE else parent

    def level(self, number: int) -> int:
        return bisect_right(self._levels, number) - 1

    def noted(self, number: int) -> Noted | None:
        found = self._found
        if found.edges is None or found.facts is None:
            return None
        start, stop = int(found.edges.start[number]), int(found.edges.start[number + 1])
        targets = found.edges.target[start:stop].tolist()
        kinds = [found.kinds[kind] for kind in found.edges.event[start:stop].tolist()]
        steps = frozenset(
            (label, target, bits) for target, (label, bits) in zip(targets, kinds, strict=True)
        )
        return Noted(found.facts.patterns[found.facts.of[number]], steps)

    @cached_property
    def _levels(self) -> list[int]:
        """The number of the first state of each level."""
        return self._found.levels[:-1].tolist()  # type: ignore[no-any-return]


def figures_of(found: Explored) -> Figures:
    """The figures that a search counted."""
    return Figures(found.states, found.depth, found.generated, found.deadlocks)
