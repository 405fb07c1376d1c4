"""The initial states of a model, found by a solver."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from ...tuning import Tuning
from ...with_sat import SatSolver
from .circuit import TRUE, Signal
from .clauses import Clauses
from .modelled import ModelCircuit, State


class InitialStates:
    """The initial states of a model, as values of all its variables.

    >>> from ...examples.peterson import model
    >>> from ...tuning import USUAL
    >>> initial = InitialStates(ModelCircuit(model().parts), USUAL)
    >>> initial.count, initial.state() in set(model().initial())
    (1, True)
    """

    def __init__(self, of: ModelCircuit, tuning: Tuning) -> None:
        self._of, self._tuning = of, tuning

    @cached_property
    def count(self) -> int:
        """How many there are, counted up to two."""
        solver, found = self._solver(TRUE), 0
        while found < 2 and solver.solve():
            found += 1
            if not self._of.latches:
                break
            solver.add([-literal for literal in self._bits(solver)])
        solver.close()
        return found

    def state(
        self, goal: Signal = TRUE, known: Mapping[Signal, bool] | None = None
    ) -> State | None:
        """One in which a signal is true, and latches have known bits; None if there is none."""
        solver = self._solver(goal)
        bits = [known.get(latch) for latch in self._of.latches] if known else []
        assumed = [at if bit else -at for at, bit in enumerate(bits, 1) if bit is not None]
        is_one = solver.solve(assumed)
        state = self._of.state([bit > 0 for bit in self._bits(solver)]) if is_one else None
        solver.close()
        return state

    def _solver(self, goal: Signal) -> SatSolver:
        """A solver in which the latches have the first variables."""
        of, solver = self._of, SatSolver(self._tuning.bounded_conflicts)
        wanted = of.circuit.all((*of.starts, *of.valid, goal))
        made = Clauses(of.circuit, (wanted,), [latch >> 1 for latch in of.latches])
        solver.extend([*made.clauses, [made.literal(wanted)]])
        solver.room(made.variables)
        return solver

    def _bits(self, solver: SatSolver) -> list[int]:
        return solver.model()[: self._of.width]
