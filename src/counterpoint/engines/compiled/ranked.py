"""The search with a bit for each encoded state."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...stopped import NOT_STOPPED, Stopped
from ..arrays import Array
from ..task import Task
from . import searchkernel
from .code import Code
from .digits import tables
from .form import Form, build_for
from .initial import initial_ranks
from .kernel import NO_STEPS
from .packed import Packed
from .run import NONE, Run, lengthen
from .space import Space


class Ranked(Run):
    """A search with a bit for each encoded state; states are kept as ranks."""

    def __init__(self, code: Code, task: Task, begun: Packed | None = None) -> None:
        super().__init__(code, task)
        self.cell = np.uint32 if code.layout.size <= 1 << 32 else np.uint64
        self.queue = np.zeros(self.tuning.first_room, self.cell)
        self.visited = np.zeros(code.layout.size // 64 + 1, np.uint64)
        self.digits = tables(code.layout, self.tuning.table_size)
        self.here = np.zeros(code.layout.words, np.uint64)
        self.library = build_for(
            code,
            Form.RANKED,
            self.queue,
            searchkernel.explore_ranked,
            searchkernel.rank_all,
            searchkernel.mark,
        )
        sorts = code.layout.size >= self.tuning.sorted_from
        self.large = self.tuning.sorted_level if sorts else NO_STEPS
        if begun is None:
            self._enter(initial_ranks(code, task.limits))
        else:
            self._take_over(begun)

    def _enter(self, ranks: Array) -> None:
        self._lengthen_for(len(ranks))
        self.queue[: len(ranks)] = ranks
        self.first_states(self.library.mark(0, len(ranks), self.queue, self.visited))

    def _take_over(self, begun: Packed) -> None:
        """Go on where a search with a hash table gave up."""
        self._lengthen_for(begun.found)
        self.library.rank_all(0, begun.found, begun.queue, self.queue)
        begun.queue = begun.table = NONE
        self.library.mark(0, begun.found, self.queue, self.visited)
        self.levels = begun.levels
        self.start = begun.start
        self.status[:] = begun.status

    def _lengthen_for(self, count: int) -> None:
        room = len(self.queue)
        while room < count + len(self.kinds):
            room += room if room < self.tuning.doubled_up_to else room // 4 + 1
        if room > len(self.queue):
            lengthen(self.queue, room)

    def call(self, until: int) -> int:
        return int(
            self.library.explore_ranked(
                until, self.most, len(self.queue), len(self.levels), self.large, self.queue,
                self.visited, self.levels, self.digits, self.here, self.out, self.kinds,
                self.status,
            )
        )  # fmt: skip

    def make_room(self) -> Stopped:
        self.lengthen_levels()
        size = self.visited.nbytes + (self.found + len(self.kinds)) * 5 // 4 * self.queue.itemsize
        if stopped := self.exceeds(size):
            return stopped
        self._lengthen_for(self.found)
        return NOT_STOPPED

    def sort_level(self) -> None:
        """Sort the ranks of the level, so that the looks into the bitmap run along it."""
        self.queue[self.expanded : self.found].sort()

    def state(self, number: int) -> Any:
        return self.code.layout.unrank(int(self.queue[number]))

    def space(self, stopped: Stopped) -> Space:
        return Space(
            self.code, Form.RANKED, self.found, self.expanded, int(self.status[searchkernel.STEPS]),
            self.level_starts(), self.queue, NONE, self.visited, stopped,
        )  # fmt: skip
