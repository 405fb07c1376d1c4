"""Questions that a search came upon, answered and remembered."""

from __future__ import annotations

from collections.abc import Callable

from ....errors import CounterpointError, Refused
from ....model.factored import NOWHERE, Ask, Factored, Writes
from ....tuning import Tuning
from .program import Beyond, Program, Sorting
from .tries import Tries


class Troubled(Exception):
    """A question that has no answer, about the state with these cells."""

    def __init__(self, row: list[int], cause: CounterpointError) -> None:
        super().__init__(cause)
        self.row = row
        self.cause = cause


class Learning:
    """What is known of a system, and how more is learned."""

    def __init__(self, system: Factored, program: Program, tuning: Tuning) -> None:
        self.system = system
        self.program = program
        self.cells = len(system.sizes)
        self._answer, self._factors = system.answer, system.factors
        self.tries = Tries(program.slots, self.cells, tuning)
        self.reckoning = program.put(self.tries)
        self.tries.enter()
        self.reckoning.refresh()

    def learn(self, questions: list[list[int]]) -> None:
        """Ask what is not known: of each slot, for the cells that it may look at."""
        for slot, _, *row in questions:
            if not self.tries.known(slot, row.__getitem__):  # else another state asked it before
                self._learn(slot, row)
        self.tries.enter()
        self.reckoning.refresh()

    def _learn(self, slot: int, row: list[int]) -> None:
        """Ask something, and remember the answer."""
        looks: dict[int, int] = {}

        def read(cell: int) -> int:
            return looks.setdefault(cell, row[cell])

        try:
            if slot < self._factors:
                leaf = self.tries.leaf(self._answer(slot, read))
            else:
                leaf = self._ways(self.program.by_slot[slot], read)
        except Refused:  # of what would take too much, not of what means nothing
            raise
        except CounterpointError as error:
            raise Troubled(row[: self.cells], error) from error
        self.tries.learn(slot, looks.items(), leaf)

    def _ways(self, sorting: Sorting, read: Callable[[int], int]) -> int:
        """The ways that are open for the value of a cell."""

        def only(cell: int) -> int:
            if cell != sorting.cell:
                raise Beyond
            return read(cell)

        read(sorting.cell)
        found = []
        answers: dict[int, tuple[Writes, ...] | None] = {}
        for way in sorting.ways:
            node = self.program.nodes[way]
            assert isinstance(node, Ask)
            if node.factor not in answers:
                try:
                    answers[node.factor] = self.system.answer(node.factor, only)
                except Beyond:
                    answers[node.factor] = None
            answer = answers[node.factor]
            if answer is None:
                found.append(way)
            elif (after := node.then if answer else node.otherwise) != NOWHERE:
                found.append(after)
        return self.tries.ways([self.program.places[way] for way in found])
