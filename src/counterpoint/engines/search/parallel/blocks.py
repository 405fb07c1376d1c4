"""Expanding blocks of states by the threads of a crew."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ....native import Record
from ....tuning import Tuning
from ...base.arrays import NOTHING
from ...base.hashtable import too_many
from .crew import Crew
from .kernel import FAULTY, NO_CHUNK, PARTS
from .records import Block, Desk

TOGETHER = 5
"""A further reason why a call returns: threads have expanded a block."""


class Blocks(ABC):
    """Expands blocks for one search; each kind of state has its own kernels.

    The states that are found, and their order, are those of one thread.
    """

    kind: type[Block] = Block

    def __init__(
        self, crew: Crew, tuning: Tuning, most: int, row: tuple[int, Any] = (0, np.uint64)
    ) -> None:
        """`most` is the number of steps that a state may have.

        `row` is the number of cells that the target of a step takes, and their type.
        """
        self.crew = crew
        self.block = block = self.kind()
        self.desks: list[Desk] = []
        self.wanted = 0
        """The number of states that the last block needed room for."""
        (width, cell), self.chunks = row, tuning.block_chunks
        rows = tuning.block_bytes // max(1, width * np.dtype(cell).itemsize)
        room = max(most, min(tuning.block_steps, rows))
        self._degree, self._share = tuning.block_degree, tuning.block_share
        block.room = room
        block.size = max(1, min(tuning.chunk_states, room // most))
        block.claimed, block.taken = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
        for name in ("begin", "steps", "base"):
            setattr(block, name, np.zeros(self.chunks, np.uint64))
        block.fresh = np.zeros(self.chunks * PARTS, np.uint32)
        block.key = np.zeros(room, np.uint64)
        block.counted, block.edges = (np.zeros(self.chunks, np.uint64) for _ in range(2))
        for name in ("starts", "degree", "labels", "place", "result", "numbers"):
            setattr(block, name, NOTHING.view(np.uint32))
        block.targets = block.slots = NOTHING

    @property
    def records(self) -> Sequence[Record]:
        """The records with arrays that take memory."""
        return (self.block, *self.desks)

    @abstractmethod
    def call(self, first: int, end: int, count: int) -> int:
        """Expand states from `first` on, up to `end` at most, of `count`; returns how many.

        0 if one thread must expand the first of them alone. -1 if there is no room for all that may
        be found; then `wanted` says how many states that is. Ctrl-C is heard at the end.
        """

    def plan(self, first: int, end: int, count: int) -> None:
        """Set the states of the block: as many as the room for steps is likely to suffice for."""
        block = self.block
        most = max(1, int(self._share * block.room / self._degree / block.size))
        block.chunks = min(self.chunks, most, -(-(end - first) // block.size))
        block.first, block.count = first, count
        block.end = min(end, first + block.chunks * block.size)
        block.steps[: block.chunks] = NO_CHUNK

    def expand_chunks(self) -> None:
        """Let all workers expand chunks."""
        self.block.taken[0] = 0
        self.all(self.expand)

    @property
    def expanded(self) -> int:
        """How many chunks are expanded, up to the first that is not."""
        failed = np.flatnonzero(self.block.steps[: self.block.chunks] >= FAULTY)
        return int(failed[0]) if len(failed) else self.block.chunks

    def learn_degree(self) -> int:
        """Note how many steps a state has on average; returns how many the block has."""
        steps = int(self.block.steps[: self.block.chunks].sum())
        self._degree = max(1.0, steps / (self.block.end - self.block.first))
        return steps

    def all(self, task: Callable[[int], int]) -> None:
        """Let all workers do a task, until no chunk or part is left."""
        self.block.claimed[0] = 0
        self.crew.together(task)

    @abstractmethod
    def expand(self, worker: int) -> int:
        """Let a worker expand chunks."""


class TableBlocks(Blocks):
    """Expands blocks of states that are looked up in a hash table: rows of `width` cells.

    `library` has the functions for that. Each gets the block, the record of the search that its
    thread has in `works`, and the thread's desk, and works until no chunk or part is left.
    """

    library: Any
    works: Sequence[Any]

    def __init__(self, crew: Crew, tuning: Tuning, most: int, row: tuple[int, Any]) -> None:
        super().__init__(crew, tuning, most, row)
        block, (width, cell) = self.block, row
        block.starts = np.zeros(self.chunks * (PARTS + 1), np.uint32)
        block.degree = np.zeros(self.chunks * block.size, np.uint32)
        for name in ("labels", "place", "result", "numbers"):
            setattr(block, name, np.zeros(block.room, np.uint32))
        block.slots = np.zeros(block.room, np.uint64)
        block.targets = np.zeros(block.room * width, cell)
        self.desks = [self.new_desk(block.size * most, row) for _ in range(crew.workers)]

    def new_desk(self, steps: int, row: tuple[int, Any]) -> Desk:
        """A desk for a thread, with room for the steps of a chunk."""
        return desk(steps, row)

    def expand(self, worker: int) -> int:
        return self._task(self.library.expand_chunks)(worker)

    def _task(self, function: Callable[[Block, Any, Desk], Any]) -> Callable[[int], int]:
        """A function of the library as a task of a worker."""
        return lambda worker: int(function(self.block, self.works[worker], self.desks[worker]))

    def rehash(self, count: int) -> None:
        """Enter the first `count` states into the hash table, which must be empty."""
        self.crew.do(lambda: self._rehash(count))

    def _rehash(self, count: int) -> None:
        block = self.block
        at_once = min(self.chunks, block.room // block.size) * block.size
        for first in range(0, count, at_once):
            block.first, block.end = first, min(count, first + at_once)
            block.chunks = -(-(block.end - first) // block.size)
            block.taken[0] = 0
            self.all(self._task(self.library.list_states))
            self.all(self._task(self.library.append_states))


class HashedBlocks(TableBlocks):
    """Expands such blocks in one go.

    The threads first expand chunks of states; then they look up the targets in parts of the table,
    and enter those that are new; then new states get their numbers, and steps that are kept those
    of their targets. A block without room for that is expanded again when there is: it happens
    once for each doubling of the table, which takes the lists of the block.
    """

    def call(self, first: int, end: int, count: int) -> int:
        return self.crew.do(lambda: self._block(first, end, count))

    def _block(self, first: int, end: int, count: int) -> int:
        """What `call` says, done by one of the threads."""
        block = self.block
        if too_many(count + block.room):  # until they have numbers, new states have larger ones
            return 0
        self.plan(first, end, count)
        self.expand_chunks()
        block.chunks = self.expanded
        block.end = min(block.end, first + block.chunks * block.size)
        if not block.chunks:
            return 0
        self.wanted = self.learn_degree()
        if not self.has_room(self.wanted):
            return -1
        self.all(self._task(self.library.enter_targets))
        found = int(self.library.number_chunks(block))
        self.all(self._task(self.library.settle_chunks))
        self.finish(found)
        return block.end - first

    @abstractmethod
    def has_room(self, more: int) -> bool:
        """Whether there is room for as many new states, and for as many more steps."""

    @abstractmethod
    def finish(self, count: int) -> None:
        """Note that the block was expanded; then there are `count` states."""

    @property
    def counted(self) -> int:
        """The number of steps of the block that are to be counted."""
        return int(self.block.counted[: self.block.chunks].sum())

    def keep_steps(self, graph: Any) -> None:
        """Add the steps of the block to a graph."""
        block = self.block
        steps = block.steps[: block.chunks]
        block.edges[: block.chunks] = graph.count + np.cumsum(steps) - steps
        self.all(self._task(self.library.link_steps))
        graph.count += int(steps.sum())
        graph.start[block.end] = graph.count


def desk(steps: int, row: tuple[int, Any] = (0, np.uint64), words: int = 1) -> Desk:
    """A desk for so many steps to states that are rows of so many cells; `here` has `words`."""
    width, cell = row
    return Desk(
        here=np.zeros(words, np.uint64),
        targets=np.zeros(max(1, steps * width), cell),
        keys=np.zeros(steps, np.uint64),
        labels=np.zeros(steps, np.uint32),
        order=np.zeros(steps, np.uint64),
    )
