"""The search with a bitmap: one bit for each encoded state."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ....stopped import NOT_STOPPED, Stopped
from ...base.arrays import NOTHING, U64
from ...base.edges import Edges
from ...base.task import Task
from ..parallel.blocks import Blocks
from ..parallel.crew import Crew
from . import searchkernel
from .code import Code
from .digits import tables
from .form import Form, build_for
from .hashed import Hashed
from .initial import initial_ranks
from .run import Run, lengthen
from .space import Space
from .together import RankedBlocks


class Bitmap(Run):
    """A search with a bitmap of the encoded states; states are stored as ranks."""

    def __init__(
        self, code: Code, task: Task, steps_up_to: int = 0, *, begun: Hashed | None = None
    ) -> None:
        super().__init__(code, task, steps_up_to)
        states = self.states
        cell = np.uint32 if code.layout.size <= 1 << 32 else np.uint64
        self._reserve = np.zeros(max(1, min(code.layout.size, self.tuning.reserved)), cell)
        states.queue = self._reserve[: self.tuning.first_room]
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
        self.work.large = self.tuning.sorted_level
        self.work.room = len(states.queue)
        if steps_up_to and code.layout.size <= 1 << 32:
            self.have_edges(self.work.room, 4 * self.work.room)
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
        while room < count + self.more:
            room += room if room < self.tuning.doubled_up_to else room // 4 + 1
        if room > self.work.room:
            self._lengthen_queue(room)
            if self.keeps_steps:
                lengthen(self.graph.start, room + 1)
            self.work.room = room

    def explore(self, until: int) -> int:
        self.work.until = until
        return int(self.library.explore_ranked(self.work))

    def _lengthen_queue(self, room: int) -> None:
        """Make room for `room` ranks, in the reserve if that suffices."""
        if room > len(self._reserve):
            self.states.queue = NOTHING
            lengthen(self._reserve, room)
        self.states.queue = self._reserve[:room]

    @property
    def shared_from(self) -> int:
        return max(self.tuning.block_from, self.tuning.sorted_level)

    @property
    def may_share(self) -> bool:
        return not self.keeps_steps

    def make_blocks(self, crew: Crew) -> Blocks:
        return RankedBlocks(self, crew)

    def make_room(self) -> Stopped:
        self.lengthen_levels()
        edge_room = self.edge_room()
        size = self._size(edge_room)
        if self.gives_up_steps(size):
            size, edge_room = self._size(0), 0
        if stopped := self.exceeds(size):
            return stopped
        if edge_room > self.graph.room:
            self.lengthen_edges(edge_room)
        self._lengthen_for(self.found)
        return NOT_STOPPED

    def _size(self, edge_room: int) -> int:
        """The bytes of the arrays with room for more states, and for so many steps.

        With steps, those of a `Numbering` count too.
        """
        visited, cell = self.states.visited.nbytes, self.states.queue.itemsize
        states = (self.found + self.more) * 5 // 4
        numbering = visited // 2 + states * 4 if edge_room else 0
        steps = states * 8 + edge_room * 8 if edge_room else 0
        return int(visited + states * cell + steps + numbering)

    def begin_level(self) -> Stopped:
        """Sort the ranks of a level if it is large, or the level before was.

        Accesses to the bitmap then have an ascending order, and the numbers of the states do not
        depend on which thread found which of them first.
        """
        ends = self.work.levels[max(0, self.work.level - 2) : self.work.level + 1]
        if np.diff(ends).max(initial=0) >= self.tuning.sorted_level:
            self.states.queue[self.expanded : self.found].sort()
        return NOT_STOPPED

    def state(self, number: int) -> Any:
        return self.code.layout.unrank(int(self.states.queue[number]))

    def space(self, stopped: Stopped) -> Space:
        found = Space(
            self.code,
            Form.RANKED,
            self.states,
            self.expanded,
            self.work.steps,
            self.level_starts(),
            stopped,
            workers=self.task.workers,
        )
        found.edges = self._numbered(found)
        return found

    def _numbered(self, found: Space) -> Edges | None:
        """The steps with numbers for the ranks of their targets; None if they are not kept.

        Nor are they if everything must end, as there is no time for the numbers.
        """
        edges = self.edges
        if edges is None or found.stopped.ends_everything:
            return None
        return replace(edges, target=found.numbering.numbers(edges.target))
