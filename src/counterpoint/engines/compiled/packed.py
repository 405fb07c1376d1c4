"""The search with a hash table of packed states."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...stopped import NOT_STOPPED, Cause, Stopped
from ..edges import Edges
from ..task import Task
from . import searchkernel
from .code import Code
from .form import Form, build_for
from .initial import initial_words
from .run import NONE, Run, lengthen
from .space import Space

AS_A_BITMAP = Stopped("a bitmap takes less memory", Cause.FORM)


class Packed(Run):
    """A search with a hash table of packed states; the only one in which edges have numbers."""

    def __init__(self, code: Code, task: Task) -> None:
        super().__init__(code, task)
        self.wants_bitmap = False
        self.library = build_for(
            code,
            Form.PACKED,
            NONE,
            searchkernel.explore_packed,
            searchkernel.enter,
            searchkernel.rehash,
        )
        first = np.ascontiguousarray(initial_words(code, task.limits))
        room = self.tuning.first_room
        while room < len(first) + len(self.kinds):
            room *= 2
        self.room = room
        self.queue = np.zeros(room * code.layout.words, np.uint64)
        self.table = np.zeros(2 * room, np.uint64)
        self.hashes = np.zeros(len(self.kinds), np.uint64)
        if task.edges:
            self.edge_start = np.zeros(room + 1, np.uint64)
            self.edge_target = np.zeros(4 * room, np.uint32)
            self.edge_kind = np.zeros(4 * room, np.uint32)
        flat = first.reshape(-1) if len(first) else NONE
        mask = len(self.table) - 1
        self.first_states(self.library.enter(0, len(first), flat, self.queue, self.table, mask))

    def call(self, until: int) -> int:
        return int(
            self.library.explore_packed(
                until, self.most, self.room, len(self.edge_target), len(self.levels), self.queue,
                self.table, len(self.table) - 1, self.levels, self.out, self.kinds, self.hashes,
                self.edge_start, self.edge_target, self.edge_kind, self.status,
            )
        )  # fmt: skip

    def make_room(self) -> Stopped:
        self.lengthen_levels()
        edges = int(self.status[searchkernel.EDGES]) + len(self.kinds)
        edge_room, room = len(self.edge_target), self.room
        while edge_room and edges > edge_room:
            edge_room *= 2
        while self.found + len(self.kinds) > room:
            room *= 2
        words = self.code.layout.words
        size = room * (8 * words + 16 + 8 * self.task.edges) + edge_room * 8
        if room > self.room and self._is_dense():
            self.wants_bitmap = True
            return AS_A_BITMAP
        if stopped := self.exceeds(size):
            return stopped
        if edge_room > len(self.edge_target):
            lengthen(self.edge_target, edge_room)
            lengthen(self.edge_kind, edge_room)
        if room > self.room:
            self._double(room)
        return NOT_STOPPED

    def _is_dense(self) -> bool:
        """Whether so many of the encoded states are reached that a bitmap takes less memory."""
        size, tuning = self.code.layout.size, self.tuning
        small = size <= tuning.bitmap_at_most and size // 8 <= self.task.limits.bytes // 8
        return not self.task.edges and small and self.found * tuning.bitmap_sparsest >= size

    def _double(self, room: int) -> None:
        lengthen(self.queue, room * self.code.layout.words)
        if self.task.edges:
            lengthen(self.edge_start, room + 1)
        self.room = room
        self._make_table()

    def _make_table(self) -> None:
        self.table = NONE  # the old one goes before the new one comes
        table = np.zeros(2 * self.room, np.uint64)
        self.library.rehash(self.found, self.queue, table, len(table) - 1)
        self.table = table

    def state(self, number: int) -> Any:
        words = self.code.layout.words
        return self.code.layout.unpack(self.queue[number * words : (number + 1) * words].tolist())

    def space(self, stopped: Stopped) -> Space:
        if len(self.table) == 1:  # an interruption came while there was none
            self._make_table()
        edges = None
        if self.task.edges:
            count = int(self.status[searchkernel.EDGES])
            self.edge_start[self.expanded :] = count
            edges = Edges(
                self.edge_start[: self.found + 1], self.edge_target[:count], self.edge_kind[:count]
            )
        return Space(
            self.code, Form.PACKED, self.found, self.expanded, int(self.status[searchkernel.STEPS]),
            self.level_starts(), self.queue, self.table, NONE, stopped, edges,
        )  # fmt: skip
