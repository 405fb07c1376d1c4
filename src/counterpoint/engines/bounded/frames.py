"""The frames of property-directed reachability, and the questions that are asked of them.

Each cube is kept at the last frame that excludes it, and excluded from all frames before. Every
frame has a solver with the clauses of one step; clauses that are needed for one question only are
switched off by a variable afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...alarm import require_going_on
from ...tuning import Tuning
from ...with_sat import SatSolver
from .machine import Machine
from .starts import Cube, Starts


class Frames:
    """Frames number 0 to `last`; frame 0 has the initial states."""

    def __init__(self, machine: Machine, starts: Starts, tuning: Tuning) -> None:
        self._width = len(machine.latches)
        self._shared = self._width + len(machine.inputs)
        self._starts = starts
        self._tuning = tuning
        self._made = machine.clauses(
            machine.start, machine.valid, machine.step, machine.bad, *machine.after
        )
        literal = self._made.literal
        self._start, self._valid = literal(machine.start), literal(machine.valid)
        self._step, self._bad = literal(machine.step), literal(machine.bad)
        self._next = [0, *map(literal, machine.after)]
        self._levels: list[dict[Cube, frozenset[int]]] = [{}]
        self._asks: list[Asked] = [self._solver(0)]
        self._lifter = self._solver()
        self._activity: dict[int, float] = {}
        self._retired = 0

    def _solver(self, level: int | None = None) -> Asked:
        """A solver for the steps out of a frame, or out of any valid state."""
        asked = Asked(self._made.variables, self._tuning)
        asked.solver.extend(self._made.clauses)
        asked.solver.add([self._valid])
        if level == 0:
            asked.solver.add([self._start])
        elif level is not None:
            for cubes in self._levels[level:]:
                asked.solver.extend([-literal for literal in cube] for cube in cubes)
        return asked

    @property
    def last(self) -> int:
        """The number of the last frame."""
        return len(self._levels) - 1

    @property
    def work(self) -> int:
        """The work of all solvers so far."""
        solvers = (*self._asks, self._lifter)
        return self._retired + sum(asked.solver.work for asked in solvers)

    def grow(self) -> None:
        """Add a frame that excludes nothing yet."""
        self._levels.append({})
        self._asks.append(self._solver(self.last))

    def _of(self, level: int) -> Asked:
        """The solver of a frame; a fresh one if too many clauses were switched off in it."""
        asked = self._asks[level]
        if asked.is_worn:
            self._retired += asked.solver.work
            asked.solver.close()
            asked = self._asks[level] = self._solver(level)
        return asked

    # What is asked of frames.

    def bad(self) -> tuple[Cube, tuple[bool, ...]] | None:
        """A cube of bad states that meets the last frame, with inputs; None if there is none."""
        asked = self._of(self.last)
        if not asked.solver.solve([self._bad]):
            return None
        return self._lifted(asked, [self._bad])

    def block(self, cube: Cube, level: int) -> tuple[Cube, tuple[bool, ...]] | None:
        """Exclude a cube from a frame, by as strong a clause as is found, as far up as it goes.

        If that cannot be done, a cube of predecessors in the frame before, with inputs. The cube
        has no initial state.
        """
        less = self._unreached(cube, level)
        if less is None:
            asked = self._asks[level - 1]
            targets = [self._primed(literal) for literal in cube]
            return self._lifted(asked, [self._step, *targets])
        less = self._general(less, level)
        while level < self.last and (more := self._unreached(less, level + 1)) is not None:
            less, level = more, level + 1
        self._exclude(less, level)
        return None

    def _primed(self, literal: int) -> int:
        return self._next[literal] if literal > 0 else -self._next[-literal]

    def _unreached(self, cube: Cube, level: int) -> Cube | None:
        """A part of the cube that no step from outside of it in the frame before leads to.

        None if there is such a step, which is then in the model of the solver.
        """
        asked = self._of(level - 1)
        primed = {self._primed(literal): literal for literal in cube}
        unless = asked.switch([-literal for literal in cube])
        reached = asked.solver.solve([unless, self._step, *primed])
        if reached:
            return None
        core = {primed[literal] for literal in asked.solver.core() if literal in primed}
        asked.retire()
        less = tuple(literal for literal in cube if literal in core)
        if self._starts.has(less):
            needed = set(self._starts.why_not(cube)) | core
            less = tuple(literal for literal in cube if literal in needed)
        return less

    def _lifted(self, asked: Asked, targets: Sequence[int]) -> tuple[Cube, tuple[bool, ...]]:
        """The literals of the solver's model that suffice for the targets, and its inputs."""
        model = asked.solver.model()[: self._shared]
        asked.retire()
        if self._lifter.is_worn:
            self._retired += self._lifter.solver.work
            self._lifter.solver.close()
            self._lifter = self._solver()
        inputs = model[self._width :]
        missed = self._lifter.switch([-target for target in targets])
        possible = self._lifter.solver.solve([missed, *inputs, *model[: self._width]])
        assert not possible, "the model reaches the targets"
        core = set(self._lifter.solver.core())
        self._lifter.retire()
        cube = tuple(literal for literal in model[: self._width] if literal in core)
        return cube, tuple(literal > 0 for literal in inputs)

    def _general(self, cube: Cube, level: int) -> Cube:
        """A smaller cube that can be excluded as well: literals are left out one by one."""
        activity = self._activity
        kept = set(cube)
        failed = 0
        for literal in sorted(cube, key=lambda one: (activity.get(one, 0.0), abs(one))):
            if literal not in kept or len(kept) == 1:
                continue
            smaller = tuple(one for one in cube if one in kept and one != literal)
            if self._starts.has(smaller):
                continue
            less = self._down(smaller, level)
            if less is None:
                failed += 1
                if failed > self._tuning.bounded_failures:
                    break
            else:
                kept, failed = set(less), 0
        return tuple(literal for literal in cube if literal in kept)

    def _down(self, cube: Cube, level: int) -> Cube | None:
        """The cube, or a smaller one, if it can be excluded; None if it cannot."""
        less = self._unreached(cube, level)
        if less is None:
            self._asks[level - 1].retire()
        return less

    # What frames exclude.

    def has(self, cube: Cube, level: int) -> bool:
        """Whether a frame excludes a cube by one of its clauses."""
        literals = frozenset(cube)
        return any(of <= literals for cubes in self._levels[level:] for of in cubes.values())

    def _exclude(self, cube: Cube, level: int) -> None:
        literals = frozenset(cube)
        for cubes in self._levels[1 : level + 1]:
            for known in [one for one, of in cubes.items() if literals <= of]:
                del cubes[known]
        self._levels[level][cube] = literals
        clause = [-literal for literal in cube]
        for asked in self._asks[1 : level + 1]:
            asked.solver.add(clause)
        for literal in cube:
            self._activity[literal] = self._activity.get(literal, 0.0) + 1.0

    def push(self, level: int) -> None:
        """Exclude from the next frame what one step cannot reach from this one either."""
        for cube in list(self._levels[level]):
            require_going_on()
            if cube not in self._levels[level]:
                continue
            less = self._unreached(cube, level + 1)
            if less is None:
                self._asks[level].retire()
            else:
                self._exclude(less, level + 1)
                self._levels[level].pop(cube, None)

    def is_inductive(self, level: int) -> bool:
        """Whether a frame equals the next one."""
        return not self._levels[level]

    def above(self, level: int) -> tuple[Cube, ...]:
        """All cubes that the frames after this one exclude."""
        return tuple(cube for cubes in self._levels[level + 1 :] for cube in cubes)

    def every(self) -> Iterator[Iterable[Cube]]:
        """The cubes of each level."""
        return iter(self._levels)


class Asked:
    """A solver with clauses that hold for one question."""

    def __init__(self, variables: int, tuning: Tuning) -> None:
        self.solver = SatSolver(tuning.bounded_conflicts)
        self.solver.room(variables)
        self._first = self._switch = variables
        self._most = tuning.bounded_switches
        self._on = False

    @property
    def is_worn(self) -> bool:
        """Whether so many clauses were switched off that a fresh solver is faster."""
        return self._switch - self._first > self._most

    def switch(self, clause: list[int]) -> int:
        """A literal under which a clause holds, until it is retired."""
        if self._on:
            self.retire()
        self._switch += 1
        self.solver.add([-self._switch, *clause])
        self._on = True
        return self._switch

    def retire(self) -> None:
        """Switch the clause off for ever."""
        if self._on:
            self.solver.add([-self._switch])
            self._on = False
