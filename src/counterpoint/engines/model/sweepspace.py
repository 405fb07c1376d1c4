"""The space of a large model: its states without the steps, which sweeps find again."""

from __future__ import annotations

from typing import Any

from ...model.system import State
from ..compiled.bits import Bits
from ..compiled.search import search
from ..compiled.sweepspace import SweepSpace as Swept
from ..task import Task
from .ground import StateGround
from .prepared import Prepared


class SweepSpace(Swept):
    """The swept states of a prepared model."""

    def __init__(self, of: Prepared, over: str, task: Task) -> None:
        super().__init__(search(of.model, task, roots="all" if over == "all" else "initial"))
        self._of = of
        self.note = of.note

    @property
    def states(self) -> int:
        return self.space.states

    @property
    def ground(self) -> StateGround:
        return StateGround(self, self._of.model, self._of.plain)

    def first(self, region: Bits) -> State:
        return next(self.members(region))

    def show(self, state: Any) -> object:
        return self._of.model.show(state)
