"""Exploring a network one state at a time, for strategies that only Python can evaluate."""

from __future__ import annotations

import time

import numpy as np

from ...alarm import require_going_on, stopped_by
from ...errors import LimitReached
from ...model.network import Locals, Network
from ...stopped import NOT_STOPPED, Cause, Stopped
from ..edges import Edges
from ..limits import PER_STATE, PER_STEP, deep_size
from ..task import EVERYTHING, Progress, Task
from . import kernel
from .exploration import Exploration


def enumerate_states(network: Network, task: Task = EVERYTHING) -> Exploration:
    """The same as `explore` gives, without tables: slower, for any `network.select`."""
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
        self.numbers: dict[Locals, int] = dict.fromkeys(network.initial(), 0)
        self.order: list[Locals] = list(self.numbers)
        self.parents = [kernel.NONE]
        self.vias = [0]
        self.marks: list[int] = []
        self.first: dict[int, int] = {}
        self.steps: list[list[tuple[int, int]]] = []
        self.taken = 0
        self.per_state = PER_STATE + deep_size(self.order[0])
        self.most_bytes = task.limits.bytes

    def run(self) -> Stopped:
        """Visit every state; returns why it stopped before that, empty if it did not."""
        start = last = time.perf_counter()
        for number, state in enumerate(self.order):
            require_going_on()
            self._visit(number, state)
            stopped = self._over_limit()
            if stopped:
                return stopped
            now = time.perf_counter()
            if now - last > self.task.tuning.look_seconds:
                last = now
                if self.task.watch is not None:
                    self.task.watch(
                        Progress(len(self.order), len(self.order) - number, now - start)
                    )
                if self.task.stop is not None and (said := self.task.stop(self.result())):
                    return said
        return NOT_STOPPED

    def _over_limit(self) -> Stopped:
        limits, states = self.task.limits, len(self.order)
        if unbounded := limits.unbounded(self.network, asked=True):
            return unbounded
        if limits.states is not None and states > limits.states:
            return limits.unbounded(self.network) or limits.too_many_states
        size = states * self.per_state + self.taken * PER_STEP
        if len(self.steps) % self.task.tuning.size_sample == 0:
            return self.task.exceeds(size)
        return limits.too_much_memory if size > self.most_bytes else NOT_STOPPED

    def _visit(self, number: int, state: Locals) -> None:
        network = self.network
        locals_here = tuple(network.locals_of(state))
        marks = kernel.FAILED if any(local.failure is not None for local in locals_here) else 0
        voices = network.voices(state)
        marks |= kernel.HOT if any(voice.hot for voice in voices) else 0
        marks |= kernel.ASKING if any(voice.request for voice in voices) else 0
        events = network.choices(state)
        if not marks & kernel.FAILED and not network.internal_events(state):
            marks |= kernel.QUIET
            marks |= kernel.STUCK if marks & kernel.ASKING and not events else 0
        self.marks.append(marks)
        self.steps.append([])
        for event in events:
            self.first.setdefault(event, number)
            if not self.task.not_followed >> event & 1:
                self._enter(number, event, network.step(state, event))

    def _enter(self, number: int, event: int, target: Locals) -> None:
        found = self.numbers.setdefault(target, len(self.order))
        if found == len(self.order):
            self.order.append(target)
            self.parents.append(number)
            self.vias.append(event)
        self.steps[number].append((found, event))
        self.taken += 1

    def result(self, stopped: Stopped = NOT_STOPPED) -> Exploration:
        first = np.full(len(self.network.alphabet), kernel.NONE, np.uint32)
        for event, number in self.first.items():
            first[event] = number
        marks = np.zeros(len(self.order), np.uint8)
        marks[: len(self.marks)] = self.marks
        return Exploration(
            self.network,
            np.array(self.order, np.uint32).reshape(len(self.order), -1),
            np.array(self.parents, np.uint32),
            np.array(self.vias, np.uint32),
            marks,
            first,
            sum(map(len, self.steps)),
            "enumeration",
            stopped,
            self._edges() if self.task.edges else None,
            expanded=len(self.steps),
            tuning=self.task.tuning,
        )

    def _edges(self) -> Edges:
        start = np.zeros(len(self.order) + 1, np.uint64)
        counts = [len(steps) for steps in self.steps]
        counts += [0] * (len(self.order) - len(counts))
        start[1:] = np.cumsum(counts)
        flat = np.array([step for steps in self.steps for step in steps], np.uint32).reshape(-1, 2)
        return Edges(start, flat[:, 0].copy(), flat[:, 1].copy())
