"""The space of a large model: what is explored without edges, as sets of states to look at."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from ...model.model import Model
from ...model.system import State
from ..arrays import Array
from ..task import EVERYTHING, Task
from .arena import Roots
from .bits import Bits
from .search import search
from .space import Space
from .sweep import SweepAlgebra

AT_A_TIME = 1 << 20
"""States whose membership is looked up together."""


class SweepSpace:
    """The states of a model, and regions of them, without the steps between them."""

    engine = "explicit"
    note = ""

    def __init__(self, space: Space, threads: int | None = None) -> None:
        self.space = space
        self.algebra = SweepAlgebra(space, threads)

    @property
    def initial(self) -> Bits:
        return self.algebra.initial

    @property
    def transitions(self) -> int:
        return self.space.transitions

    @property
    def stopped(self) -> str:
        return self.space.stopped

    @property
    def is_fair(self) -> bool:
        return bool(self.space.model.fairness)

    def count(self, region: Bits) -> int:
        return self.algebra.count(region)

    def numbers(self, region: Bits) -> Iterator[Array]:
        """The numbers of a region's states, in ascending order, some at a time."""
        for first in range(0, self.space.states, AT_A_TIME):
            numbers = np.arange(first, min(first + AT_A_TIME, self.space.states))
            yield numbers[region.has(self.space.places_of(numbers))]

    def members(self, region: Bits) -> Iterator[State]:
        for numbers in self.numbers(region):
            yield from map(self.space.state, numbers.tolist())

    def contains(self, region: Bits, state: Any) -> bool:
        place = self.space.place(state)
        return place is not None and bool(region.has(np.array([place], np.uint64))[0])

    def sample(self, region: Bits, count: int, rng: random.Random) -> list[State]:
        total = self.count(region)
        chosen = sorted(rng.sample(range(total), min(count, total)))
        found: list[State] = []
        passed = 0
        for numbers in self.numbers(region):
            while len(found) < len(chosen) and chosen[len(found)] < passed + len(numbers):
                found.append(self.space.state(int(numbers[chosen[len(found)] - passed])))
            passed += len(numbers)
        return found

    def show(self, state: Any) -> object:
        return self.space.model.show(state)


def sweep_space(model: Model, task: Task = EVERYTHING, roots: Roots = "initial") -> SweepSpace:
    """The space of the states that are reached, or of all that can be encoded, without edges."""
    return SweepSpace(search(model, task, roots=roots))
