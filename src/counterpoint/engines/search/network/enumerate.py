"""Explores a network one state at a time, for strategies that only Python can evaluate."""

from __future__ import annotations

import numpy as np

from ....alarm import stopped_by
from ....errors import LimitReached
from ....model.network import Locals, Network
from ....stopped import NOT_STOPPED, Cause, Stopped
from ...base.outcome import NONE
from ...base.task import EVERYTHING, Task
from ..walker import Steps, Walker
from . import steps
from .exploration import Exploration


def enumerate_states(network: Network, task: Task = EVERYTHING) -> Exploration:
    """The same result as `explore`, without tables: slower, but for any `network.select`."""
    walk = _Walk(network, task)
    try:
        stopped = walk.run()
    except KeyboardInterrupt as error:
        stopped = stopped_by(error)
    except LimitReached as reached:
        stopped = Stopped(reached.message, Cause.UNBOUNDED)
    return walk.result(stopped)


class _Walk:
    def __init__(self, network: Network, task: Task) -> None:
        self.network = network
        self.task = task
        self.walker = Walker(task)
        self.parents = [NONE]
        self.vias = [0]
        self.marks: list[int] = []
        self.first: dict[int, int] = {}

    def run(self) -> Stopped:
        """Visit every state; returns why the search stopped early, empty if it did not."""
        stopped = self.walker.run(self.network.initial(), self._visit, self._ends)
        if stopped.cause is Cause.STATES:
            return self.task.limits.unbounded(self.network) or stopped
        return stopped

    def _ends(self, is_time: bool) -> Stopped:
        if unbounded := self.task.limits.unbounded(self.network, asked=True):
            return unbounded
        if not is_time or self.task.stop is None:
            return NOT_STOPPED
        return self.task.stop(self.result())

    def _visit(self, number: int, state: Locals) -> Steps:
        network = self.network
        locals_here = tuple(network.locals_of(state))
        marks = steps.FAILED if any(local.failure is not None for local in locals_here) else 0
        voices = network.voices(state)
        marks |= steps.HOT if any(voice.hot for voice in voices) else 0
        marks |= steps.ASKING if any(voice.request for voice in voices) else 0
        events = network.choices(state)
        if not marks & steps.FAILED and not network.internal_events(state):
            marks |= steps.QUIET
            marks |= steps.STUCK if marks & steps.ASKING and not events else 0
        self.marks.append(marks)
        for event in events:
            self.first.setdefault(event, number)
        return [
            (event, self._enter(number, event, network.step(state, event)))
            for event in events
            if not self.task.not_followed >> event & 1
        ]

    def _enter(self, number: int, event: int, target: Locals) -> int:
        found = self.walker.number(target)
        if found == len(self.parents):
            self.parents.append(number)
            self.vias.append(event)
        return found

    def result(self, stopped: Stopped = NOT_STOPPED) -> Exploration:
        walker, found = self.walker, len(self.walker.order)
        first = np.full(len(self.network.alphabet), NONE, np.uint32)
        for event, number in self.first.items():
            first[event] = number
        marks = np.zeros(found, np.uint8)
        marks[: len(self.marks)] = self.marks
        return Exploration(
            self.network,
            np.array(walker.order, np.uint32).reshape(found, -1),
            np.array(self.parents, np.uint32),
            np.array(self.vias, np.uint32),
            marks,
            first,
            sum(map(len, walker.steps)),
            "enumeration",
            stopped,
            walker.edges() if self.task.edges else None,
            expanded=len(walker.steps),
            tuning=self.task.tuning,
        )
