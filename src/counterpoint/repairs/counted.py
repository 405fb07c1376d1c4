"""Clauses of which a solution has at most so many literals of some list true."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..with_sat import SatSolver, counting


class CountedClauses:
    """Clauses over numbered variables, which are solved with few of the counted literals true.

    A question is worked on in portions of `conflicts`, between which a limit or Ctrl-C ends it.

    >>> clauses = CountedClauses(conflicts=100)
    >>> a, b = clauses.variable(), clauses.variable()
    >>> clauses.add([a, b])
    >>> clauses.count([a, b], 1)
    >>> clauses.solve(most=0), clauses.solve(most=1), clauses.value(a) + clauses.value(b)
    (False, True, 1)
    """

    def __init__(self, conflicts: int) -> None:
        self._solver = SatSolver(conflicts)
        self._top = 0
        self._more: list[int] = []
        self._true: frozenset[int] = frozenset()

    def variable(self) -> int:
        """A variable that no clause mentions yet."""
        self._top += 1
        return self._top

    def add(self, clause: Iterable[int]) -> None:
        """Add a clause: one of its literals is true."""
        self._solver.add(list(clause))

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
        clauses, self._more, self._top = counting(literals, most, self._top)
        self._solver.extend(clauses)

    def solve(self, most: int) -> bool:
        """Whether all clauses can be true with at most `most` of the counted literals.

        Raises `TimeIsUp` or `KeyboardInterrupt` if the work must end.
        """
        found = self._solver.solve([-more for more in self._more[most : most + 1]])
        self._true = frozenset(n for n in self._solver.model() if n > 0) if found else frozenset()
        return found

    def value(self, variable: int) -> bool:
        """Whether a variable is true in the solution found last."""
        return variable in self._true

    def close(self) -> None:
        """Free the memory of the solver."""
        self._solver.close()
