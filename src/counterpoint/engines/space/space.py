"""What an engine has explored, seen as a set of states that can be looked at."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any, Protocol, TypeAlias

import numpy as np

from ...model.system import State
from ...stopped import Stopped
from ...tuning import Tuning
from ..base.arrays import Array
from ..base.edges import counts
from ..base.limits import NO_LIMITS, Limits
from ..base.memory import NO_MEMORY, Memory
from ..base.outcome import NONE
from ..formula.algebra import Algebra, R
from ..graph.algebra import BitRegion, GraphAlgebra
from ..graph.arena import Arena
from .ground import GraphGround, Ground, Handle, Steps

Place: TypeAlias = Any
"""Where a space has a state: a number, or whatever it is found by."""


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
    def stopped(self) -> Stopped:
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
    def memory(self) -> Memory:
        """What its states tell of the way to them."""

    @property
    def ground(self) -> Ground:
        """The states, to walk on."""

    def before(self, place: Place) -> State | None:
        """A state that was found earlier and leads to a state; None where that is not known."""

    def ranks(self, attracted: R) -> Callable[[Place], int | None] | None:
        """How far the states that `Algebra.until` gave are from their goal, None for the others.

        A step that counts leads nearer. None as a whole: that is not known.
        """

    def run_to(self, region: R) -> tuple[Handle, Steps] | None:
        """A shortest run to a state of a region, one that has some, also where states are missing.

        None where this space does not know the way to its states.
        """

    def handles(self, region: R) -> Iterator[Handle]:
        """The states of a region as the ground knows them, in a fixed order."""

    def count(self, region: R) -> int:
        """How many states belong to a region."""

    def members(self, region: R) -> Iterator[State]:
        """The states of a region, in a fixed order."""

    def contains(self, region: R, state: State) -> bool:
        """Whether a state belongs to a region."""

    def place(self, state: State) -> Place | None:
        """Where a state is to be found, to ask `is_at` several times; None if it is not there."""

    def is_at(self, region: R, place: Place) -> bool:
        """Whether the state at a place belongs to a region."""

    def sample(self, region: R, count: int, rng: random.Random) -> Iterable[State]:
        """At most `count` different states of a region, as they are drawn."""

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
        memory: Memory = NO_MEMORY,
    ) -> None:
        self.arena = arena
        self.algebra = GraphAlgebra(arena, limits)
        self.engine = engine
        self.note = note
        self.memory = memory
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
    def stopped(self) -> Stopped:
        return self.arena.stopped

    @property
    def is_fair(self) -> bool:
        return bool(self.arena.fairness)

    @property
    def ground(self) -> GraphGround:
        return GraphGround(self.arena)

    def before(self, place: int) -> State | None:
        source = int(self._sources[place])
        return None if source == place else self.arena.state(source)

    @cached_property
    def _sources(self) -> Array:
        """For each state the first with a step to it, if that was found earlier; else itself."""
        steps = self.arena.edges
        source = np.repeat(np.arange(self.arena.states), counts(steps))
        found = np.arange(self.arena.states)
        earlier = (source < steps.target)[::-1]
        found[steps.target[::-1][earlier]] = source[::-1][earlier]  # the first is written last
        return found

    def ranks(self, attracted: BitRegion) -> Callable[[int], int | None] | None:
        rank = attracted.rank
        if rank is None:
            return None
        return lambda place: None if rank[place] == NONE else int(rank[place])

    def run_to(self, region: BitRegion) -> None:
        return None

    def handles(self, region: BitRegion) -> Iterator[int]:
        return region.numbers()

    def count(self, region: BitRegion) -> int:
        return region.count()

    def members(self, region: BitRegion) -> Iterator[State]:
        return map(self.arena.state, region.numbers())

    def contains(self, region: BitRegion, state: State) -> bool:
        number = self.arena.number(state)
        return number is not None and bool(region.bits[number])

    def place(self, state: State) -> int | None:
        return self.arena.number(state)

    def is_at(self, region: BitRegion, place: int) -> bool:
        return bool(region.bits[place])

    def sample(self, region: BitRegion, count: int, rng: random.Random) -> Iterator[State]:
        numbers = np.flatnonzero(region.bits)
        chosen = rng.sample(range(len(numbers)), min(count, len(numbers)))
        return (self.arena.state(int(numbers[n])) for n in chosen)

    def show(self, state: State) -> object:
        return self._show(state) if callable(self._show) else state
