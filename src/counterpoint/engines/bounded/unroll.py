"""Unrollings: the steps of a machine one after the other, as clauses for a SAT solver.

The clauses of one step are made once, and added for each step with other variables.

Biere, Cimatti, Clarke, Zhu: Symbolic model checking without BDDs, TACAS 1999.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...with_sat import Clause, SatSolver
from .machine import Machine, Run


class Unrolling:
    """The first states of all runs of a machine, which a solver is asked about.

    With `started`, the first state is an initial one. Frame number `n` has the variables of state
    number `n`, of the inputs there, and of all gates.
    """

    def __init__(self, machine: Machine, solver: SatSolver, *, started: bool) -> None:
        self._machine = machine
        self._solver = solver
        roots = (machine.valid, machine.step, machine.bad, *machine.after)
        self._made = machine.clauses(*roots)
        self._frames = 0
        self._used = 0
        self.starts: list[int] = []
        self._offsets: list[int] = []
        self._add_frame()
        if started:
            self._begin()

    @property
    def depth(self) -> int:
        """The number of steps in the unrolling."""
        return len(self._offsets) - 1

    def variables(self, count: int) -> list[int]:
        """Further variables, for other clauses."""
        self._used += count
        return list(range(self._used - count + 1, self._used + 1))

    def literal(self, frame: int, signal: int) -> int:
        """The literal of a root of the machine in a frame."""
        return _moved(self._made.literal(signal), self._offsets[frame])

    def latches(self, frame: int) -> range:
        """The variables of the latches in a frame."""
        first = self._offsets[frame] + 1
        return range(first, first + len(self._machine.latches))

    def bad(self, frame: int) -> int:
        """The literal that state number `frame` is bad."""
        return self.literal(frame, self._machine.bad)

    def add_step(self) -> None:
        """Add a step and the state that it leads to."""
        last = self.depth
        machine = self._machine
        self._solver.add([self.literal(last, machine.step)])
        self._add_frame()
        for variable, signal in zip(self.latches(last + 1), machine.after, strict=True):
            there = self.literal(last, signal)
            self._solver.extend([[-variable, there], [variable, -there]])

    def run(self, end: int) -> Run:
        """The run to state number `end` in the solver's model."""
        found = self._solver.model()
        width, inputs = len(self._machine.latches), len(self._machine.inputs)
        choices = []
        for frame in range(end + 1):
            first = self._offsets[frame] + width
            choices.append(tuple(found[at] > 0 for at in range(first, first + inputs)))
        start = tuple(found[at - 1] > 0 for at in self.latches(0))
        return Run(start, tuple(choices[:-1]), choices[-1])

    def state(self, frame: int) -> tuple[bool, ...]:
        """State number `frame` in the solver's model."""
        found = self._solver.model()
        return tuple(found[at - 1] > 0 for at in self.latches(frame))

    def _add_frame(self) -> None:
        offset = self._used
        self._offsets.append(offset)
        self._used += self._made.variables
        self._solver.extend(moved(self._made.clauses, offset))
        self._solver.room(self._used)
        self._solver.add([self.literal(self.depth, self._machine.valid)])

    def _begin(self) -> None:
        """Add that the first state is an initial one; its gates have variables of their own."""
        machine = self._machine
        made = machine.clauses(machine.start)
        shared = len(machine.latches) + len(machine.inputs)
        offset = self._used - shared
        self._used = offset + max(made.variables, shared)

        def variable(literal: int) -> int:
            return literal if abs(literal) <= shared else _moved(literal, offset)

        for clause in made.clauses:
            self._solver.add([variable(literal) for literal in clause])
        self._solver.add([variable(made.literal(machine.start))])


def moved(clauses: list[Clause], offset: int) -> Iterator[Clause]:
    """The clauses with all variables moved by an offset."""
    for clause in clauses:
        yield [n + offset if n > 0 else n - offset for n in clause]


def _moved(literal: int, offset: int) -> int:
    return literal + offset if literal > 0 else literal - offset
