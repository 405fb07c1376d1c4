"""Spaces: the states that an engine has explored, with operations on sets of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any, Protocol, TypeAlias

import numpy as np

from ...model.capabilities import as_json_of
from ...model.system import State
from ...stopped import Stopped
from ...tuning import Tuning
from ..base.arrays import Ints
from ..base.edges import counts
from ..base.limits import NO_LIMITS, Limits
from ..base.memory import NO_MEMORY, Memory
from ..base.outcome import NONE
from ..formula.algebra import Algebra, R
from ..graph.algebra import BitRegion, GraphAlgebra
from ..graph.explicit import ExplicitGraph
from .ground import GraphGround, Ground, Handle, Steps

Place: TypeAlias = Any
"""How a space refers to one of its states: by a number, or by another key."""


class Space(Protocol[R]):
    """The states that a question is about, and operations on regions of them."""

    @property
    def algebra(self) -> Algebra[R]: ...

    @property
    def initial(self) -> R:
        """The initial states."""

    @property
    def states(self) -> int:
        """The number of states, or of those that were found."""

    @property
    def tuning(self) -> Tuning:
        """The numbers that affect speed, never an answer."""

    @property
    def transitions(self) -> int | None:
        """The number of steps between the states, without `REST` steps; None if not counted."""

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
        """What a state records besides the state of the system; empty if nothing."""

    @property
    def memory(self) -> Memory:
        """How its states record facts about the path to them."""

    @property
    def ground(self) -> Ground:
        """The states with their steps, to find runs on."""

    def before(self, place: Place) -> State | None:
        """A predecessor of a state that was found earlier than it; None if none is known."""

    def ranks(self, attracted: R) -> Callable[[Place], int | None] | None:
        """The rank of each state in a region from `Algebra.until`; None for states outside it.

        The steps that justify a state of the region lead to states of smaller rank. Returns None
        instead of a function if ranks are not known.
        """

    def run_to(self, region: R) -> tuple[Handle, Steps] | None:
        """A shortest run to a state of a nonempty region, even if states are missing.

        None if this space does not know how its states are reached.
        """

    def handles(self, region: R) -> Iterator[Handle]:
        """The states of a region as handles of `ground`, in a fixed order."""

    def count(self, region: R) -> int:
        """The number of states in a region."""

    def members(self, region: R) -> Iterator[State]:
        """The states of a region, in a fixed order."""

    def contains(self, region: R, state: State) -> bool:
        """Whether a state belongs to a region."""

    def place(self, state: State) -> Place | None:
        """The place of a state, for calls of `is_at`; None if the space does not have it."""

    def is_at(self, region: R, place: Place) -> bool:
        """Whether the state at a place belongs to a region."""

    def sample(self, region: R, count: int, rng: random.Random) -> Iterable[State]:
        """At most `count` distinct states of a region, in the order in which `rng` draws them."""

    def show(self, state: State) -> object:
        """A state for a reader."""

    def as_json(self, state: State) -> object:
        """A state as data for JSON."""


class GraphSpace:
    """The space of a graph."""

    def __init__(
        self,
        graph: ExplicitGraph,
        engine: str,
        system: Any = None,
        note: str = "",
        limits: Limits = NO_LIMITS,
        memory: Memory = NO_MEMORY,
    ) -> None:
        self.graph = graph
        self.algebra = GraphAlgebra(graph, limits)
        self.engine = engine
        self.note = note
        self.memory = memory
        self._system = system

    @property
    def initial(self) -> BitRegion:
        return self.algebra.initial

    @property
    def states(self) -> int:
        return self.graph.states

    @property
    def tuning(self) -> Tuning:
        return self.graph.tuning

    @property
    def transitions(self) -> int:
        return self.graph.transitions

    @property
    def stopped(self) -> Stopped:
        return self.graph.stopped

    @property
    def is_fair(self) -> bool:
        return bool(self.graph.fairness)

    @property
    def ground(self) -> GraphGround:
        return GraphGround(self.graph)

    def before(self, place: int) -> State | None:
        source = int(self._sources[place])
        return None if source == place else self.graph.state(source)

    @cached_property
    def _sources(self) -> Ints:
        """For each state, its first predecessor if found earlier than it; else the state itself."""
        steps = self.graph.edges
        source = np.repeat(np.arange(self.graph.states), counts(steps))
        found = np.arange(self.graph.states)
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
        return self.graph.states_at(np.flatnonzero(region.bits))

    def contains(self, region: BitRegion, state: State) -> bool:
        number = self.graph.number(state)
        return number is not None and bool(region.bits[number])

    def place(self, state: State) -> int | None:
        return self.graph.number(state)

    def is_at(self, region: BitRegion, place: int) -> bool:
        return bool(region.bits[place])

    def sample(self, region: BitRegion, count: int, rng: random.Random) -> Iterator[State]:
        numbers = np.flatnonzero(region.bits)
        chosen = rng.sample(range(len(numbers)), min(count, len(numbers)))
        return (self.graph.state(int(numbers[n])) for n in chosen)

    def show(self, state: State) -> object:
        return state if self._system is None else self._system.show(state)

    def as_json(self, state: State) -> object:
        return state if self._system is None else as_json_of(self._system)(state)
