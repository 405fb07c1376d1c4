"""What an engine has explored, seen as a set of states that can be looked at."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Protocol

import numpy as np

from ..model.system import State
from ..tuning import Tuning
from .algebra import Algebra, R
from .arena.algebra import BitRegion, GraphAlgebra
from .arena.arena import Arena
from .formula.ground import GraphGround, Ground, Handle
from .limits import NO_LIMITS, Limits


class Space(Protocol[R]):
    """The states that a question is about, and the regions of them."""

    @property
    def algebra(self) -> Algebra[R]: ...

    @property
    def initial(self) -> R:
        """The initial states."""

    @property
    def states(self) -> int:
        """How many states there are, or how many were found."""

    @property
    def tuning(self) -> Tuning:
        """What selects the ways that are taken."""

    @property
    def transitions(self) -> int | None:
        """The steps between the states, without rests; None where they were not counted."""

    @property
    def stopped(self) -> str:
        """Why states are missing; empty if none are."""

    @property
    def engine(self) -> str: ...

    @property
    def is_fair(self) -> bool:
        """Whether only fair paths count."""

    @property
    def note(self) -> str:
        """What a state tells beside the system's own state; empty if nothing."""

    @property
    def ground(self) -> Ground:
        """The states, to walk on."""

    def handles(self, region: R) -> Iterator[Handle]:
        """The states of a region as the ground knows them, in a fixed order."""

    def count(self, region: R) -> int:
        """How many states belong to a region."""

    def members(self, region: R) -> Iterator[State]:
        """The states of a region, in a fixed order."""

    def contains(self, region: R, state: State) -> bool:
        """Whether a state belongs to a region."""

    def sample(self, region: R, count: int, rng: random.Random) -> Iterable[State]:
        """At most `count` different states of a region."""

    def show(self, state: State) -> object:
        """A state for a reader."""


class GraphSpace:
    """The space of an arena."""

    def __init__(
        self,
        arena: Arena,
        engine: str,
        show: object = None,
        note: str = "",
        limits: Limits = NO_LIMITS,
    ) -> None:
        self.arena = arena
        self.algebra = GraphAlgebra(arena, limits)
        self.engine = engine
        self.note = note
        self._show = show

    @property
    def initial(self) -> BitRegion:
        return self.algebra.initial

    @property
    def states(self) -> int:
        return self.arena.states

    @property
    def tuning(self) -> Tuning:
        return self.arena.tuning

    @property
    def transitions(self) -> int:
        return self.arena.transitions

    @property
    def stopped(self) -> str:
        return self.arena.stopped

    @property
    def is_fair(self) -> bool:
        return bool(self.arena.fairness)

    @property
    def ground(self) -> GraphGround:
        return GraphGround(self.arena)

    def handles(self, region: BitRegion) -> Iterator[int]:
        return region.numbers()

    def count(self, region: BitRegion) -> int:
        return region.count()

    def members(self, region: BitRegion) -> Iterator[State]:
        return map(self.arena.state, region.numbers())

    def contains(self, region: BitRegion, state: State) -> bool:
        number = self.arena.number(state)
        return number is not None and bool(region.bits[number])

    def sample(self, region: BitRegion, count: int, rng: random.Random) -> list[State]:
        numbers = np.flatnonzero(region.bits)
        chosen = sorted(rng.sample(range(len(numbers)), min(count, len(numbers))))
        return [self.arena.state(int(numbers[n])) for n in chosen]

    def show(self, state: State) -> object:
        return self._show(state) if callable(self._show) else state
