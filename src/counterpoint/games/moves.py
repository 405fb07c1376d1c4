"""The moves that an arena's states have, read as a mapping from states to labels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from ..engines.arena.arena import Arena
from ..engines.arena.attractor import NO_MOVE
from ..engines.arrays import Array
from ..model.system import Label, State


class ArenaMoves(Mapping[State, Label]):
    """The moves of an arena's states: `steps` has the number of a step, or NO_MOVE, for each."""

    def __init__(self, arena: Arena, steps: Array) -> None:
        self.arena = arena
        self.steps = steps
        self._states = np.flatnonzero(steps != NO_MOVE)

    def __getitem__(self, state: State) -> Label:
        number = self.arena.number(state)
        if number is None or self.steps[number] == NO_MOVE:
            raise KeyError(state)
        return self._label(number)

    def __iter__(self) -> Iterator[State]:
        return (self.arena.state(int(number)) for number in self._states)

    def __len__(self) -> int:
        return len(self._states)

    def _label(self, number: int) -> Label:
        return self.arena.labels[int(self.arena.edges.event[int(self.steps[number])])]
