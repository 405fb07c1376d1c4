"""The search of a factored system: natively as far as answers are known, then Python asks more."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ...alarm import limit_reached, stopped_by
from ...errors import CounterpointError, Refused
from ...model.factored import Factored, Misfit
from ...stopped import AT_A_FAILURE, NOT_STOPPED, Cause, Stopped
from ..arrays import Array
from ..edges import Edges
from ..ending import is_too_long
from ..task import EVERYTHING, Progress, Task
from . import kernel, ways
from .found import BadState, BadStep, Found, order_of_edges
from .learning import Troubled
from .pace import Pace
from .room import MOST_CONDITIONS, Room
from .tries import HeapFull

TOO_MUCH = "so much depends on so much that learning it gains nothing"
"""Why a search is refused that another would be faster than."""


def search(
    system: Factored,
    task: Task = EVERYTHING,
    *,
    stop_first: bool = False,
    at_least: float = 0.0,
    begin: Callable[[], Search] | None = None,
) -> Found:
    """The states of `system` that are reached, breadth first.

    Ctrl-C ends the search with what was found; so do the limits, and with `stop_first` the first
    bad state or step. Raises `Refused` for more than 64 probes of states or of steps, and where so
    much has to be learned that nothing is gained: another search visits `at_least` so many states
    a second, or finds so many initial ones where the program is to find them. A search of another
    kind can `begin` instead.
    """
    if max(len(system.state_probes), len(system.step_probes)) > MOST_CONDITIONS:
        raise Refused(f"no more than {MOST_CONDITIONS} probes can be made together")

    def usual() -> Search:
        return Search(system, task, stop_first, at_least)

    while True:
        try:
            return (begin or usual)().run()
        except Misfit:
            continue
        except HeapFull:
            raise Refused("the answers to be learned take more room than there is") from None


class Search(Room):
    """A search under way."""

    def __init__(self, system: Factored, task: Task, stop_first: bool, at_least: float) -> None:
        # Cells may be cut anew for the initial rows.
        self._rows = None if system.opening is not None else _listed(system.initial())
        super().__init__(system, task.tuning, edges=task.edges)
        self.task = task
        self.stop_first = stop_first
        self.start = time.perf_counter()
        self.pace = Pace(at_least, time.thread_time(), task.tuning)
        self.trouble: tuple[int | None, CounterpointError] | None = None
        self.entered = 0
        self.begun = False

    def _begin(self) -> Stopped:
        """Enter the initial states; returns why that was stopped, empty if it was not."""
        if self._rows is None:
            return self._open()
        self._enter(self.layout.packed(self._rows))
        self._rows = None
        return NOT_STOPPED

    def _open(self) -> Stopped:
        """Enter those that the program finds, each as often as it is found."""
        goes_on = 0
        pace, self.pace = self.pace, Pace(0.0, time.thread_time(), self.tuning)
        began = time.thread_time()
        while self._opened(goes_on):
            goes_on = 1
            if stopped := self._too_large:
                return stopped
            if pace.was_too_slow(self.entered, time.thread_time() - began):
                raise Refused(TOO_MUCH)
            self._tell()
            if self.status[ways.OVERFLOW]:
                self.status[ways.OVERFLOW] = 0
                continue
            try:
                self.learn()
            except Troubled as error:
                raise Refused("an initial state has no value for something") from error
        return NOT_STOPPED

    def _opened(self, goes_on: int) -> bool:
        """Find and enter initial states; returns whether there may be more."""
        assert self.system.opening is not None
        shape = np.zeros(ways.SHAPE_SLOTS, np.uint32)
        shape[: ways.START] = self.shape[: ways.START]
        shape[ways.START] = self.program.places[self.system.opening]
        more = self.library.open_(
            goes_on, shape, self.layout.table, self.starts, self.known.tries.heap, self.rows,
            self.packed, self.choices, self.undo, self.out, self.kinds, self.wrong,
            self.out_room, self.asked, self.tuning.asked_room, self.status,
        )  # fmt: skip
        count = int(self.status[ways.OUT])
        self.status[ways.OUT] = 0
        words = self.layout.words
        self._enter(self.out[: count * words].reshape(count, words))
        return bool(more)

    def _enter(self, states: Array) -> None:
        self.entered += len(states)
        self.enter(states)

    def run(self) -> Found:
        stopped = NOT_STOPPED
        try:
            stopped = self._begin()
            self.begun = not stopped
            stopped = stopped or self._loop()
        except KeyboardInterrupt as error:
            stopped = stopped_by(error)
        except Troubled as error:
            number = self.number(error.row) if self.found else None
            self.trouble = number, error.cause
            stopped = Stopped(error.cause.message, Cause.NO_VALUE)
        return self._result(stopped)

    def _loop(self) -> Stopped:
        """Search until done; returns why it stopped before that, empty if it did not."""
        chunk = self.tuning.learned_chunk
        while not (stopped := self._over_limits()):
            outcome = self._turn(self._until(chunk))
            if outcome == kernel.DONE:
                break
            if outcome == kernel.PAUSED:
                chunk = min(2 * chunk, self.tuning.learned_chunk_most)
            visited = int(self.status[ways.NEXT]) - int(self.status[ways.PENDING])
            if self.pace.is_too_slow(visited, time.thread_time()):
                raise Refused(TOO_MUCH)
            self._tell()
        return stopped

    def _turn(self, until: int) -> int:
        """Visit the states that were put off, and others up to a number; learn what is asked."""
        outcome = self._explore(int(self.status[ways.PENDING]), until)
        if outcome == kernel.ASKING:
            self.learn()
        self.todo, self.pending = self.pending, self.todo
        self.make_room()
        return outcome

    def settle(self) -> None:
        """Visit the states that were put off, and no others."""
        while self.status[ways.PENDING]:
            self._turn(int(self.status[ways.NEXT]))

    def _tell(self) -> None:
        """Say how far the search is, to who watches it."""
        seconds = time.perf_counter() - self.start
        if self.task.watch is not None and seconds > self.tuning.look_seconds:
            waiting = self.found - int(self.status[ways.NEXT])
            self.task.watch(Progress(self.found, waiting, seconds))

    def _until(self, chunk: int) -> int:
        """The number of the state to pause at; where levels count, not far into the next one."""
        after, depth = int(self.status[ways.NEXT]) + chunk, self.task.limits.depth
        if depth is None:
            return after
        level = int(self.status[ways.LEVELS])
        return min(after, int(self.levels[level]) + (level < depth))

    @property
    def _is_deep(self) -> bool:
        """Whether all levels were visited that may be."""
        level = int(self.status[ways.LEVELS])
        if level != self.task.limits.depth or self.status[ways.PENDING]:
            return False
        return int(self.status[ways.NEXT]) == int(self.levels[level]) < self.found

    def _explore(self, todo: int, until: int) -> int:
        edge_room = len(self.edge_target) if self.task.edges else 1 << 62
        return int(
            self.library.explore(
                self.todo, todo, until, self.room, edge_room, len(self.levels),
                int(self.task.edges), self.shape, self.layout.table, self.keys, self.starts,
                self.known.tries.heap, self.rows, self.packed, self.choices, self.undo,
                self.queue, self.table, len(self.table) - 1, self.levels, self.out, self.kinds,
                self.wrong, self.sources, self.hashes, self.out_room, self.marks, self.parents,
                self.outside, self.taken, self.bad_states, self.bad_steps, self.edge_first,
                self.edge_count, self.edge_target, self.edge_kind, self.edge_bits, self.state_bits,
                self.must_states, self.must_steps, self.asked, self.tuning.asked_room, self.pending,
                len(self.pending), self.status,
            )
        )  # fmt: skip

    @property
    def _too_large(self) -> Stopped:
        limits = self.task.limits
        if limits.states is not None and self.found > limits.states:
            return limits.too_many_states
        return limits.too_much_memory if self.is_full else self.task.exceeds(self.bytes)

    def may_grow(self, room: int, edge_room: int) -> bool:
        size = self.bytes_of(room, edge_room)
        return not self.task.exceeds(size, size - self.bytes)

    def _over_limits(self) -> Stopped:
        if stopped := limit_reached() or self._too_large:
            return stopped
        limits = self.task.limits
        if self.stop_first and int(self.status[ways.BAD]):
            return AT_A_FAILURE
        return limits.too_deep if self._is_deep else NOT_STOPPED

    def _result(self, stopped: Stopped) -> Found:
        status, found = self.status, self.found
        bits = np.unpackbits(self.outside.view(np.uint8), bitorder="little")
        edges, step_bits = None, None
        if self.task.edges and self._makes_a_graph(stopped):
            edges, step_bits = self._edges()
        return Found(
            system=self.system,
            layout=self.layout,
            found=found,
            expanded=int(status[ways.NEXT]) - int(status[ways.PENDING]),
            steps=int(status[ways.STEPS]),
            levels=self.levels[: int(status[ways.LEVELS]) + 1].copy(),
            packed=self.queue[: found * self.layout.words].reshape(found, self.layout.words),
            parents=self.parents[:found],
            outside=bits[:found].astype(bool),
            taken=self.taken.reshape(-1, 2)[: len(self.system.labels)],
            bad_states=self._bad_states(),
            bad_steps=self._bad_steps(),
            deadlocks=int(status[ways.DEADLOCKS]),
            first_deadlock=(int(status[ways.FIRST_DEADLOCK]) if status[ways.DEADLOCKS] else None),
            learned=self.known.tries.learned,
            stopped=stopped,
            edges=edges,
            state_bits=None if edges is None else self.state_bits[:found],
            step_bits=step_bits,
            trouble=self.trouble,
            entered=self.entered,
            begun=self.begun,
            tuning=self.tuning,
            table=self.table,
            keys=self.keys,
        )

    def _makes_a_graph(self, stopped: Stopped) -> bool:
        """Whether there is time and memory for a graph of what was found."""
        states, steps = self.found, int(self.status[ways.EDGES])
        if is_too_long(stopped, self.tuning, states + steps):
            return False
        return self.task.limits.has_room_for_graph(states, steps, self.bytes)

    def _bad_states(self) -> tuple[BadState, ...]:
        pairs = enumerate(self.bad_states.reshape(-1, 2).tolist())
        return tuple(BadState(n, state, count) for n, (count, state) in pairs if count)

    def _bad_steps(self) -> tuple[BadStep, ...]:
        rows = enumerate(self.bad_steps.reshape(-1, 4).tolist())
        return tuple(
            BadStep(n, source, move, target, count)
            for n, (count, source, target, move) in rows
            if count
        )

    def _edges(self) -> tuple[Edges, Array]:
        """The edges in the order of their sources, and their bits."""
        start, order = order_of_edges(self.edge_first[: self.found], self.edge_count[: self.found])
        edges = Edges(start, self.edge_target[order], self.edge_kind[order])
        return edges, self.edge_bits[order]


def _listed(rows: Any) -> Any:
    """Rows to be entered: an array as it is, others without those that are the same."""
    return rows if isinstance(rows, np.ndarray) else list(dict.fromkeys(map(tuple, rows)))
