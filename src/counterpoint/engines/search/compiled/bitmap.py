"""The search with a bitmap: one bit for each encoded state."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....stopped import NOT_STOPPED, Stopped
from ...base.arrays import NOTHING, U64
from ...base.task import Task
from . import searchkernel
from .code import Code
from .digits import tables
from .form import Form, build_for
from .hashed import Hashed
from .initial import initial_ranks
from .kernel import NO_STEPS
from .run import Run, lengthen
from .space import Space


class Bitmap(Run):
    """A search with a bitmap of the encoded states; states are stored as ranks."""

    def __init__(self, code: Code, task: Task, begun: Hashed | None = None) -> None:
        super().__init__(code, task)
        states = self.states
        cell = np.uint32 if code.layout.size <= 1 << 32 else np.uint64
        states.queue = np.zeros(self.tuning.first_room, cell)
        states.visited = np.zeros(code.layout.size // 64 + 1, np.uint64)
        states.digits = tables(code.layout, self.tuning.table_size)
        self.library = build_for(
            code,
            Form.RANKED,
            states.queue,
            searchkernel.explore_ranked,
            searchkernel.rank_all,
            searchkernel.mark,
        )
        sorts = code.layout.size >= self.tuning.sorted_from
        self.work.large = self.tuning.sorted_level if sorts else NO_STEPS
        self.work.room = len(states.queue)
        if begun is None:
            self._enter(initial_ranks(code, task.limits))
        else:
            self._take_over(begun)

    def _enter(self, ranks: U64) -> None:
        states = self.states
        self._lengthen_for(len(ranks))
        states.queue[: len(ranks)] = ranks
        self.first_states(self.library.mark(len(ranks), states.queue, states.visited))

    def _take_over(self, begun: Hashed) -> None:
        """Continue a search with a hash table from where it stopped."""
        states, work, count = self.states, self.work, begun.found
        self._lengthen_for(count)
        self.library.rank_all(count, begun.states.queue, states.queue)
        begun.states.queue = begun.states.slots = NOTHING
        states.count = self.library.mark(count, states.queue, states.visited)
        work.levels, work.level = begun.work.levels, begun.work.level
        work.level_room = begun.work.level_room
        work.next, work.steps = begun.work.next, begun.work.steps
        self.start = begun.start

    def _lengthen_for(self, count: int) -> None:
        room = self.work.room
        while room < count + self.at_once:
            room += room if room < self.tuning.doubled_up_to else room // 4 + 1
        if room > self.work.room:
            lengthen(self.states.queue, room)
            self.work.room = room

    def explore(self) -> int:
        return int(self.library.explore_ranked(self.work))

    def make_room(self) -> Stopped:
        self.lengthen_levels()
        states = self.states
        size = states.visited.nbytes + (self.found + self.at_once) * 5 // 4 * states.queue.itemsize
        if stopped := self.exceeds(size):
            return stopped
        self._lengthen_for(self.found)
        return NOT_STOPPED

    def sort_level(self) -> None:
        """Sort the ranks of the level, so that accesses to the bitmap are in ascending order."""
        self.states.queue[self.expanded : self.found].sort()

    def state(self, number: int) -> Any:
        return self.code.layout.unrank(int(self.states.queue[number]))

    def space(self, stopped: Stopped) -> Space:
        return Space(
            self.code,
            Form.RANKED,
            self.states,
            self.expanded,
            self.work.steps,
            self.level_starts(),
            stopped,
        )
