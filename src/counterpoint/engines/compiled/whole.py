"""The look at every state that can be encoded."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...errors import LimitReached
from ...stopped import NOT_STOPPED, Stopped
from ..edges import Edges
from ..task import Task
from . import searchkernel
from .code import Code
from .digits import tables
from .form import Form, build_for
from .run import NONE, Run, lengthen
from .space import Space

REGIONS = 4
"""Sets of states, a bit for each, that the shortest question takes at a time."""


class Whole(Run):
    """A look at every encoded state, by rank; raises `LimitReached` for too many."""

    def __init__(self, code: Code, task: Task) -> None:
        super().__init__(code, task)
        self.digits = tables(code.layout, self.tuning.table_size)
        self.here = np.zeros(code.layout.words, np.uint64)
        self.library = build_for(code, Form.WHOLE, NONE, searchkernel.explore_whole)
        self.size = code.layout.size
        room = max(4 * self.size, self.most) if task.edges else 0
        needed = room * 8 + self.size * 8 if room else self.size // 8 * REGIONS
        if too_large := self.exceeds(needed):
            raise LimitReached(too_large)
        if room:
            self.edge_start = np.zeros(self.size + 1, np.uint64)
            self.edge_target = np.zeros(room, np.uint32)
            self.edge_kind = np.zeros(room, np.uint32)
        self.status[searchkernel.FOUND] = self.size

    def call(self, until: int) -> int:
        return int(
            self.library.explore_whole(
                until, self.size, self.most, len(self.edge_target), self.digits, self.here,
                self.out, self.kinds, self.edge_start, self.edge_target, self.edge_kind,
                self.status,
            )
        )  # fmt: skip

    def make_room(self) -> Stopped:
        room = 2 * len(self.edge_target)
        if stopped := self.exceeds(room * 8 + self.size * 8):
            return stopped
        lengthen(self.edge_target, room)
        lengthen(self.edge_kind, room)
        return NOT_STOPPED

    def state(self, number: int) -> Any:
        return self.code.layout.unrank(number)

    def space(self, stopped: Stopped) -> Space:
        edges = None
        if self.task.edges:
            count = int(self.status[searchkernel.EDGES])
            self.edge_start[self.expanded :] = count
            edges = Edges(self.edge_start, self.edge_target[:count], self.edge_kind[:count])
        levels = np.array([0, self.size], np.uint64)
        return Space(
            self.code, Form.WHOLE, self.size, self.expanded, int(self.status[searchkernel.STEPS]),
            levels, NONE, NONE, NONE, stopped, edges,
        )  # fmt: skip
