"""Answers the questions of a search, and memoizes the answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....errors import CounterpointError, Refused
from ....model.factored import NOWHERE, Ask, Factored, Writes
from ....tuning import Tuning
from .cell_tests import CellTests
from .links import Links
from .program import Beyond, Program, Sorting
from .tries import Tries


class Troubled(Exception):
    """A query raised an error, in the state with the cells `row`."""

    def __init__(self, row: list[int], cause: CounterpointError) -> None:
        super().__init__(cause)
        self.row = row
        self.cause = cause


class Learning:
    """The memoized answers of a system, and its queries for more."""

    def __init__(
        self, system: Factored, program: Program, conditions: Sequence[int], tuning: Tuning
    ) -> None:
        """`conditions` are the nodes at which conditions begin."""
        self.system = system
        self.program = program
        self.cells = len(system.sizes)
        self._answer, self._factors = system.answer, system.factors
        self.tries = Tries(program.slots, self.cells, tuning)
        self.computations = program.put(self.tries)
        self.links = Links(program, conditions, tuning.linked_share)
        self.tests = CellTests(system, tuning)
        self.tries.enter()
        self.computations.refresh()

    def learn(self, questions: list[list[int]], first: list[int]) -> None:
        """Answer questions, each of slot, mark and cells, and enter the answers into the heap.

        Raises `Troubled` if a query of the state with the cells `first` raises an error. An error
        in another state counts only when that one is the first that waits; the search may end
        before.
        """
        for slot, _, *row in questions:
            if not self.tries.known(slot, row.__getitem__):  # not answered by another
                try:
                    self._learn(slot, row)
                except Troubled:
                    if row[: self.cells] == first:
                        raise
        self.tries.enter()
        self.computations.refresh()
        self.links.update(self.tests.tests, self.system.sizes, self.tries)

    def holds(self, start: int, row: list[int]) -> bool:
        """Whether the condition that begins at node `start` is true in a state, by queries.

        Raises `CounterpointError` if something that it queries has no value.
        """
        number, cells = start, [*row, *row, *[0] * self.system.besides]
        while number != NOWHERE:
            node = self.program.nodes[number]
            if not isinstance(node, Ask):
                return True
            found = self._answer(node.factor, cells.__getitem__)
            for cell, value in found[0] if found else ():
                if cell >= 2 * self.cells:
                    cells[cell] = value
            number = node.then if found else node.otherwise
        return False

    def _learn(self, slot: int, row: list[int]) -> None:
        """Query the factor or sorting with this slot, and memoize the answer."""
        looks: dict[int, int] = {}

        def read(cell: int) -> int:
            return looks.setdefault(cell, row[cell])

        try:
            if slot < self._factors:
                answer = self._answer(slot, read)
                leaf = self.tries.leaf(answer)
                self.tests.note(slot, looks, bool(answer))
            else:
                leaf = self._ways(self.program.by_slot[slot], read)
        except Refused:  # a limit was reached: not an error of the state
            raise
        except CounterpointError as error:
            raise Troubled(row[: self.cells], error) from error
        self.tries.learn(slot, looks.items(), leaf)

    def _ways(self, sorting: Sorting, read: Callable[[int], int]) -> int:
        """The leaf of a sorting for one value of its cell: where to continue.

        A condition that is true is skipped; one that is false is left out, or replaced by the node
        for that case. A condition that reads other cells is kept.
        """

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
