"""Expands every state that can be encoded."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....errors import LimitReached
from ....stopped import NOT_STOPPED, Stopped
from ...base.arrays import NOTHING
from ...base.task import Task
from . import searchkernel
from .code import Code
from .digits import tables
from .form import Form, build_for
from .run import Run
from .space import Space

REGIONS = 4
"""The number of regions, with one bit per state, that the simplest question needs at once."""


class Dense(Run):
    """Expands every encoded state, in order of rank; raises `LimitReached` if they are too many."""

    def __init__(self, code: Code, task: Task, steps_up_to: int = 0) -> None:
        super().__init__(code, task, steps_up_to)
        self.states.digits = tables(code.layout, self.tuning.table_size)
        self.library = build_for(code, Form.WHOLE, NOTHING, searchkernel.explore_whole)
        self.size = code.layout.size
        room = max(4 * self.size, self.most)
        size = room * 8 + self.size * 8
        if too_large := self.exceeds(size if task.edges else self.size // 8 * REGIONS):
            raise LimitReached(too_large)
        if task.edges or (4 * self.size <= steps_up_to and not self.exceeds(size)):
            self.have_edges(self.size, room)
        self.states.count = self.size

    def explore(self, until: int) -> int:
        self.work.until = until
        return int(self.library.explore_whole(self.work))

    @property
    def may_share(self) -> bool:
        return False

    def make_room(self) -> Stopped:
        room = 2 * self.graph.room
        size = room * 8 + self.size * 8
        if self.gives_up_steps(size):
            return NOT_STOPPED
        if stopped := self.exceeds(size):
            return stopped
        self.lengthen_edges(room)
        return NOT_STOPPED

    def state(self, number: int) -> Any:
        return self.code.layout.unrank(number)

    def space(self, stopped: Stopped) -> Space:
        return Space(
            self.code,
            Form.WHOLE,
            self.states,
            self.expanded,
            self.work.steps,
            np.array([0, self.size], np.uint64),
            stopped,
            self.edges,
            workers=self.task.workers,
        )
