"""The answers of tests that read only one cell, for `links` to jump by its value."""

from __future__ import annotations

from ....data import dataclass
from ....model.factored import Ask, Factored
from ....tuning import Tuning

UNKNOWN = 2
"""Instead of the answer of a test, 0 or 1, for a value that it was not queried with."""


@dataclass(slots=True, eq=False)
class CellTest:
    """A test that read only `cell` when it was first queried, and its `answers` by the value."""

    cell: int
    answers: list[int]

    def settled(self, size: int) -> int:
        """The answer for all values below `size` if these have the same answer, else UNKNOWN."""
        first = self.answers[0] if self.answers else UNKNOWN
        return first if self.answers.count(first) == size else UNKNOWN


class CellTests:
    """The tests of a system that read one cell, by their factors, with their answers so far.

    Only answers that a search asked for are noted. Others could take long, or for ever: what
    guards a test is in tests before it.
    """

    def __init__(self, system: Factored, tuning: Tuning) -> None:
        self._most = tuning.tested_values
        self._left = _only_tests(system)
        self.tests: dict[int, CellTest] = {}

    def note(self, factor: int, looks: dict[int, int], answer: bool) -> None:
        """Note what a factor read when it was queried, cells and values, and what it answered."""
        test = self.tests.get(factor)
        if test is None:
            if factor not in self._left:
                return
            self._left.discard(factor)
            if len(looks) != 1:
                return
            test = self.tests[factor] = CellTest(min(looks), [])
        if len(looks) == 1 and (value := looks[test.cell]) < self._most:
            answers = test.answers
            answers += [UNKNOWN] * (value + 1 - len(answers))
            answers[value] = int(answer)


def _only_tests(system: Factored) -> set[int]:
    """The factors that are queried by nodes which only test, and by no others."""
    asks = [node for node in system.program if isinstance(node, Ask)]
    return {ask.factor for ask in asks if ask.tests} - {ask.factor for ask in asks if not ask.tests}
