"""The space of a large model: its states without their steps, which sweeps compute again."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from ...model.system import State
from ...stopped import Stopped
from ..base.arrays import Ints
from ..search.compiled.bits import Bits
from ..search.compiled.form import Form
from ..search.compiled.space import Space
from ..search.compiled.sweep import SweepAlgebra
from ..search.compiled.way import way_to
from .ground import Steps
from .prepared import Prepared
from .sweepground import StateGround


class SweepSpace:
    """The states of a model for sweeps, with regions as arrays of bits."""

    engine = "explicit"

    def __init__(self, of: Prepared, found: Space) -> None:
        self._of = of
        self.tuning = found.code.tuning
        self.found = found
        self.algebra = SweepAlgebra(found)
        self.note = of.note
        self.memory = of.memory

    @property
    def states(self) -> int:
        return self.found.states

    @property
    def initial(self) -> Bits:
        return self.algebra.initial

    @property
    def transitions(self) -> int:
        return self.found.transitions

    @property
    def stopped(self) -> Stopped:
        return self.found.stopped

    @property
    def is_fair(self) -> bool:
        return bool(self._of.model.fairness)

    @property
    def ground(self) -> StateGround:
        return SweptGround(self, self._of.model, self._of.plain)

    def handles(self, region: Bits) -> Iterator[State]:
        return self.members(region)

    def count(self, region: Bits) -> int:
        return self.algebra.count(region)

    def nearest_start(self, hold: Bits, goal: Bits, among: Bits) -> State | None:
        """The start of a shortest run to `goal` if it is in `among`; None if it is not, or unknown.

        It is known if `hold` excludes no state, and the search found the states by distance.
        """
        if hold != self.algebra.everything or self.found.form is Form.WHOLE:
            return None
        start, _ = self.run_to(goal)
        return start if self.contains(among, start) else None

    def from_the_start(self, hold: Bits, goal: Bits, at: State) -> Steps | None:
        """A shortest path to `goal` from the only initial state, if that is `at`; None if unknown.

        It is known if `hold` excludes no state, and the search found the states by distance.
        """
        found = self.found
        anywhere = hold == self.algebra.everything and found.form is not Form.WHOLE
        if not anywhere or len(found.initial) != 1 or not self.contains(self.initial, at):
            return None
        nearest = next((numbers[0] for numbers in self._numbers(goal) if len(numbers)), None)
        return None if nearest is None else tuple(way_to(found, int(nearest))[1])

    def run_to(self, region: Bits) -> tuple[State, Steps]:
        """A shortest run to a state of the region, even if not all states were found."""
        nearest = next(numbers[0] for numbers in self._numbers(region) if len(numbers))
        start, steps = way_to(self.found, int(nearest))
        return start, tuple(steps)

    def members(self, region: Bits) -> Iterator[State]:
        for numbers in self._numbers(region):
            yield from map(self.found.state, numbers.tolist())

    def _numbers(self, region: Bits) -> Iterator[Ints]:
        """The numbers of the states in a region, in ascending order, in arrays of limited size."""
        chunk = self.tuning.numbers_chunk
        for first in range(0, self.states, chunk):
            numbers = np.arange(first, min(first + chunk, self.states))
            yield numbers[region.has(self.found.places_of(numbers))]

    def contains(self, region: Bits, state: Any) -> bool:
        place = self.place(state)
        return place is not None and self.is_at(region, place)

    def sample(self, region: Bits, count: int, rng: random.Random) -> Iterable[State]:
        if region is self.algebra.everything:
            chosen = rng.sample(range(self.states), min(count, self.states))
            return map(self.found.state, chosen)
        total = self.count(region)
        chosen = sorted(rng.sample(range(total), min(count, total)))
        found: list[State] = []
        passed = 0
        for numbers in self._numbers(region):
            while len(found) < len(chosen) and chosen[len(found)] < passed + len(numbers):
                found.append(self.found.state(int(numbers[chosen[len(found)] - passed])))
            passed += len(numbers)
        rng.shuffle(found)
        return found

    def show(self, state: Any) -> object:
        return self._of.model.show(state)

    def as_json(self, state: Any) -> object:
        return self._of.model.as_json(state)

    def place(self, state: Any) -> int | None:
        return self.found.place(state)

    def is_at(self, region: Bits, place: int) -> bool:
        return bool(region.has(np.array([place], np.uint64))[0])

    def before(self, place: int) -> None:
        return None

    def ranks(self, attracted: Bits) -> Callable[[int], int | None] | None:
        """If every step leads to a later level, the number of levels left serves as the rank."""
        layers = self.algebra.layers
        if layers is None:
            return None
        codes, most = self.found.codes_at, len(self.found.levels)

        def of(place: int) -> int | None:
            return most - layers.level(codes(place)) if self.is_at(attracted, place) else None

        return of


class SweptGround(StateGround):
    """The ground of swept states."""

    _space: SweepSpace

    def nearest(self, hold: Bits, goal: Bits, among: Bits) -> State:
        start = self._space.nearest_start(hold, goal, among)
        return super().nearest(hold, goal, among) if start is None else start

    def way(self, hold: Bits, goal: Bits, at: State) -> Steps | None:
        known = self._space.from_the_start(hold, goal, at)
        return super().way(hold, goal, at) if known is None else known
