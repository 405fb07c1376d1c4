"""Blocks of states of a factored system, expanded by several threads."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from ....native import Record
from ...base.arrays import U32
from ...base.hashtable import too_many
from ..parallel.blocks import TableBlocks, desk
from ..parallel.crew import Crew
from ..parallel.records import Desk
from . import blockkernel, records
from .buffers import Buffers, rows_of
from .kernel import WAITING
from .learning import Troubled

LAID_OUT_ANEW = -1
"""What `call` returns if states have another form than before."""


@cache
def _library(batch: int) -> Any:
    from ....native import build, u64  # imported late: commands must start fast

    return build(
        blockkernel.expand_chunks,
        blockkernel.list_steps,
        blockkernel.enter_targets,
        blockkernel.number_new,
        blockkernel.settle_chunks,
        blockkernel.link_steps,
        blockkernel.list_states,
        blockkernel.append_states,
        types={"Cell": u64},
        constants={"MASKED": 1, "AT_ONCE": batch},
    )


class Searching(Buffers):
    """A search that may be over before all states of a block are expanded."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether a limit was reached."""


def _before_waiting(degrees: U32) -> U32:
    """The numbers of steps of the states before the first one that waits."""
    waiting = degrees == WAITING
    return degrees[: int(waiting.argmax())] if waiting.any() else degrees


class HeldBlocks(TableBlocks):
    """The blocks of a search of a factored system; for another layout there are other blocks.

    The states of a block are expanded in rounds; between two rounds, questions are answered.
    """

    kind = records.HeldBlock
    block: records.HeldBlock

    def __init__(self, of: Searching, crew: Crew) -> None:
        self.of = of
        tuning = replace(of.tuning, block_steps=of.tuning.held_steps)
        most = max(1, tuning.held_steps // tuning.held_chunk)
        super().__init__(crew, tuning, most, (of.layout.words, np.uint64))
        self.held = self.block.held = of.new_held(len(self.block.degree))
        self.steps = self.block.found = records.Steps()
        of.set_up_out(self.steps, self.block.room)
        self._few = tuning.held_few
        self._at_once = max(1, min(tuning.held_at_once, self.block.room // (4 * crew.workers)))
        self.works = [self._work() for _ in range(crew.workers)]
        self.library = _library(min(tuning.batch, self.block.room))

    def _work(self) -> records.Search:
        of, found = self.of, self.steps
        steps = records.Steps(
            states=found.states,
            kinds=found.kinds,
            wrong=found.wrong,
            hashes=found.hashes,
            known=found.known,
        )
        return records.Search(
            table=of.table,
            code=of.code,
            walk=of.new_walk(),
            questions=of.new_questions(),
            steps=steps,
            held=self.held,
            graph=of.graph,
            notes=of.new_notes(0),
            parents=of.work.parents,
            levels=of.work.levels,
        )

    def new_desk(self, steps: int, row: tuple[int, Any]) -> Desk:
        return desk(self.block.room)

    @property
    def records(self) -> Sequence[Record]:
        theirs = [part for work in self.works for part in (work.questions, work.walk)]
        return (*super().records, self.held, self.steps, *theirs)

    def call(self, first: int, end: int, count: int) -> int:
        block = self.block
        if too_many(count + block.room):  # until they have numbers, new states have larger ones
            return 0
        self.plan(first, end, count)
        self.held.first, block.taken[0] = first, 0
        degrees = self.held.degree[: block.end - first]
        degrees[:] = WAITING
        for work in self.works:
            work.steps.count = work.steps.room = 0
            work.notes.idle_states, work.notes.idle_steps = self.of.idle
            work.at_once = self._at_once
        waiting = len(degrees)
        while True:
            self._expand_all(waiting)
            asked = [row for work in self.works for row in rows_of(work.questions)]
            is_full = any(work.steps.overflow for work in self.works)
            ready = _before_waiting(degrees)
            waiting = int(np.count_nonzero(degrees[len(ready) :] == WAITING))
            try:
                if asked and self.of.answer_for(asked, first + len(ready)):
                    return LAID_OUT_ANEW
            except Troubled:  # one thread goes on there, and finds what to do about it
                return self._enter(ready)
            if not asked or is_full or self.of.is_over:
                return self._enter(ready)

    def _expand_all(self, waiting: int) -> None:
        """Expand all states that wait, if there is room, and collect what they ask."""
        for work in self.works:
            work.questions.count = work.steps.overflow = 0
        if waiting <= self._few:  # to wake the others would take longer
            self.block.claimed[0] = 0
            self.expand(0)
        else:
            self.crew.do(lambda: self.all(self.expand))

    def _enter(self, degrees: U32) -> int:
        """Enter expanded states, with these numbers of steps; returns how many, or 0 without room.

        States after which the search may be over are left to one thread, which ends with them.
        """
        degrees = self._before_end(degrees)
        if not len(degrees):
            return 0
        first, count, states = self.block.first, self.block.count, len(degrees)
        steps = int(degrees.sum())
        if not self.of.have_room_for(int(self.held.fresh[:states].sum()), steps):
            return 0
        self.crew.do(lambda: self._entered(first, count, degrees))
        self._degree = max(1.0, steps / states)
        return states

    def _before_end(self, degrees: U32) -> U32:
        """The numbers of steps of the states before the first that may end the search.

        That is one where something fails, if this ends it, or that may lead to too many states.
        """
        work, notes, held = self.of.work, self.of.notes, self.held
        left = max(0, work.most - self.of.found)
        fresh = np.cumsum(held.fresh[: len(degrees)])
        degrees = degrees[: int(np.searchsorted(fresh, left, "right"))]
        if not work.stops:
            return degrees
        bad = (held.false[: len(degrees)] & np.uint64(notes.must_states)) != 0
        degrees = degrees[: int(bad.argmax())] if bad.any() else degrees
        must = np.uint64(notes.must_steps)
        if not (self.steps.wrong[: self.block.taken[0]] & must).any():
            return degrees
        wrong = self.steps.wrong[:] & must
        for number, (place, degree) in enumerate(zip(held.place, degrees, strict=False)):
            if wrong[place : place + degree].any():
                return degrees[:number]
        return degrees

    def _entered(self, first: int, count: int, degrees: U32) -> None:
        block, of = self.block, self.of
        block.first, block.count, block.end = first, count, first + len(degrees)
        starts = np.arange(0, len(degrees), block.size)
        block.chunks = len(starts)
        steps = np.add.reduceat(degrees, starts, dtype=np.uint64)
        fresh = np.add.reduceat(self.held.fresh[: len(degrees)], starts, dtype=np.uint64)
        block.steps[: block.chunks] = fresh
        block.begin[: block.chunks] = np.cumsum(fresh) - fresh
        block.edges[: block.chunks] = of.graph.count + np.cumsum(steps) - steps
        for work in self.works:
            work.notes = of.new_notes(len(of.notes.taken) // 2)
            work.notes.outside = of.notes.outside
            work.notes.idle_states, work.notes.idle_steps = of.idle
        found = count
        if fresh.any():
            self.all(self._task(self.library.list_steps))
            self.all(self._task(self.library.enter_targets))
            found = int(self.library.number_new(block))
        self.all(self._task(self.library.settle_chunks))
        if of.graph.kept or of.notes.must_steps:
            self.all(self._task(self.library.link_steps))
        for work in self.works:
            of.add_notes(work.notes)
        of.graph.count += int(steps.sum())
        of.table.count, of.work.next = found, block.end
        of.drop_held()
