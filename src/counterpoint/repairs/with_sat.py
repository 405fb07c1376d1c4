"""Proposals by SAT, by python-sat; only this module imports it.

A solver works in portions of conflicts, between which a limit or Ctrl-C ends the work.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..alarm import require_going_on


class Solver:
    """Clauses over numbered variables; literals are numbers, negative for negations.

    >>> solver = Solver(conflicts=100)
    >>> a, b = solver.variable(), solver.variable()
    >>> solver.add([a, b])
    >>> solver.count([a, b], 1)
    >>> solver.solve(most=0), solver.solve(most=1), solver.value(a) + solver.value(b)
    (False, True, 1)
    """

    def __init__(self, conflicts: int) -> None:
        from pysat.solvers import Solver as Sat

        self._sat: Any = Sat(name="minisat22")
        self._conflicts = conflicts
        self._top = 0
        self._counter: Any = None
        self._true: frozenset[int] = frozenset()

    def variable(self) -> int:
        """A variable that no clause mentions yet."""
        self._top += 1
        return self._top

    def add(self, clause: Iterable[int]) -> None:
        """Add a clause: one of its literals is true."""
        self._sat.add_clause(list(clause))

    def either(self, literals: Sequence[int]) -> int:
        """A literal that is true exactly if one of these is."""
        if len(literals) == 1:
            return literals[0]
        found = self.variable()
        self.add([-found, *literals])
        for literal in literals:
            self.add([found, -literal])
        return found

    def count(self, literals: Sequence[int], most: int) -> None:
        """Count these literals, at most to `most` + 1, for `solve`."""
        from pysat.card import ITotalizer

        self._counter = ITotalizer(list(literals), most, self._top)
        for clause in self._counter.cnf.clauses:
            self.add(clause)
        self._top = max(self._top, self._counter.top_id)

    def solve(self, most: int) -> bool:
        """Whether all clauses can be true with at most `most` of the counted literals.

        Raises `TimeIsUp` or `KeyboardInterrupt` if the work must end.
        """
        bound = self._counter.rhs[most : most + 1] if self._counter is not None else []
        while True:
            self._sat.conf_budget(self._conflicts)
            found = self._sat.solve_limited([-each for each in bound], expect_interrupt=True)
            if found is not None:
                break
            require_going_on()
        self._true = frozenset(each for each in self._sat.get_model() or () if each > 0)
        return bool(found)

    def value(self, variable: int) -> bool:
        """Whether a variable is true in the solution found last."""
        return variable in self._true

    def close(self) -> None:
        """Free the memory of the solver."""
        self._sat.delete()
