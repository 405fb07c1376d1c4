"""Searches in which several threads may expand states together."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable

from ....stopped import NOT_STOPPED, Cause, Stopped
from ...base.arrays import bytes_of
from ...base.outcome import FULL
from ...base.task import Task
from ..native import NativeSearch
from .blocks import TOGETHER, Blocks
from .crew import Crew


class SharedSearch(NativeSearch):
    """A search by one thread while few states wait, and by several, in blocks, when many do.

    States that a block leaves to one thread are expanded alone, as many as make a block pay, and
    twice as many each time until a block succeeds. Without memory for blocks one thread goes on.
    """

    most: int
    """The number of steps that a state may have."""

    at_once: int
    """The number of states and steps that one thread needs room for."""

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        self.crew: Crew | None = None
        self.blocks: Blocks | None = None
        self.more = 0
        """The number of states and steps to make room for."""
        self._alone_to = self._alone = 0
        self._waited = 0.0

    @abstractmethod
    def explore(self, until: int) -> int:
        """Let one thread expand states up to a number; returns why it stopped."""

    @property
    @abstractmethod
    def ready(self) -> int:
        """The end of the states that may be expanded in any order."""

    @abstractmethod
    def make_blocks(self, crew: Crew) -> Blocks:
        """The blocks of this search for the threads of a crew."""

    @property
    @abstractmethod
    def bytes(self) -> int:
        """The bytes of the arrays at present, without those of blocks."""

    @property
    def shared_from(self) -> int:
        """The number of states from which on several threads expand them together."""
        return self.tuning.block_from

    @property
    def may_share(self) -> bool:
        """Whether several threads may expand states together now."""
        return True

    def search(self, chunk: int) -> Stopped:
        workers = self.tuning.workers
        if workers == 1:
            return super().search(chunk)
        with Crew(workers) as self.crew:
            return super().search(chunk)

    def over_limits(self) -> Stopped:
        self.give_up_blocks()
        return super().over_limits()

    def call(self, chunk: int) -> int:
        if (end := self._end_of_block()) and (blocks := self._with_blocks()):
            expanded = self._call_blocks(blocks, end)
            if expanded < 0:
                self.more = blocks.wanted
                return FULL
            if expanded > 0:
                self._alone = 0
                self.task.workers.note(blocks.crew.workers)
                return TOGETHER
            self._alone = max(self.shared_from, 2 * self._alone)
            self._alone_to = self.expanded + self._alone
        return self.explore(self.until(chunk, self.most))

    def _call_blocks(self, blocks: Blocks, end: int) -> int:
        began, busy = time.perf_counter(), time.thread_time()
        expanded = blocks.call(self.expanded, end, self.found)
        self._waited += time.perf_counter() - began - (time.thread_time() - busy)
        return expanded

    @property
    def seconds(self) -> float:
        """A clock: how long this thread computed, or waited for others that did."""
        return time.thread_time() + self._waited

    def _end_of_block(self) -> int:
        """The end of the states that threads expand next; 0 if one thread alone goes on."""
        if self.crew is None or not self.may_share or self.expanded < self._alone_to:
            return 0
        end = min(self.ready, self.until(self.found, self.most))
        return end if end - self.expanded >= self.shared_from else 0

    def _with_blocks(self) -> Blocks | None:
        """The blocks that threads expand, made when they are first needed; None without memory."""
        if self.blocks is None and self.crew is not None:
            self.blocks = self.make_blocks(self.crew)
            self.give_up_blocks()
        return self.blocks

    def give_up_blocks(self) -> None:
        """Let one thread go on alone if memory does not suffice for blocks."""
        if self.blocks is not None and self.exceeds(self.used):
            self.crew = self.blocks = None

    def with_room(self, make_room: Callable[[], Stopped]) -> Stopped:
        """Make room; if there is too little for a block, one thread goes on alone."""
        stopped = make_room()
        if stopped.cause is Cause.MEMORY and self.more > self.at_once:
            self.crew = self.blocks = None
            stopped = NOT_STOPPED
        self.more = self.at_once
        return stopped

    @property
    def used(self) -> int:
        """The bytes of the arrays at present."""
        blocks = () if self.blocks is None else self.blocks.records
        return self.bytes + sum(map(bytes_of, blocks))

    def exceeds(self, size: int) -> Stopped:
        """The reason to stop if arrays of `size` bytes in all exceed the limits, else empty."""
        return self.task.exceeds(size, max(0, size - self.used))
