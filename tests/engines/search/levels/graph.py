"""A system that is a graph of rows, to be searched level by level."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

import numpy as np
from hypothesis import strategies as st

from counterpoint.engines.base.arrays import U64
from counterpoint.engines.search.levels.steady import Steady
from counterpoint.engines.search.levels.stepper import Expanded

State = tuple[int, ...]


class Graph(Steady):
    """The steps between rows of words; the questions are sets of states."""

    identity = "a graph"

    def __init__(
        self,
        width: int,
        starts: Sequence[State],
        steps: dict[State, list[State]],
        asked: Sequence[set[State]] = (),
    ) -> None:
        self.width, self.starts, self.steps, self.asked = width, starts, steps, asked
        self.bits = self.last_bits = 64 if width > 1 else 6
        self.most = max(map(len, steps.values()), default=0)
        self.room = 3
        self.beside = 0
        self.left = [1 << 60]
        """Calls that may still be made; then it fails, as a process that is killed does."""

    @property
    def questions(self) -> int:
        return len(self.asked)

    def initial(self) -> U64:
        return self._rows(self.starts)

    def _rows(self, states: Sequence[State]) -> U64:
        return np.array(states, np.uint64).reshape(-1, self.width)

    def expand(self, states: U64, asked: Collection[int] = ()) -> Iterator[Expanded]:
        for first in range(0, len(states), self.room):
            self.left[0] -= 1
            if self.left[0] < 0:
                raise SystemExit
            some = [tuple(state) for state in states[first : first + self.room].tolist()]
            steps = [self.steps.get(state, []) for state in some]
            targets = [there for each in steps for there in each]
            starts = np.cumsum([0, *map(len, steps)]).astype(np.uint64)
            truths = {n: np.array([state in self.asked[n] for state in some]) for n in asked}
            yield Expanded(first, self._rows(targets), starts, len(targets), truths)

    def is_true(self, question: Any, state: U64) -> bool:
        return self.state(state[0]) in question

    def state(self, row: U64) -> Any:
        return tuple(row.tolist())

    def packed(self, state: Any) -> U64:
        return self._rows([state])

    def apart(self, room: int) -> Graph:
        other = Graph(self.width, self.starts, self.steps, self.asked)
        other.room, other.left = max(1, room), self.left
        return other

    def levels(self) -> list[set[State]]:
        """The states by distance; the last level is empty."""
        known, found = set(self.starts), [set(self.starts)]
        while found[-1]:
            new = {there for state in found[-1] for there in self.steps.get(state, ())} - known
            known |= new
            found.append(new)
        return found


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    width = draw(st.integers(1, 2))
    states = draw(st.lists(st.tuples(*[st.integers(0, 40)] * width), min_size=1, max_size=30))
    targets = st.lists(st.sampled_from(states), max_size=4)
    starts = draw(st.lists(st.sampled_from(states), max_size=3))
    asked = draw(st.lists(st.sets(st.sampled_from(states), max_size=4), max_size=2))
    return Graph(width, starts, {state: draw(targets) for state in states}, asked)
