"""Blocks of states of a model, expanded by several threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...base.arrays import NOTHING
from ..parallel.blocks import Blocks, HashedBlocks, desk
from ..parallel.crew import Crew
from ..parallel.kernel import NO_CHUNK, number_chunks
from . import blockkernel
from .form import Form, build_for

if TYPE_CHECKING:
    from .run import Run


class PackedBlocks(HashedBlocks):
    """The blocks of a search with a hash table of packed states."""

    def __init__(self, run: Run, crew: Crew) -> None:
        code = run.code
        super().__init__(crew, run.tuning, run.most, (code.layout.words, np.uint64))
        self.run = run
        self.works = [run.work] * crew.workers
        self.library = build_for(
            code,
            Form.PACKED,
            NOTHING,
            blockkernel.expand_chunks,
            blockkernel.enter_targets,
            number_chunks,
            blockkernel.settle_chunks,
            blockkernel.link_steps,
            blockkernel.list_states,
            blockkernel.append_states,
        )

    def has_room(self, more: int) -> bool:
        run = self.run
        if run.keeps_steps and run.graph.count + more > run.graph.room:
            return False
        return run.found + more <= run.work.room

    def finish(self, count: int) -> None:
        run = self.run
        if run.keeps_steps:
            self.keep_steps(run.graph)
        run.work.steps += self.counted
        run.states.count, run.work.next = count, self.block.end


class RankedBlocks(Blocks):
    """The blocks of a search with a bitmap."""

    def __init__(self, run: Run, crew: Crew) -> None:
        super().__init__(crew, run.tuning, run.most)
        self.run = run
        steps, words = self.block.size * run.most, run.code.layout.words
        row = (0, run.states.queue.dtype)
        self.desks = [desk(steps, row, words) for _ in range(crew.workers)]
        self.block.targets = NOTHING.astype(run.states.queue.dtype)
        self.library = build_for(
            run.code,
            Form.RANKED,
            run.states.queue,
            blockkernel.expand_ranked,
            blockkernel.settle_ranked,
        )

    def call(self, first: int, end: int, count: int) -> int:
        return self.crew.do(lambda: self._block(first, end, count))

    def _block(self, first: int, end: int, count: int) -> int:
        run, block = self.run, self.block
        self.plan(first, min(end, first + self._most_states), count)
        self.wanted = min((block.end - first) * run.most, run.code.layout.size - count)
        if count + self.wanted > run.work.room:
            return -1
        # A state is marked as it is found, so a chunk for which there was no room is done later.
        while NO_CHUNK in block.steps[: block.chunks]:
            self.expand_chunks()
            self._append_new()
        expanded = self.expanded
        run.work.next = min(block.end, first + expanded * block.size)
        if expanded < block.chunks:
            return 0  # a state has a fault, which one thread will find again
        self.learn_degree()
        run.work.steps += int(block.counted[:expanded].sum())
        return run.work.next - first

    @property
    def _most_states(self) -> int:
        """The most states of a block, so that it needs little room even if all targets are new."""
        return max(self.block.size, self.run.tuning.block_rooms * self.block.room // self.run.most)

    def _append_new(self) -> None:
        """Append the states that the chunks list as new."""
        block, states = self.block, self.run.states
        fresh = block.fresh[: block.chunks].astype(np.uint64)
        block.base[: block.chunks] = states.count + np.cumsum(fresh) - fresh
        self.all(self._settle)
        block.fresh[: block.chunks] = 0
        states.count += int(fresh.sum())

    def expand(self, worker: int) -> int:
        return int(self.library.expand_ranked(self.block, self.run.work, self.desks[worker]))

    def _settle(self, worker: int) -> int:
        return int(self.library.settle_ranked(self.block, self.run.states.queue))
