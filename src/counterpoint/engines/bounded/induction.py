"""Bad states by depth, and induction over runs without repeated states.

Sheeran, Singh, Stalmarck: Checking safety properties using induction and a SAT-solver, FMCAD 2000.
Een, Sorensson: Temporal induction by incremental SAT solving, BMC 2003.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...data import dataclass
from ...tuning import Tuning
from ...with_sat import STRONG, SatSolver
from .machine import Machine, Run
from .unroll import Unrolling


@dataclass(frozen=True, slots=True)
class Induction:
    """A proof: no run of `depth` different states that are not bad leads to a bad state.

    No run of fewer steps from an initial state reaches one either.
    """

    depth: int


@dataclass(frozen=True, slots=True)
class Longest:
    """A proof: every run from an initial state has at most `depth` steps, none to a bad state."""

    depth: int


class Runs:
    """A search for the shortest run to a bad state.

    `depth` is the number of steps up to which there is none; -1 if nothing is known.
    """

    def __init__(self, machine: Machine, tuning: Tuning, name: str = STRONG) -> None:
        self._solver = SatSolver(tuning.bounded_conflicts, name)
        self._unrolling = Unrolling(machine, self._solver, started=True)
        self.depth = -1

    @property
    def work(self) -> int:
        """The work of the solver so far."""
        return self._solver.work

    def outcome(self, most: int | None = None) -> Iterator[Run | Longest | None]:
        """Pieces of work: None after each but the last, which gives a shortest run.

        Without one, it ends after runs of `most` steps, or says that no run is longer.
        """
        while most is None or self.depth < most:
            bad = self._unrolling.bad(self.depth + 1)
            while (found := self._solver.attempt([bad])) is None:
                yield None
            if found:
                yield self._unrolling.run(self.depth + 1)
                return
            if not self._solver.core():  # there is no run of so many steps at all
                yield Longest(self.depth)
                return
            self._solver.add([-bad])
            self.depth += 1
            self._unrolling.add_step()
            yield None


class Steps:
    """A search for a proof by induction over runs of different states."""

    def __init__(self, machine: Machine, tuning: Tuning, runs: Runs) -> None:
        self._solver = SatSolver(tuning.bounded_conflicts, STRONG)
        self._unrolling = Unrolling(machine, self._solver, started=False)
        self._runs = runs
        self._apart: set[tuple[int, int]] = set()

    @property
    def work(self) -> int:
        """The work of the solver so far."""
        return self._solver.work

    def outcome(self, most: int | None = None) -> Iterator[Run | Induction | Longest | None]:
        """Pieces of work: None after each but the last, which gives a proof.

        Without one, it ends after runs of `most` steps. What an induction needs to know of runs
        from initial states is searched when it has come so far; that may give a run.
        """
        depth = 0
        while most is None or depth <= most:
            bad = self._unrolling.bad(depth)
            while (found := self._solver.attempt([bad])) is None or (found and self._separate()):
                yield None
            if not found:
                for piece in self._runs.outcome(depth - 1):
                    yield piece
                    if piece is not None:
                        return
                yield Induction(depth)
                return
            self._solver.add([-bad])
            self._unrolling.add_step()
            depth += 1
            yield None

    def _separate(self) -> bool:
        """Demand that equal states of the model differ; whether there are any."""
        places: dict[tuple[bool, ...], int] = {}
        equal = []
        for frame in range(self._unrolling.depth + 1):
            state = self._unrolling.state(frame)
            if state in places:
                equal.append((places[state], frame))
            places[state] = frame
        for pair in equal:
            self._part(*pair)
        return bool(equal)

    def _part(self, one: int, other: int) -> None:
        assert (one, other) not in self._apart, "the states were made to differ"
        self._apart.add((one, other))
        latches = list(zip(*map(self._unrolling.latches, (one, other)), strict=True))
        differ = self._unrolling.variables(max(1, len(latches)))
        for variable, (a, b) in zip(differ, latches, strict=True):
            self._solver.extend([[-variable, a, b], [-variable, -a, -b]])
        self._solver.add(differ)
        if not latches:  # there is only one state
            self._solver.add([-differ[0]])
