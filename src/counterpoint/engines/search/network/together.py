"""Blocks of states of a product, expanded by several threads."""

from __future__ import annotations

import numpy as np

from ....tuning import Tuning
from ..parallel.blocks import HashedBlocks
from ..parallel.crew import Crew
from ..parallel.kernel import number_chunks
from . import blockkernel
from .library import library_for
from .records import Search
from .tables import Tables


class ProductBlocks(HashedBlocks):
    """The blocks of a search of a product; for other tables there are other blocks."""

    def __init__(self, tables: Tables, work: Search, crew: Crew, tuning: Tuning) -> None:
        super().__init__(crew, tuning, tables.events, (tables.automata, tables.cell))
        self.work = work
        self.works = [
            Search(
                tables=tables,
                states=work.states,
                graph=work.graph,
                desk=desk,
                not_followed=work.not_followed,
                blocked=np.zeros_like(work.blocked),
                offered=np.zeros_like(work.offered),
                first=work.first.copy(),
                missing=work.missing,
            )
            for desk in self.desks
        ]
        self._planned = 0
        self.library = library_for(
            tables.cell,
            blockkernel.expand_chunks,
            blockkernel.enter_targets,
            number_chunks,
            blockkernel.settle_chunks,
            blockkernel.link_steps,
            blockkernel.list_states,
            blockkernel.append_states,
        )

    def _block(self, first: int, end: int, count: int) -> int:
        for each in self.works:
            each.first[:] = self.work.first
        expanded = super()._block(first, end, count)
        # States that remain to be expanded have no marks yet.
        self.work.states.marks[first + max(0, expanded) : self._planned] = 0
        return expanded

    def plan(self, first: int, end: int, count: int) -> None:
        super().plan(first, end, count)
        self._planned = self.block.end

    def has_room(self, more: int) -> bool:
        states, graph = self.work.states, self.work.graph
        if graph.room and graph.count + more > graph.room:
            return False
        return states.count + more <= states.room

    def finish(self, count: int) -> None:
        work = self.work
        if work.graph.room:
            self.keep_steps(work.graph)
        for each in self.works:
            first = each.first[:]
            is_kept = (first < self.block.end) & (first < work.first[:])
            work.first[is_kept] = first[is_kept]
        work.transitions += self.counted
        work.states.count, work.next = count, self.block.end
