"""SAT solvers, by python-sat; only this module imports it.

A solver works in portions of conflicts, between which a limit of time or memory, or Ctrl-C, ends
the work: python-sat would otherwise catch Ctrl-C itself and leave the solver in the middle of a
step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from .alarm import require_going_on

Clause: TypeAlias = list[int]
"""A disjunction of literals: numbers of variables from 1 on, negative if negated."""

QUICK = "minisat22"
"""The solver for very many small questions."""

STRONG = "glucose4"
"""The solver for few hard questions."""

OTHER = "cadical195"
"""The solver that confirms proofs: it shares no code with the other two."""

CLAUSE = 10
"""Propagations that take as long as adding a clause."""


class SatSolver:
    """A set of clauses that grows, and is asked under assumptions.

    A question is worked on in portions of `conflicts`.

    >>> solver = SatSolver(conflicts=100)
    >>> solver.extend([[1, 2], [-1, 2]])
    >>> solver.solve([-2]), solver.core(), solver.solve(), solver.model()[1]
    (False, [-2], True, 2)
    """

    def __init__(self, conflicts: int, name: str = QUICK) -> None:
        from pysat.solvers import Solver

        self._sat: Any = Solver(name=name)
        self._conflicts = conflicts
        self._added = 0

    def add(self, clause: Clause) -> None:
        """Add a clause."""
        self._added += 1
        self._sat.add_clause(clause)

    def extend(self, clauses: Iterable[Clause]) -> None:
        """Add clauses."""
        add, count = self._sat.add_clause, 0
        for clause in clauses:
            add(clause)
            count += 1
        self._added += count

    def room(self, variables: int) -> None:
        """Have models contain that many variables, even those that are in no clause."""
        self.add([variables, -variables])

    def attempt(self, assumptions: Sequence[int] = ()) -> bool | None:
        """Whether all clauses can be true under the assumptions; None after so many conflicts.

        The next attempt goes on where this one ended.
        """
        self._sat.conf_budget(self._conflicts)
        found: bool | None = self._sat.solve_limited(assumptions, expect_interrupt=True)
        return found

    def solve(self, assumptions: Sequence[int] = ()) -> bool:
        """Whether all clauses can be true under the assumptions.

        Raises `TimeIsUp` or `KeyboardInterrupt` if the work must end.
        """
        while (found := self.attempt(assumptions)) is None:
            require_going_on()
        return found

    def model(self) -> list[int]:
        """The literals that are true, by variable, after an answer that is true."""
        found: list[int] = self._sat.get_model()
        return found

    def core(self) -> list[int]:
        """Assumptions that cannot be true together, after an answer that is false."""
        found: list[int] | None = self._sat.get_core()
        return found or []

    @property
    def work(self) -> int:
        """A measure of the work done so far, which is the same in each run.

        It counts propagations, and clauses, because adding one takes about as long as several.
        """
        stats: dict[str, int] | None = self._sat.accum_stats()
        return (stats["propagations"] if stats else 0) + CLAUSE * self._added

    def close(self) -> None:
        """Free the memory of the solver."""
        self._sat.delete()


def counting(literals: Sequence[int], most: int, top: int) -> tuple[list[Clause], list[int], int]:
    """Clauses that count literals, up to `most` + 1, with variables after number `top`.

    Beside the clauses it gives, for each number up to `most`, a literal that is true if more
    literals are; then the last variable.

    Bailleux, Boufkhad: Efficient CNF encoding of Boolean cardinality constraints, CP 2003.

    >>> clauses, more, top = counting([1, 2], 1, 2)
    >>> solver = SatSolver(conflicts=100)
    >>> solver.extend([*clauses, [1, 2]])
    >>> [solver.solve([-more[most]]) for most in (0, 1)]
    [False, True]
    """
    from pysat.card import ITotalizer

    counter: Any = ITotalizer(list(literals), most, top)
    clauses, more = [list(clause) for clause in counter.cnf.clauses], list(counter.rhs)
    top = max(top, counter.top_id)
    counter.delete()
    return clauses, more, top
