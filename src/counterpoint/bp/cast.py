"""The b-threads of a run: starting them, letting them hear events, ending them."""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Callable, Iterable
from typing import TypeAlias

from ..errors import Place
from .event import Event
from .explain import Statement
from .index import Index, Plan, Running
from .lint import CounterpointWarning, warnings_about
from .memory import Memory, Situation, Turn, Vector
from .names import Names
from .resume import interrupt, line_of, position_of, raised_at, resume, yield_place
from .selection import Selection
from .strategy import Strategy
from .sync import Sync
from .thread import Thread

Tell: TypeAlias = Callable[..., None]


class Cast:
    """The living b-threads of a run, and those that are about to start.

    `tell(moment, ...)` is called when one is added, removed, ended, or fails an assertion.
    """

    def __init__(self, threads: Iterable[Thread], selection: Selection, tell: Tell) -> None:
        self.arrivals: deque[Thread] = deque(threads)
        self._index = Index()
        self._late: dict[Turn, None] = {}  # a set, but in order: who woke and is not entered yet
        self._memory = Memory()
        self._here: Situation | None = None
        self._way: tuple[Turn, Vector] | None = None  # how it came here, when that was new
        self._heard = 0
        self._selection = selection
        self._strategy = selection.strategy
        self._ranks = type(self._strategy).rank is not Strategy.rank
        self._ignores_priority = not self._strategy.reads_priority
        self._tell = tell
        self._names = Names()
        self._number = 0
        self._warned: set[tuple[int, int]] = set()

    @property
    def empty(self) -> bool:
        """Whether no b-thread is left, nor one about to start."""
        return not self._index.threads and not self.arrivals

    @property
    def index(self) -> Index:
        """Who cares for which event now; steps through known situations do not look at it."""
        if self._late:
            living = self._index.threads
            for turn in self._late:
                for thread in turn.woken:
                    if thread.number in living:
                        self._enter(thread)
            self._late.clear()
        return self._index

    @property
    def statements(self) -> tuple[Statement, ...]:
        """What each living b-thread says, in their order."""
        return tuple(
            Statement(thread.name, thread.thread, thread.sync, yield_place(thread.body))
            for thread in self._index.threads.values()
        )

    def selectable(self) -> tuple[Event, ...]:
        """The events that can be selected now."""
        here = self._here or self._look_around()
        return self._selection.selectable(self.index) if here is None else here.selectable

    def settle(self) -> None:
        """Run new b-threads to their first statement, and those that these start, and so on."""
        index = self.index
        self._forget_situations()
        while self.arrivals:
            together = [self._arrived() for _ in range(len(self.arrivals))]
            for thread in together:
                self._tell("thread_added", thread.name)
                statement = self._resumed(thread, None)
                if statement is None:
                    self._forget(thread, "thread_ended")
                else:
                    index.add(thread)
                    self._take(thread, statement)
                    self._enter(thread)

    def hear(self, event: Event) -> None:
        """Remove the b-threads that `event` interrupts, then resume the others that hear it."""
        self._heard += 1
        here = self._here
        turn = (here and here.turns.get(event)) or self._turn(event)
        self._late[turn] = None
        said: list[Sync] = []
        for thread in turn.woken:
            statement = self._resumed(thread, event)
            if statement is None:
                self._end(thread)
            else:
                self._take(thread, statement)
                said.append(statement)
        key = tuple(said)
        self._here = turn.leads_to.get(key)
        if self._here is None:
            self._way = turn, key
        if self.arrivals:
            self.settle()

    def _turn(self, event: Event) -> Turn:
        """What `event` does here for the first time."""
        index = self.index
        for thread in index.interrupts.of(event):
            self._interrupt(thread, event)
        turn = Turn(index.hears.of(event))
        if self._here is not None:
            self._memory.learn_turn(self._here, event, turn)
        return turn

    def _look_around(self) -> Situation | None:
        """The situation that the b-threads are in, None where it is not one to remember."""
        index, memory = self.index, self._memory
        if not (index.steady and self._selection.is_steady and memory.learns(self._heard)):
            return None
        statements = tuple([thread.sync for thread in index.threads.values()])
        here = memory.recall(statements)
        if here is None:
            here = memory.learn(statements, self._selection.selectable(index))
        if self._way is not None:
            memory.learn_edge(*self._way, here)
        self._here, self._way = here, None
        return here

    def _forget_situations(self) -> None:
        self._memory.forget()
        self._here = self._way = None

    def _arrived(self) -> Running:
        thread = self.arrivals.popleft()
        self._number += 1
        return Running(self._names.take(thread), self._number, thread)

    def _resumed(self, thread: Running, event: Event | None) -> Sync | None:
        try:
            return resume(thread.body, event, thread.name)
        except AssertionError as error:
            self._tell("assertion_failed", thread.name, raised_at(error), error)
            raise

    def _interrupt(self, thread: Running, event: Event) -> None:
        self._forget_situations()
        self._index.remove(thread)
        try:
            interrupt(thread.body, thread.sync, event, thread.name)
        except AssertionError as error:
            self._tell("assertion_failed", thread.name, raised_at(error), error)
            raise
        self._forget(thread, "thread_removed")

    def _take(self, thread: Running, statement: Sync) -> None:
        if statement.notable and (statement is not thread.sync or statement.start):
            self.arrivals.extend(statement.start)
            ignored = statement.priority is not None and self._ignores_priority
            if ignored or Plan.of(statement).blocks_itself:
                self._warn_of(thread, statement)
        thread.sync = statement

    def _enter(self, thread: Running) -> None:
        self._index.move(thread)
        if self._ranks:
            thread.rank = self._strategy.rank(thread.thread, thread.sync)

    def _end(self, thread: Running) -> None:
        self._forget_situations()
        self._index.remove(thread)
        self._forget(thread, "thread_ended")

    def _forget(self, thread: Running, moment: str) -> None:
        self._names.free(thread.thread)
        self._tell(moment, thread.name)

    def _warn_of(self, thread: Running, statement: Sync) -> None:
        """Warn of what has no effect, once for each `yield`."""
        position = position_of(thread.body)
        assert position is not None, "a b-thread that says something is suspended"
        code, instruction = position
        if (id(code), instruction) in self._warned:  # a code object is slow to hash
            return
        self._warned.add((id(code), instruction))
        place = Place.of_line(code.co_filename, line_of(code, instruction))
        for text in warnings_about(thread.name, statement, self._strategy):
            warnings.warn_explicit(text, CounterpointWarning, place.file, place.line)
