"""Proofs confirmed by another solver, on clauses that are made in another way.

What a proof claims is written as one condition that nothing may satisfy: steps are copied into the
circuit instead of into the clauses, and every gate becomes three clauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from ...alarm import require_going_on
from ...data import dataclass
from ...tuning import Tuning
from ...with_sat import OTHER, SatSolver
from .circuit import TRUE, Circuit, Signal
from .induction import Induction, Longest
from .machine import Machine
from .reach import Proof
from .search import Proved
from .starts import Cube


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The result: what is wrong with a proof, empty if nothing is; or that it takes too long."""

    wrong: str = ""
    in_part: bool = False


def confirmed(proof: Proved, machine: Machine, tuning: Tuning) -> Confirmed:
    """Whether a proof that no bad state is reached is right; each part of it for a limited time."""
    confirming, in_part = _Confirming(machine), False
    for what, condition in confirming.claims(proof):
        found = satisfiable(confirming.circuit, condition, tuning)
        if found:
            return Confirmed(what)
        in_part |= found is None
    return Confirmed(in_part=in_part)


class _Confirming:
    def __init__(self, machine: Machine) -> None:
        self.circuit = Circuit()
        self._machine = machine
        inputs = {signal >> 1: self.circuit.input() for signal in machine.latches}
        self._here = list(inputs.values())

    def claims(self, proof: Proved) -> Iterator[tuple[str, Signal]]:
        """What nothing may satisfy, each with what is wrong if something does."""
        valid, after, step, _ = self._frame(self._here)
        there = self._frame(after)[0]
        moving = self.circuit.all((valid, step))
        match proof:
            case Proof(cubes):
                outside = self._in_some(cubes, self._here) ^ 1
                yield "an initial state is outside the invariant", self._started(outside ^ 1)
                into = self.circuit.either(self._in_some(cubes, after), there ^ 1)
                yield "a step leaves the invariant", self.circuit.all((moving, outside, into))
                bad = self._frame(self._here)[3]
                yield "a bad state is in the invariant", self.circuit.all((valid, outside, bad))
            case Induction(depth):
                yield "a step leads to no state", self.circuit.both(moving, there ^ 1)
                yield "a bad state is reached", self._reached(depth - 1)
                yield "the induction does not hold", self._bad_after(depth)
            case Longest(depth):
                yield "a step leads to no state", self.circuit.both(moving, there ^ 1)
                yield "a bad state is reached, or a run is longer", self._ends(depth)
            case _:
                assert_never(proof)

    def _frame(self, state: Sequence[Signal]) -> tuple[Signal, list[Signal], Signal, Signal]:
        """Whether a state is valid, its successor under inputs of its own, step and bad."""
        machine = self._machine
        nodes = [signal >> 1 for signal in machine.latches]
        given = dict(zip(nodes, state, strict=True))
        given |= {signal >> 1: self.circuit.input() for signal in machine.inputs}
        roots = [machine.valid, machine.step, machine.bad, *machine.after]
        valid, step, bad, *after = machine.circuit.copied(roots, self.circuit, given)
        return valid, after, step, bad

    def _started(self, also: Signal) -> Signal:
        """Whether the state is an initial one, and `also` is true."""
        machine = self._machine
        given = {s >> 1: h for s, h in zip(machine.latches, self._here, strict=True)}
        for node in machine.circuit.inputs_of([machine.start]):
            given.setdefault(node, self.circuit.input())
        (start,) = machine.circuit.copied([machine.start], self.circuit, given)
        return self.circuit.all((start, self._frame(self._here)[0], also))

    def _in_some(self, cubes: Iterable[Cube], state: Sequence[Signal]) -> Signal:
        return self.circuit.any(
            self.circuit.all(state[abs(literal) - 1] ^ (literal < 0) for literal in cube)
            for cube in cubes
        )

    def _reached(self, most: int) -> Signal:
        """Whether a bad state is reached in up to `most` steps."""
        return self._started(self.circuit.any(self._along(most)))

    def _ends(self, most: int) -> Signal:
        """The same, or whether a run goes on after so many steps."""
        *bad, further = self._along(most, further=True)
        return self._started(self.circuit.any((*bad, further)))

    def _along(self, most: int, *, further: bool = False) -> Iterator[Signal]:
        """For each number of steps up to `most`, whether so many lead to a bad state.

        Last, with `further`, whether one more step can be taken. The inputs of a state are those of
        the step from it, or those that make it bad: a state is bad under inputs of its own.
        """
        state, taken = self._here, TRUE
        for _ in range(most + 1):
            _, after, step, _ = self._frame(state)
            yield self.circuit.both(taken, self._frame(state)[3])
            taken = self.circuit.both(taken, step)
            state = after
        if further:
            yield taken

    def _bad_after(self, depth: int) -> Signal:
        """Whether `depth` different valid states, none of them bad, lead to a bad one."""
        circuit, states, parts = self.circuit, [self._here], []
        for _ in range(depth):
            valid, after, step, bad = self._frame(states[-1])
            parts += [valid, step, bad ^ 1]
            states.append(after)
        valid, _, _, bad = self._frame(states[-1])
        for at, one in enumerate(states):
            for other in states[:at]:
                parts.append(circuit.any(circuit.differ(*p) for p in zip(one, other, strict=True)))
        return circuit.all((*parts, valid, bad))


def satisfiable(circuit: Circuit, condition: Signal, tuning: Tuning) -> bool | None:
    """Whether some inputs make a condition true; None if that is not known in time."""
    if condition < 2:
        return bool(condition)
    solver = SatSolver(tuning.bounded_conflicts, OTHER)
    for node in circuit.cone([condition]):
        if not circuit.is_input(2 * node):
            left, right = (_literal(s) for s in (circuit.left[node], circuit.right[node]))
            solver.extend([[-node, left], [-node, right], [node, -left, -right]])
    found = None
    for _ in range(tuning.bounded_confirming):
        require_going_on()
        found = solver.attempt([_literal(condition)])
        if found is not None:
            break
    solver.close()
    return found


def _literal(signal: Signal) -> int:
    """The literal of a signal that is no constant; a variable has the number of its node."""
    return -(signal >> 1) if signal & 1 else signal >> 1
