"""Property-directed reachability (IC3): an inductive invariant, or a run to a bad state.

Frame number n is a set of clauses that every state reached in at most n steps satisfies. A state
from which a bad one is reached is an obligation: it is excluded from its frame by a clause that is
inductive relative to the frame before, or a predecessor becomes an obligation. When two
neighbouring frames are equal, they are an inductive invariant.

A *cube* is a conjunction of literals of latches; its negation is a clause.

Bradley: SAT-based model checking without unrolling, VMCAI 2011. Een, Mishchenko, Brayton:
Efficient implementation of property directed reachability, FMCAD 2011. Hassan, Bradley, Somenzi:
Better generalization in IC3, FMCAD 2013.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count

from ...alarm import require_going_on
from ...data import dataclass
from ...tuning import Tuning
from .frames import Frames
from .machine import Machine, Run
from .starts import Cube, Starts


@dataclass(frozen=True, slots=True)
class Obligation:
    """A cube of states from which a bad state is reached, to be excluded from frame `level`.

    `inputs` lead from each of its states to a state of `next`, or make it bad.
    """

    level: int
    cube: Cube
    inputs: tuple[bool, ...]
    next: Obligation | None


@dataclass(frozen=True, slots=True)
class Proof:
    """Cubes that contain no reached state; their negations together are inductive."""

    cubes: tuple[Cube, ...]


class Reachability:
    """A search for a bad state of a machine, one obligation at a time.

    `level` is the number of the last frame: no run of fewer steps reaches a bad state.
    """

    def __init__(self, machine: Machine, tuning: Tuning) -> None:
        self._machine = machine
        self._tuning = tuning
        self._starts = Starts(machine, tuning)
        self._frames = Frames(machine, self._starts, tuning)
        self._numbers = count()

    @property
    def level(self) -> int:
        """The number of the last frame."""
        return self._frames.last

    @property
    def work(self) -> int:
        """The work of all solvers so far."""
        return self._frames.work

    def outcome(self, most: int | None = None) -> Iterator[Run | Proof | None]:
        """Pieces of work: None after each but the last, which gives the outcome.

        Without an outcome, it ends after frame number `most`.
        """
        frames = self._frames
        while most is None or frames.last <= most:
            while (found := frames.bad()) is not None:
                for outcome in self._blocked(Obligation(frames.last, *found, None)):
                    yield outcome
                    if outcome is not None:
                        return
            yield None
            frames.grow()
            for level in range(1, frames.last):
                frames.push(level)
                yield None
                if frames.is_inductive(level):
                    yield Proof(frames.above(level))
                    return

    def _blocked(self, first: Obligation) -> Iterator[Run | None]:
        """Exclude an obligation, and those that it leads to; or a run through them."""
        frames = self._frames
        if (start := self._starts.state_in(first.cube)) is not None:
            yield run_from(start, first)
            return
        queue = [(first.level, 0, first)]
        while queue:
            require_going_on()
            level, number, due = heapq.heappop(queue)
            before = None if frames.has(due.cube, level) else frames.block(due.cube, level)
            if before is not None:
                made = Obligation(level - 1, *before, due)
                if (start := self._starts.state_in(made.cube)) is not None:
                    yield run_from(start, made)
                    return
                heapq.heappush(queue, (level - 1, next(self._numbers), made))
                heapq.heappush(queue, (level, number, due))
            elif level < frames.last:
                later = replace(due, level=level + 1)
                heapq.heappush(queue, (level + 1, next(self._numbers), later))
            yield None


def run_from(start: Sequence[bool], first: Obligation) -> Run:
    """The run from an initial state through a chain of obligations."""
    inputs = []
    due: Obligation | None = first
    while due is not None:
        inputs.append(due.inputs)
        due = due.next
    return Run(tuple(start), tuple(inputs[:-1]), inputs[-1])
