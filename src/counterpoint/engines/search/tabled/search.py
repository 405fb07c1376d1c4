"""The search of a factored system: native code expands states, Python answers its questions."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ....alarm import limit_reached, stopped_by
from ....errors import CounterpointError, Refused
from ....model.factored import MOST_PROBES, Factored, Misfit
from ....stopped import AT_A_FAILURE, NOT_STOPPED, Cause, Stopped
from ...base.arrays import U64
from ...base.edges import Edges
from ...base.ending import is_too_long
from ...base.hashtable import parts, too_many
from ...base.task import EVERYTHING, Task
from ..parallel.blocks import Blocks
from ..parallel.crew import Crew
from ..parallel.shared import SharedSearch
from . import kernel, records
from .buffers import Buffers
from .found import BadState, BadStep, Found
from .learning import Troubled
from .lost import Losing
from .pace import Pace
from .together import HeldBlocks, Searching
from .tries import HeapFull

TOO_MUCH = "so much depends on so much that learning it gains nothing"
"""Why a search is refused if another search would be faster."""


def search(
    system: Factored,
    task: Task = EVERYTHING,
    *,
    stop_first: bool = False,
    at_least: float = 0.0,
    begin: Callable[[], Search] | None = None,
) -> Found:
    """The reachable states of `system`, breadth first.

    Ctrl-C ends the search with what was found; so do the limits, and with `stop_first` the first
    bad state or step. `begin` makes the `Search` to run, if not the usual one. Raises `Refused` for
    more than 64 probes of states or of steps, if the answers need too much room, and if the search
    visits fewer than `at_least` states per second (or, while the program generates initial states,
    fewer than that of these): then learning gains nothing.
    """
    require_few_probes(system)

    def usual() -> Search:
        return Search(system, task, stop_first, at_least)

    while True:
        try:
            return (begin or usual)().run()
        except Misfit:
            continue
        except HeapFull:
            raise Refused("the answers to be learned take more room than there is") from None


def require_few_probes(system: Factored) -> None:
    """Raise `Refused` if there are more probes than can be made together."""
    if max(len(system.state_probes), len(system.step_probes)) > MOST_PROBES:
        raise Refused(f"no more than {MOST_PROBES} probes can be made together")


class Search(Losing, Searching, SharedSearch):
    """A search in progress."""

    def __init__(self, system: Factored, task: Task, stop_first: bool, at_least: float) -> None:
        # Read first: this may change how the system divides states into cells.
        self._rows = None if system.opening is not None else _listed(system.initial())
        SharedSearch.__init__(self, task)
        self.most = self.at_once = 1
        Buffers.__init__(self, system, task.tuning, edges=task.edges)
        self.stop_first = stop_first
        limit = task.limits.states
        self.work.most = 1 << 62 if limit is None else limit
        self.work.stops = int(stop_first)
        self.pace = Pace(at_least, self.seconds, task.tuning)
        self.trouble: tuple[int | None, CounterpointError] | None = None
        self.entered = 0
        self.begun = False

    def _begin(self) -> Stopped:
        """Enter the initial states; returns why this was stopped, empty if it was not."""
        if self._rows is None:
            return self._open()
        self._enter(self.layout.packed(self._rows))
        self._rows = None
        return NOT_STOPPED

    def _open(self) -> Stopped:
        """Enter the initial states that the program generates; returns why this was stopped."""
        assert self.system.opening is not None
        self.work.code = self._opening(self.program.places[self.system.opening])
        try:
            return self._all_opened()
        finally:
            self.work.code = self.code

    def _all_opened(self) -> Stopped:
        goes_on = 0
        pace, self.pace = self.pace, Pace(0.0, self.seconds, self.tuning)
        began = self.seconds
        while self._opened(goes_on):
            goes_on = 1
            if stopped := self._too_large:
                return stopped
            if pace.was_too_slow(self.entered, self.seconds - began):
                raise Refused(TOO_MUCH)
            self.report()
            if self.steps.overflow:
                self.steps.overflow = 0
                continue
            try:
                self.learn()
            except Troubled as error:
                raise Refused("an initial state has no value for something") from error
            self.work.code.heap = self.code.heap
        return NOT_STOPPED

    def _opened(self, goes_on: int) -> bool:
        """Generate and enter initial states; returns whether there may be more.

        The more there are, the more at once, but few more than the limit of states allows.
        """
        steps, room, words = self.steps, self.steps.room, self.layout.words
        allowed = max(0, self.work.most - self.found)
        at_once = max(self.tuning.entered_room, min(self.entered // 4, allowed))
        steps.room = min(room, at_once)
        try:
            more = self.library.open_(goes_on, self.work)
        finally:
            steps.room = room
        count, steps.count = steps.count, 0
        self._enter(steps.states[: count * words].reshape(count, words))
        return bool(more)

    def _opening(self, start: int) -> records.Code:
        """The program starting at place `start`, with no conditions on steps."""
        return records.Code(heap=self.known.tries.heap, start=start, starts=self.code.starts)

    def _enter(self, states: U64) -> None:
        self.entered += len(states)
        self.enter(states)

    def run(self) -> Found:
        stopped = NOT_STOPPED
        try:
            stopped = self._begin()
            self.begun = not stopped
            stopped = stopped or self.search(self.tuning.learned_chunk)
        except KeyboardInterrupt as error:
            stopped = stopped_by(error)
        except Troubled as error:
            stopped = self.troubled(error)
        return self._result(stopped)

    def troubled(self, error: Troubled) -> Stopped:
        """Note that something has no value in a state; why that ends the search."""
        number = self.number(error.row) if self.found else None
        if number is not None:
            self._judge(number, error.row)
        self.trouble = number, error.cause
        return Stopped(error.cause.message, Cause.NO_VALUE)

    def _judge(self, number: int, row: list[int]) -> None:
        """Note which probes are false in a state without steps, as something in it has no value.

        None are noted if that is one of the probes.
        """
        notes = self.notes
        asked = notes.must_states & ~notes.idle_states
        try:
            false = [
                bit
                for bit, probe in enumerate(self.system.state_probes)
                if asked >> bit & 1 and not self.known.holds(probe.start, row)
            ]
        except CounterpointError:
            return
        counts = notes.states.reshape(-1, 2)
        for bit in false:
            counts[bit] = counts[bit, 0] + 1, counts[bit, 1] if counts[bit, 0] else number
        notes.bad += bool(false)

    @property
    def ready(self) -> int:
        work = self.work
        few = super().until(self.found, int(self.tuning.block_degree))  # by the limit of states
        return min(int(work.levels[work.level]), self.until(self.found), few)

    @property
    def shared_from(self) -> int:
        return self.tuning.held_from

    def rehash(self) -> None:
        if isinstance(self.blocks, HeldBlocks) and parts(self.table) > 1:
            self.blocks.rehash(self.found)
        else:
            super().rehash()

    def lay_out(self) -> None:
        self.blocks = None
        super().lay_out()

    def make_blocks(self, crew: Crew) -> Blocks:
        return HeldBlocks(self, crew)

    def explore(self, until: int) -> int:
        work = self.work
        work.until = until
        work.large = self.shared_from if self.crew is not None else 1 << 62
        work.graph.room = len(self.graph.target) if self.task.edges else 1 << 62
        work.level_room = len(work.levels)
        outcome = int(self.library.explore(work))
        if outcome == kernel.ASKING:
            self._answer_held()
        self.make_room()
        return outcome

    def _answer_held(self) -> None:
        """Answer the questions; if that fails, the states before the first that asks are entered.

        So what is found does not depend on how many states were held. The first that waits is
        expanded again if some probe is not asked any more, as it may be what has no value there.
        """
        idle = self.idle
        try:
            self.learn()
        except Troubled:
            self.make_room()
            self.library.enter_before(self.work)
            if self._ends_here:
                return
            if self.idle == idle and not self.lose_probes():
                raise

    @property
    def _ends_here(self) -> bool:
        """Whether there are too many states, or a failure that ends the search."""
        return self.found > self.work.most or bool(self.stop_first and self.notes.bad)

    @property
    def is_over(self) -> bool:
        """Whether a limit was reached, for work that goes on between two looks at all limits."""
        return bool(limit_reached() or self._too_large)

    def answer(self, outcome: int) -> Stopped:
        if self.pace.is_too_slow(self.expanded, self.seconds):
            raise Refused(TOO_MUCH)
        return NOT_STOPPED

    def paced(self, chunk: int, seconds: float) -> int:
        return min(2 * chunk, self.tuning.learned_chunk_most)

    @property
    def expanded(self) -> int:
        return self.work.next

    def report(self) -> None:
        if time.perf_counter() - self.start > self.tuning.look_seconds:
            super().report()

    def until(self, chunk: int, most: int = 0) -> int:
        """The number of the state to pause at; with a depth limit, not far into the next level."""
        after, depth = self.work.next + chunk, self.task.limits.depth
        if depth is None:
            return after
        level = self.work.level
        return min(after, int(self.work.levels[level]) + (level < depth))

    @property
    def _is_deep(self) -> bool:
        """Whether all levels within the limit of depth were visited, and there are more."""
        work, level = self.work, self.work.level
        if level != self.task.limits.depth:
            return False
        return work.next == int(work.levels[level]) < self.found

    @property
    def _too_large(self) -> Stopped:
        limits = self.task.limits
        if limits.states is not None and self.found > limits.states:
            return limits.too_many_states
        return limits.too_much_memory if self.is_full else self.exceeds(self.used)

    def may_grow(self, room: int, edge_room: int) -> bool:
        more = self.bytes_of(room, edge_room) - self.bytes
        return not (too_many(room) or self.exceeds(self.used + more))

    def over_limits(self) -> Stopped:
        if stopped := super().over_limits() or self._too_large:
            return stopped
        limits = self.task.limits
        if self.stop_first and self.notes.bad:
            return AT_A_FAILURE
        return limits.too_deep if self._is_deep else NOT_STOPPED

    def _result(self, stopped: Stopped) -> Found:
        work, notes, found = self.work, self.notes, self.found
        edges = None
        if self.task.edges and self._makes_a_graph(stopped):
            edges = self._edges()
        return Found(
            system=self.system,
            layout=self.layout,
            found=found,
            expanded=self.expanded,
            steps=notes.steps,
            levels=work.levels[: work.level + 1].copy(),
            packed=self.table.queue[: found * self.layout.words].reshape(found, self.layout.words),
            parents=work.parents[:found],
            outside=notes.outside[:found].view(bool),
            taken=notes.taken.reshape(-1, 2)[: len(self.system.labels)],
            bad_states=self._bad_states(),
            bad_steps=self._bad_steps(),
            deadlocks=notes.deadlocks,
            first_deadlock=notes.first_deadlock if notes.deadlocks else None,
            learned=self.known.tries.learned,
            stopped=stopped,
            edges=edges,
            state_bits=None if edges is None else self.graph.state_bits[:found],
            step_bits=None if edges is None else self.graph.bits[: self.graph.count],
            trouble=self.trouble,
            lost=self.lost,
            entered=self.entered,
            begun=self.begun,
            tuning=self.tuning,
            table=self.table,
        )

    def _makes_a_graph(self, stopped: Stopped) -> bool:
        """Whether there is time and memory to build a graph of what was found."""
        states, steps = self.found, self.graph.count
        if is_too_long(stopped, self.tuning, states + steps):
            return False
        return self.task.limits.has_room_for_graph(states, steps, self.bytes)

    def _bad_states(self) -> tuple[BadState, ...]:
        pairs = enumerate(self.notes.states.reshape(-1, 2).tolist())
        return tuple(BadState(n, state, count) for n, (count, state) in pairs if count)

    def _bad_steps(self) -> tuple[BadStep, ...]:
        rows = enumerate(self.notes.edges.reshape(-1, 4).tolist())
        return tuple(
            BadStep(n, source, move, target, count)
            for n, (count, source, target, move) in rows
            if count
        )

    def _edges(self) -> Edges:
        graph, found = self.graph, self.found
        graph.start[self.expanded :] = graph.count
        return Edges(
            graph.start[: found + 1], graph.target[: graph.count], graph.kind[: graph.count]
        )


def _listed(rows: Any) -> Any:
    """The rows to be entered: an array as it is, others as a list without duplicates."""
    return rows if isinstance(rows, np.ndarray) else list(dict.fromkeys(map(tuple, rows)))
