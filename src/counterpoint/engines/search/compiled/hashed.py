"""The search with a hash table of packed states."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....stopped import NOT_STOPPED, Cause, Stopped
from ...base.arrays import NOTHING
from ...base.hashtable import clear, parts, too_many
from ...base.task import Task
from ..parallel.blocks import Blocks
from ..parallel.crew import Crew
from . import searchkernel
from .code import Code
from .form import Form, build_for
from .initial import initial_words
from .kernel import NO_STEPS
from .run import Run, lengthen
from .space import Space
from .together import PackedBlocks

AS_A_BITMAP = Stopped("a bitmap takes less memory", Cause.FORM)


class Hashed(Run):
    """A search with a hash table of packed states; only this one numbers the targets of edges."""

    def __init__(self, code: Code, task: Task, steps_up_to: int = 0) -> None:
        super().__init__(code, task, steps_up_to)
        self.wants_bitmap = False
        self._is_indexed = True
        self.library = build_for(
            code,
            Form.PACKED,
            NOTHING,
            searchkernel.explore_packed,
            searchkernel.enter,
            searchkernel.rehash,
        )
        if sparsest := self.tuning.bitmap_sparsest:
            least = -(-self._encoded // sparsest)
            self.work.dense = min(NO_STEPS, max(self.tuning.first_room, least))
        first = np.ascontiguousarray(initial_words(code, task.limits))
        room = self.tuning.first_room
        while room < len(first) + self.at_once:
            room *= 2
        self.work.room = room
        self.states.queue = np.zeros(room * code.layout.words, np.uint64)
        clear(self.states, 2 * room)
        if task.edges or steps_up_to:
            self.have_edges(room, 4 * room)
        flat = first.reshape(-1) if len(first) else NOTHING
        self.first_states(self.library.enter(len(first), flat, self.states))

    def explore(self, until: int) -> int:
        self.work.until = until
        return int(self.library.explore_packed(self.work))

    def make_blocks(self, crew: Crew) -> Blocks:
        return PackedBlocks(self, crew)

    def make_room(self) -> Stopped:
        self.lengthen_levels()
        edge_room, room = self.edge_room(), self.work.room
        while self.found + self.more > room:
            room *= 2
        size = self._size(room, edge_room)
        if self.gives_up_steps(size):
            size, edge_room = self._size(room, 0), 0
        if stopped := too_many(room) or self.exceeds(size):
            return self._as_a_bitmap() or stopped
        if edge_room > self.graph.room:
            self.lengthen_edges(edge_room)
        if room > self.work.room:
            self._double(room)
        return NOT_STOPPED

    def _size(self, room: int, edge_room: int) -> int:
        """The bytes of the arrays with room for so many states and steps."""
        return room * (8 * self.code.layout.words + 16 + 8 * (edge_room > 0)) + edge_room * 8

    def begin_level(self) -> Stopped:
        """Stop at a level from which on a bitmap takes less memory."""
        return self._as_a_bitmap() if self.found >= self.work.dense else NOT_STOPPED

    def _as_a_bitmap(self) -> Stopped:
        """The reason to stop if a bitmap takes less memory, else empty."""
        self.wants_bitmap = self.found * self.tuning.bitmap_sparsest >= self._encoded
        return AS_A_BITMAP if self.wants_bitmap else NOT_STOPPED

    @property
    def _encoded(self) -> int:
        """The number of encoded states if a bitmap has room for all, else one that is not met."""
        size, tuning = self.code.layout.size, self.tuning
        small = size <= tuning.bitmap_at_most and size // 8 <= self.task.limits.bytes // 8
        return size if small and not self.task.edges else NO_STEPS

    def _double(self, room: int) -> None:
        lengthen(self.states.queue, room * self.code.layout.words)
        if self.keeps_steps:
            lengthen(self.graph.start, room + 1)
        self.work.room = room
        self._make_table()

    def _make_table(self) -> None:
        self._is_indexed = False
        clear(self.states, 2 * self.work.room)
        if isinstance(self.blocks, PackedBlocks) and parts(self.states) > 1:
            self.blocks.rehash(self.found)
        else:
            self.library.rehash(self.states)
        self._is_indexed = True

    def state(self, number: int) -> Any:
        words = self.code.layout.words
        queue = self.states.queue
        return self.code.layout.unpack(queue[number * words : (number + 1) * words].tolist())

    def space(self, stopped: Stopped) -> Space:
        if not self._is_indexed:  # interrupted while the table was filled
            self._make_table()
        return Space(
            self.code,
            Form.PACKED,
            self.states,
            self.expanded,
            self.work.steps,
            self.level_starts(),
            stopped,
            self.edges,
            workers=self.task.workers,
        )
