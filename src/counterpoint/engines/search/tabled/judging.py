"""Judges packed states by the probes of a factored system, and takes no steps."""

from __future__ import annotations

from collections.abc import Sequence

from ....alarm import ended
from ....model.factored import Factored
from ...base.arrays import U64, Bools
from ...base.task import Task
from .chunks import Chunks

NO_STEPS = 0
"""The place in the heap where every path ends."""


class Judging(Chunks):
    """Says of packed states which probes of states are true, and which states are left out."""

    def __init__(self, system: Factored, task: Task, bits: Sequence[int] | None = None) -> None:
        super().__init__(system, task, bits, edges=True)
        self.code.start = NO_STEPS

    def judged(self, states: U64) -> tuple[U64, Bools]:
        """For each of some distinct states, a bit for each probe that is false in it.

        And whether a constraint leaves it out. Raises `Troubled` if a probe, or a part of one, has
        no value in a state.
        """
        self.forget()
        self.enter(states)
        count = len(states)
        stopped = self.search(self.tuning.learned_chunk)
        if self.expanded < count:
            raise ended(stopped)
        outside = self.notes.outside[:count].astype(bool)
        return self.graph.state_bits[:count].copy(), outside
