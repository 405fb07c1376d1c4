"""The space of a model as BDDs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from typing import Any

from ...logic.automata.automaton import Automaton
from ...logic.core import Kind
from ...model.model import Model
from ...model.system import Label, State
from ...stopped import Stopped
from ..base.task import Task
from ..symbolic.algebra import SymbolicAlgebra
from ..symbolic.diagram import Exhausted
from ..symbolic.explore import Space as Explored
from ..symbolic.explore import explore
from ..symbolic.region import DiagramRegion
from ..symbolic.run import lasso, step_into
from .ground import NO_TEAM, Steps
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

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: all but the algebra, which is made again."""
        return {name: of for name, of in vars(self).items() if name != "algebra"}

    @cached_property
    def algebra(self) -> SymbolicAlgebra:
        return SymbolicAlgebra(self._space)

    @property
    def states(self) -> int:
        return self._space.states

    @property
    def initial(self) -> DiagramRegion:
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
    def ground(self) -> SymbolicGround:
        return SymbolicGround(self, self._of.model, self._of.plain, self._space)

    def run_to(self, region: DiagramRegion) -> tuple[State, Steps] | None:
        """A shortest run to a state of the region through states that were found.

        None if runs may start in any encoded state, or if the memory does not suffice.
        """
        if self._space.over == "all":
            return None
        try:
            rings = list(self._space.rings(region.diagram))
        except Exhausted:
            return None
        start = at = next(iter(DiagramRegion(self._space, rings.pop() & self._space.machine.start)))
        steps: list[tuple[Label, State]] = []
        for ring in map(partial(DiagramRegion, self._space), reversed(rings)):
            found = step_into(self._space, at, ring.diagram)
            assert found is not None, "a state of one ring has a step into the next"
            steps.append(found)
            at = found[1]
        return start, tuple(steps)

    def handles(self, region: DiagramRegion) -> Iterator[State]:
        return self.members(region)

    def count(self, region: DiagramRegion) -> int:
        return region.count()

    def members(self, region: DiagramRegion) -> Iterator[State]:
        return iter(region)

    def contains(self, region: DiagramRegion, state: Any) -> bool:
        fits = isinstance(state, tuple) and len(state) == len(self._of.model.variables)
        return fits and state in region

    def sample(self, region: DiagramRegion, count: int, rng: random.Random) -> Iterator[State]:
        if count >= region.count():
            yield from region
            return
        drawn = set[State]()
        states = region.samples(rng)
        while len(drawn) < count:
            state = next(states)
            if state not in drawn:
                drawn.add(state)
                yield state

    def show(self, state: Any) -> object:
        return self._of.model.show(state)

    def as_json(self, state: Any) -> object:
        return self._of.model.as_json(state)

    def place(self, state: Any) -> State | None:
        return state if self.contains(self.algebra.everything, state) else None

    def is_at(self, region: DiagramRegion, place: Any) -> bool:
        return self.contains(region, place)

    def before(self, place: Any) -> None:
        return None

    def ranks(self, attracted: DiagramRegion) -> None:
        return None


class SymbolicGround(StateGround):
    """The ground of a space of diagrams, which pick the steps of runs."""

    def __init__(
        self,
        space: SymbolicSpace,
        model: Model,
        plain: Callable[[State], State],
        explored: Explored,
    ) -> None:
        super().__init__(space, model, plain)
        self._explored = explored

    def step_into(self, region: DiagramRegion, at: Any, name: str | None) -> tuple[Label, State]:
        def counts(label: Label) -> bool:
            return name is None or self.named(label, name)

        found = step_into(self._explored, at, region.diagram, counts)
        assert found is not None, "a state has a step into the region"
        return found

    def way(self, hold: DiagramRegion, goal: DiagramRegion, at: Any) -> Steps | None:
        distance = self.distance(Kind.SOME, NO_TEAM, hold, goal)
        far = distance.of(at)
        if far is None:
            return None
        steps: list[tuple[Label, State]] = []
        while far:
            label, at = self.step_into(distance.ring(far - 1), at, None)
            steps.append((label, at))
            far = distance.below(at, far)
        return tuple(steps)

    def lasso(
        self,
        automaton: Automaton,
        letters: Sequence[DiagramRegion],
        at: Any,
        most: int | None = None,
    ) -> tuple[Steps, Steps] | None:
        """A lasso that the automaton accepts; None under fairness of actions."""
        if self._space.is_fair:
            return None
        reads = [letter.diagram for letter in letters]
        found = lasso(self._explored, automaton, reads, at, most)
        return None if found is None else (tuple(found[0]), tuple(found[1]))
