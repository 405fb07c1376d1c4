"""The initial states of a machine: whether a cube has one, and why not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from ...tuning import Tuning
from ...with_sat import SatSolver
from .machine import Machine

Cube: TypeAlias = tuple[int, ...]
"""Literals of latches, which are numbered from 1 on: the states where all of them are true."""


class Starts:
    """The initial states; if the latches start independently of each other, without a solver."""

    def __init__(self, machine: Machine, tuning: Tuning) -> None:
        self._width = len(machine.latches)
        self._solver = SatSolver(tuning.bounded_conflicts)
        made = machine.clauses(machine.start, machine.valid)
        self._solver.extend(made.clauses)
        self._solver.room(made.variables + 1)
        self._solver.extend([[made.literal(machine.start)], [made.literal(machine.valid)]])
        self.exist = self._solver.solve()
        self._fixed = self._forced() if self.exist else frozenset()
        self._is_cube = self._only(machine, tuning)

    def _forced(self) -> frozenset[int]:
        """The literals that are true in every initial state."""
        ask = self._solver.solve
        candidates = set(self._solver.model()[: self._width])
        for literal in sorted(candidates, key=abs):
            if literal in candidates and ask([-literal]):
                candidates &= set(self._solver.model()[: self._width])
        return frozenset(candidates)

    def _only(self, machine: Machine, tuning: Tuning) -> bool:
        """Whether every state with the forced literals is an initial one."""
        other = SatSolver(tuning.bounded_conflicts)
        made = machine.clauses(machine.start, machine.valid)
        other.extend(made.clauses)
        other.add([-made.literal(machine.start), -made.literal(machine.valid)])
        found = not other.solve(sorted(self._fixed))
        other.close()
        return found

    def has(self, cube: Iterable[int]) -> bool:
        """Whether an initial state is in a cube."""
        if self._is_cube:
            return all(-literal not in self._fixed for literal in cube)
        return self._solver.solve(list(cube))

    def why_not(self, cube: Sequence[int]) -> list[int]:
        """Literals of a cube without initial states that exclude them: as few as are found."""
        for literal in cube:
            if -literal in self._fixed:
                return [literal]
        excluded = not self._solver.solve(list(cube))
        assert excluded, "the cube has no initial state"
        return self._solver.core()

    def state_in(self, cube: Iterable[int]) -> tuple[bool, ...] | None:
        """An initial state in a cube; None if there is none."""
        if not self.has(cube) or not self._solver.solve(list(cube)):
            return None
        return tuple(literal > 0 for literal in self._solver.model()[: self._width])
