"""A search in progress: its arrays, and what they have in common for all forms of states."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np

from ....errors import Fault
from ....stopped import NOT_STOPPED, Stopped
from ...base.arrays import NOTHING, U64, bytes_of
from ...base.edges import Edges
from ...base.outcome import FAULT, FULL
from ...base.task import Task
from ..parallel.blocks import Blocks
from ..parallel.crew import Crew
from ..parallel.shared import SharedSearch
from . import searchkernel
from .buffers import buffers_for
from .code import Code
from .kernel import NO_STEPS
from .records import Graph, Search, States
from .space import Space


class Run(SharedSearch):
    """A search in progress: its limits, and the record that its kernel works on.

    Steps are kept if the task says so, or else up to `steps_up_to` states and steps.
    """

    def __init__(self, code: Code, task: Task, steps_up_to: int = 0) -> None:
        super().__init__(task)
        self.code = code
        self.steps_up_to = steps_up_to
        self.most = code.most
        self.states = States(queue=NOTHING, digits=NOTHING, slots=NOTHING, visited=NOTHING)
        self.buffers = buffers_for(code)
        self.graph = Graph(
            start=np.zeros(1, np.uint64),
            target=np.zeros(0, np.uint32),
            kind=np.zeros(0, np.uint32),
        )
        self.work = Search(
            states=self.states,
            buffers=self.buffers,
            graph=self.graph,
            levels=np.zeros(self.tuning.first_levels, np.uint64),
            level_room=self.tuning.first_levels,
            most=self.most,
        )
        self.at_once = len(self.buffers.kinds)
        self.more = self.at_once
        self.work.large = self.work.dense = NO_STEPS

    @abstractmethod
    def make_room(self) -> Stopped:
        """Lengthen the arrays that are full; returns why that is impossible, empty if it is not."""

    @abstractmethod
    def space(self, stopped: Stopped) -> Space:
        """The result, with the reason why the search stopped."""

    @abstractmethod
    def state(self, number: int) -> Any:
        """The state with this number."""

    @property
    def found(self) -> int:
        return self.states.count

    @property
    def expanded(self) -> int:
        return self.work.next

    @property
    def ready(self) -> int:
        return int(self.work.levels[self.work.level])

    def run(self) -> Space:
        if self.tuning.workers > 1:
            self.work.large = min(self.work.large, self.shared_from)
        return self.space(self.search(self.tuning.first_chunk))

    def over_limits(self) -> Stopped:
        self.gives_up_steps(self.used)
        self.give_up_blocks()
        return self.task.too_many(self.found) or self.exceeds(self.used) or super().over_limits()

    def make_blocks(self, crew: Crew) -> Blocks:
        raise AssertionError("this search is done by one thread")

    def answer(self, outcome: int) -> Stopped:
        if outcome == FAULT:
            self._raise_fault()
        if outcome == FULL and (stopped := self.with_room(self.make_room)):
            return stopped
        return self.begin_level() if outcome == searchkernel.LEVEL else NOT_STOPPED

    def begin_level(self) -> Stopped:
        """Prepare a level; returns why the search should stop here, empty if it should not."""
        return NOT_STOPPED

    def _raise_fault(self) -> None:
        """Compute in Python the steps of the state at which the kernel stopped, to raise its error.

        Raises `Fault` if Python finds none.
        """
        state = self.state(self.expanded)
        list(self.code.model.successors(state))
        raise Fault(f"native code and Python differ about the steps of {state!r}")

    @property
    def bytes(self) -> int:
        return sum(map(bytes_of, (self.states, self.buffers, self.graph, self.work)))

    def lengthen_levels(self) -> None:
        work = self.work
        if work.level + 2 > work.level_room:
            work.level_room *= 2
            lengthen(work.levels, work.level_room)

    @property
    def keeps_steps(self) -> bool:
        """Whether the steps are kept; it may turn false while a search goes on."""
        return self.graph.room > 0

    def edge_room(self) -> int:
        """The number of steps to have room for, as many as fit now, or twice that."""
        room = self.graph.room
        while room and self.graph.count + self.more > room:
            room *= 2
        return room

    def gives_up_steps(self, size: int) -> bool:
        """Free the steps, and keep no more, if they are too many and need not be kept.

        That is so if arrays of `size` bytes in all exceed the limits. Returns whether they were
        freed.
        """
        if self.task.edges or not self.keeps_steps:
            return False
        if self.found + self.graph.count <= self.steps_up_to and not self.exceeds(size):
            return False
        self.graph.room = 0  # first, as Ctrl-C may come at any moment
        self.have_edges(0, 0)
        return True

    def have_edges(self, states: int, room: int) -> None:
        """Make room for the steps of `states` states, `room` steps in all."""
        self.graph.start = np.zeros(states + 1, np.uint64)
        self.graph.target = np.zeros(room, np.uint32)
        self.graph.kind = np.zeros(room, np.uint32)
        self.graph.room = room

    def lengthen_edges(self, room: int) -> None:
        """Make room for `room` steps."""
        lengthen(self.graph.target, room)
        lengthen(self.graph.kind, room)
        self.graph.room = room

    @property
    def edges(self) -> Edges | None:
        """The steps that were found; None if they are not kept."""
        graph, found = self.graph, self.found
        if not self.keeps_steps:
            return None
        graph.start[self.expanded :] = graph.count
        return Edges(
            graph.start[: found + 1], graph.target[: graph.count], graph.kind[: graph.count]
        )

    def first_states(self, count: int) -> None:
        """Declare the first `count` states to be those at distance 0."""
        self.states.count = count
        self.work.levels[0] = 0
        self.work.levels[1] = count
        self.work.level = 1

    def level_starts(self) -> U64:
        """The number of the first state at each distance, and last the number of states."""
        starts: U64 = self.work.levels[: self.work.level + 1].copy()
        return starts if starts[-1] == self.found else np.append(starts, np.uint64(self.found))


def lengthen(array: Any, room: int) -> None:
    """Lengthen an array in place: the operating system remaps a large one without copying."""
    array.resize(room, refcheck=False)
