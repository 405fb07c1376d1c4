"""Inductive invariants made small: clauses and literals that are not needed are left out.

Bradley, Somenzi, Hassan, Zhang: Incremental formal verification of hardware, FMCAD 2011 (minimal
inductive subclauses and subsets).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...alarm import require_going_on
from ...tuning import Tuning
from ...with_sat import SatSolver
from .clauses import Clauses
from .machine import Machine
from .reach import Proof
from .starts import Cube, Starts


def minimized(proof: Proof, machine: Machine, tuning: Tuning) -> Proof:
    """A proof with as few cubes, of as few literals, as leaving them out one by one gives.

    A proof with many cubes is returned as it is: it is not for readers.
    """
    if len(proof.cubes) > tuning.bounded_shown:
        return proof
    return _Shrinking(machine, tuning).shrunk(proof)


class _Shrinking:
    """Leaves out cubes, then literals, while the rest is still a proof."""

    def __init__(self, machine: Machine, tuning: Tuning) -> None:
        self._machine = machine
        self._tuning = tuning
        self._starts = Starts(machine, tuning)

    def shrunk(self, proof: Proof) -> Proof:
        cubes = self._fewer(proof.cubes)
        return Proof(self._fewer(self._shorter(cubes)))

    def _fewer(self, cubes: Sequence[Cube]) -> tuple[Cube, ...]:
        asked = Questions(self._machine, cubes, self._tuning.bounded_conflicts)
        kept = set(range(len(cubes)))
        for at in sorted(kept, key=lambda n: -len(cubes[n])):
            require_going_on()
            if at in kept and (rest := asked.inductive_part(kept - {at})) is not None:
                kept = rest
        asked.close()
        return tuple(cubes[at] for at in sorted(kept))

    def _shorter(self, cubes: Sequence[Cube]) -> tuple[Cube, ...]:
        found = list(cubes)
        for at, cube in enumerate(found):
            for literal in cube:
                require_going_on()
                less = tuple(one for one in found[at] if one != literal)
                if not less or self._starts.has(less):
                    continue
                with_less = [*found[:at], less, *found[at + 1 :]]
                if is_closed(self._machine, with_less, less, self._tuning.bounded_conflicts):
                    found[at] = less
        return tuple(found)


def is_closed(machine: Machine, cubes: Iterable[Cube], cube: Cube, conflicts: int) -> bool:
    """Whether no step leads from outside all `cubes` into one of them."""
    solver, made = _with_steps(machine, conflicts)
    solver.extend([-literal for literal in each] for each in cubes)
    after = [made.literal(signal) for signal in machine.after]
    into = [after[literal - 1] if literal > 0 else -after[-literal - 1] for literal in cube]
    found = not solver.solve([made.literal(machine.step), *into])
    solver.close()
    return found


class Questions:
    """What is asked of subsets of some cubes: numbers are their places."""

    def __init__(self, machine: Machine, cubes: Sequence[Cube], conflicts: int) -> None:
        self._solver, made = _with_steps(machine, conflicts)
        after = [made.literal(signal) for signal in machine.after]
        first = made.variables + 1
        self._outside = range(first, first + len(cubes))
        self._into = range(first + len(cubes), first + 2 * len(cubes))
        self._some = first + 2 * len(cubes)
        self._step, self._bad = made.literal(machine.step), made.literal(machine.bad)
        for out, into, cube in zip(self._outside, self._into, cubes, strict=True):
            self._solver.add([-out, *(-literal for literal in cube)])
            for literal in cube:
                there = after[literal - 1] if literal > 0 else -after[-literal - 1]
                self._solver.add([-into, there])
        self._solver.add([-self._some, *self._into])

    def inductive_part(self, kept: set[int]) -> set[int] | None:
        """The greatest part of the cubes that is closed; None if it does not exclude bad states."""
        kept = set(kept)
        while (entered := self._entered(kept)) is not None:
            kept -= entered
        return kept if self._is_safe(kept) else None

    def _entered(self, kept: set[int]) -> set[int] | None:
        """Cubes that a step from outside of all leads into; None if there is no such step."""
        outside = [self._outside[at] for at in kept]
        not_into = [-into for at, into in enumerate(self._into) if at not in kept]
        if not self._solver.solve([*outside, *not_into, self._step, self._some]):
            return None
        model = self._solver.model()
        return {at for at in kept if model[self._into[at] - 1] > 0}

    def _is_safe(self, kept: set[int]) -> bool:
        return not self._solver.solve([*(self._outside[at] for at in kept), self._bad])

    def close(self) -> None:
        """Free the memory."""
        self._solver.close()


def _with_steps(machine: Machine, conflicts: int) -> tuple[SatSolver, Clauses]:
    """A solver for the steps from valid states, and the literals of the machine in it."""
    solver = SatSolver(conflicts)
    made = machine.clauses(machine.valid, machine.step, machine.bad, *machine.after)
    solver.extend(made.clauses)
    solver.room(made.variables)
    solver.add([made.literal(machine.valid)])
    return solver, made
