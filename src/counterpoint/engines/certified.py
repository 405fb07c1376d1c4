"""Certificates of what was found in a space: its states, and what is said of formulas in each."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..certificate import Past, Rank, Seen, Steps, Test
from ..logic.core import Core, Fixpoint, Linear
from ..logic.ltl_to_automaton import ltl_to_automaton
from ..model.system import State
from .formula.evaluate import Evaluator
from .formula.ground import Handle
from .formula.ground import Steps as GroundSteps
from .space import GraphSpace, Space


class SpaceCover:
    """The states of a space as a certificate wants them."""

    def __init__(self, space: Space[Any], *, reached: bool = True) -> None:
        self._space = space
        self._all = space.algebra.everything
        self.are_reached = reached

    @property
    def watched(self) -> tuple[Past, ...]:
        return self._space.memory.past

    @property
    def states(self) -> int:
        return self._space.states

    @property
    def transitions(self) -> int | None:
        return self._space.transitions

    def every(self) -> Iterator[Seen]:
        return map(self._space.memory.seen, self._space.members(self._all))

    def sample(self, count: int, rng: random.Random) -> Iterable[Seen]:
        return map(self._space.memory.seen, self._space.sample(self._all, count, rng))

    def has(self, seen: Seen) -> bool:
        return self._space.contains(self._all, self._space.memory.state(seen))

    def before(self, seen: Seen) -> Seen | None:
        found = self._space.before(self._space.memory.state(seen))
        return None if found is None else self._space.memory.seen(found)


class Evaluated:
    """What an evaluator found of formulas in a space.

    Where it takes looking for, as runs and distances may, it is looked for up to `most` states.
    """

    def __init__(self, space: Space[Any], evaluator: Evaluator[Any], most: int) -> None:
        self._space = space
        self._evaluator = evaluator
        self._state = space.memory.state
        self._seeks = space.states <= most

    def test(self, goal: Core) -> Test:
        region = self._evaluator.region(goal)
        contains, state = self._space.contains, self._state
        return lambda seen: contains(region, state(seen))

    def rank(self, goal: Fixpoint) -> Rank | None:
        self._evaluator.region(goal)
        attracted = self._evaluator.attractors.get(goal)
        known = None if attracted is None else self._space.ranks(attracted)
        if known is None:
            known = self._approximants(goal) if self._seeks else None
        if known is None:
            return None
        rank, state = known, self._state
        return lambda seen: rank(state(seen))

    def _approximants(self, goal: Fixpoint) -> Callable[[State], int]:
        """When a state comes into a least set, or leaves a greatest one."""
        sets = list(self._evaluator.approximants(goal))
        contains = self._space.contains

        def of(state: State) -> int:
            key = lambda region: contains(region, state) is goal.least  # noqa: E731
            return bisect_left(sets, True, key=key)

        return of

    def lasso(self, path: Linear, seen: Seen) -> tuple[Steps, Steps] | None:
        if not self._seeks:
            return None
        automaton = ltl_to_automaton(path)
        letters = [self._evaluator.region(of) for of in automaton.letters]
        found = self._space.ground.lasso(automaton, letters, self._handle(seen))
        return None if found is None else (self._steps(found[0]), self._steps(found[1]))

    def _handle(self, seen: Seen) -> Handle:
        """A state as the ground of the space knows it."""
        state = self._state(seen)
        return self._space.arena.number(state) if isinstance(self._space, GraphSpace) else state

    def _steps(self, steps: GroundSteps) -> Steps:
        space, seen = self._space, self._space.memory.seen
        if isinstance(space, GraphSpace):
            return tuple((label, seen(space.arena.state(there))) for label, there in steps)
        return tuple((label, seen(there)) for label, there in steps)
