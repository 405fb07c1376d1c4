"""The space of a model as BDDs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cached_property, partial
from typing import Any

from ...model.system import Label, State
from ...stopped import Stopped
from ..base.task import Task
from ..symbolic.algebra import SymbolicAlgebra
from ..symbolic.diagram import Exhausted
from ..symbolic.explore import explore
from ..symbolic.region import Region
from .ground import Steps
from .prepared import Prepared
from .sweepground import StateGround


class SymbolicSpace:
    """The states of a model, with regions as BDDs."""

    def __init__(self, of: Prepared, over: str, task: Task, package: str) -> None:
        self._of = of
        self.tuning = task.tuning
        self._space = explore(
            of.model,
            over="all" if over == "all" else "reachable",
            backend=package,
            limits=task.limits,
            watch=task.watch,
            tuning=task.tuning,
        )
        self.note = of.note
        self.memory = of.memory

    @cached_property
    def algebra(self) -> SymbolicAlgebra:
        return SymbolicAlgebra(self._space)

    @property
    def states(self) -> int:
        return self._space.states

    @property
    def initial(self) -> Region:
        return self.algebra.initial

    @property
    def transitions(self) -> int | None:
        return self._space.transitions

    @property
    def stopped(self) -> Stopped:
        return self._space.stopped

    @property
    def engine(self) -> str:
        return self._space.engine

    @property
    def is_fair(self) -> bool:
        return bool(self._of.model.fairness)

    @property
    def ground(self) -> StateGround:
        return StateGround(self, self._of.model, self._of.plain)

    def run_to(self, region: Region) -> tuple[State, Steps] | None:
        """A shortest run to a state of the region through states that were found.

        None if runs may start in any encoded state, or if the memory does not suffice.
        """
        if self._space.over == "all":
            return None
        try:
            rings = list(self._space.rings(region.diagram))
        except Exhausted:
            return None
        start = at = next(iter(Region(self._space, rings.pop() & self._space.machine.start)))
        steps: list[tuple[Label, State]] = []
        for ring in map(partial(Region, self._space), reversed(rings)):
            label, at = next(step for step in self._of.model.successors(at) if step[1] in ring)
            steps.append((label, at))
        return start, tuple(steps)

    def handles(self, region: Region) -> Iterator[State]:
        return self.members(region)

    def count(self, region: Region) -> int:
        return region.count()

    def members(self, region: Region) -> Iterator[State]:
        return iter(region)

    def contains(self, region: Region, state: Any) -> bool:
        fits = isinstance(state, tuple) and len(state) == len(self._of.model.variables)
        return fits and state in region

    def sample(self, region: Region, count: int, rng: random.Random) -> Iterator[State]:
        if count >= region.count():
            yield from region
            return
        drawn = set[State]()
        while len(drawn) < count:
            state = region.sample(rng)
            if state not in drawn:
                drawn.add(state)
                yield state

    def show(self, state: Any) -> object:
        return self._of.model.show(state)

    def place(self, state: Any) -> State | None:
        return state if self.contains(self.algebra.everything, state) else None

    def is_at(self, region: Region, place: Any) -> bool:
        return self.contains(region, place)

    def before(self, place: Any) -> None:
        return None

    def ranks(self, attracted: Region) -> None:
        return None
