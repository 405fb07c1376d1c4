"""A breadth-first search in Python: one state at a time, within limits."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import numpy as np

from ...alarm import require_going_on
from ...model.system import State
from ...stopped import NOT_STOPPED, Stopped
from ..base.edges import Edges
from ..base.limits import PER_STATE, PER_STEP, deep_size
from ..base.task import EVERYTHING, Progress, Task

Steps: TypeAlias = "list[tuple[int, int]]"
"""The steps out of a state: the number of an event, and the number of the state it leads to."""

Expand: TypeAlias = Callable[[int, Any], Steps]
"""Returns the steps of a state, given its number and the state."""

Stop: TypeAlias = Callable[[bool], Stopped]
"""Returns why a search is to end, empty if not; the argument: whether to report progress."""


class Full(Exception):
    """A limit was reached: `stopped` says which."""

    def __init__(self, stopped: Stopped) -> None:
        super().__init__(stopped)
        self.stopped = stopped


class Walker:
    """States numbered in breadth-first order, and the steps of those that were expanded."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.numbers: dict[State, int] = {}
        self.order: list[State] = []
        self.steps: list[Steps] = []
        self.taken = 0
        self._per_state = PER_STATE
        self._most_states, self._most_bytes = task.limits.states, task.limits.bytes

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its states, which can be looked up then."""
        return _walked, (self.order,)

    def number(self, state: State) -> int:
        """The number of a state; a new state is queued for expansion."""
        number = self.numbers.setdefault(state, len(self.order))
        if number == len(self.order):
            self.order.append(state)
        return number

    def known(self, state: State) -> int | None:
        """The number of a state; None if it was not found, or is not kept."""
        number = self.numbers.get(state)
        return None if number is None or number >= len(self.order) else number

    def keep_first(self, size: int, initial: int) -> None:
        """Keep the first states that were expanded, up to a `size` of states and steps.

        What they lead to is kept too, and as many `initial` states as there are.
        """
        expanded, kept = 0, initial
        for steps in self.steps:
            size -= 1 + len(steps)
            if size < 0 and expanded:
                break
            expanded += 1
            kept = max([kept, expanded, *(target + 1 for _, target in steps)])
        del self.steps[expanded:]
        del self.order[kept:]

    def run(self, initial: Iterable[State], expand: Expand, stop: Stop) -> Stopped:
        """Expand every state; returns why the search stopped early, empty if it did not.

        `expand` gets the number of a state and the state, and returns its steps. `stop` is called
        after each expansion, with whether it is time to report progress.
        """
        try:
            for state in initial:
                self.number(state)
                self.require_room()
            return self._expand_all(expand, stop)
        except Full as reason:
            return reason.stopped

    def _expand_all(self, expand: Expand, stop: Stop) -> Stopped:
        tuning, start = self.task.tuning, time.perf_counter()
        last = start
        for number, state in enumerate(self.order):  # the list grows during the loop
            if number % tuning.steps_at_once == 0:
                self._per_state = PER_STATE + deep_size(self.order[-1])
                if stopped := self.task.exceeds(self.bytes):
                    return stopped
            require_going_on()
            self.require_room()
            self.steps.append(expand(number, state))
            self.taken += len(self.steps[-1])
            now = time.perf_counter()
            is_time = now - last > tuning.look_seconds
            if is_time:
                last = now
                if self.task.watch is not None:
                    waiting = len(self.order) - number
                    self.task.watch(Progress(len(self.order), waiting, now - start))
            if stopped := stop(is_time):
                return stopped
        return NOT_STOPPED

    def require_room(self) -> None:
        """Raise `Full` if there are more states, or more bytes of them, than the limits allow."""
        if self._most_states is not None and len(self.order) > self._most_states:
            raise Full(self.task.limits.too_many_states)
        if self.bytes > self._most_bytes:
            raise Full(self.task.limits.too_much_memory)

    @property
    def bytes(self) -> int:
        """The bytes that states and steps take, estimated."""
        return len(self.order) * self._per_state + self.taken * PER_STEP

    def edges(self) -> Edges:
        """The steps as arrays; states that were not expanded have none."""
        start = np.zeros(len(self.order) + 1, np.uint64)
        counts = [len(steps) for steps in self.steps]
        counts += [0] * (len(self.order) - len(counts))
        start[1:] = np.cumsum(counts)
        flat = np.array([step for steps in self.steps for step in steps], np.uint32).reshape(-1, 2)
        return Edges(start, flat[:, 1].copy(), flat[:, 0].copy())


def _walked(order: list[State]) -> Walker:
    """A walker that has found these states, and looks them up only."""
    walker = Walker(EVERYTHING)
    walker.order = order
    walker.numbers = {state: number for number, state in enumerate(order)}
    return walker
