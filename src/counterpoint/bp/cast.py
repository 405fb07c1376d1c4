"""The b-threads of a run: starting them, letting them hear events, ending them."""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Callable, Iterable
from typing import TypeAlias

from ..errors import Place
from .event import Event
from .explain import Statement
from .index import Index, Running
from .lint import CounterpointWarning, warnings_about
from .names import Names
from .resume import interrupt, line_of, position_of, raised_at, resume, yield_place
from .strategy import Strategy
from .sync import Sync
from .thread import Thread

Tell: TypeAlias = Callable[..., None]


class Cast:
    """The living b-threads of a run, and those that are about to start.

    `tell(moment, ...)` is called when one is added, removed, ended, or fails an assertion.
    """

    def __init__(self, threads: Iterable[Thread], strategy: Strategy, tell: Tell) -> None:
        self.index = Index()
        self.arrivals: deque[Thread] = deque(threads)
        self._strategy = strategy
        self._ranks = type(strategy).rank is not Strategy.rank
        self._ignores_priority = not strategy.reads_priority
        self._tell = tell
        self._names = Names()
        self._number = 0
        self._warned: set[tuple[int, int]] = set()

    @property
    def empty(self) -> bool:
        """Whether no b-thread is left, nor one about to start."""
        return not self.index.threads and not self.arrivals

    @property
    def statements(self) -> tuple[Statement, ...]:
        """What each living b-thread says, in their order."""
        return tuple(
            Statement(thread.name, thread.thread, thread.sync, yield_place(thread.body))
            for thread in self.index.threads.values()
        )

    def settle(self) -> None:
        """Run new b-threads to their first statement, and those that these start, and so on."""
        while self.arrivals:
            together = [self._arrived() for _ in range(len(self.arrivals))]
            for thread in together:
                self._tell("thread_added", thread.name)
                statement = self._resumed(thread, None)
                if statement is None:
                    self._forget(thread, "thread_ended")
                else:
                    self.index.add(thread)
                    self._says(thread, statement)

    def hear(self, event: Event) -> None:
        """Remove the b-threads that `event` interrupts, then resume the others that hear it."""
        index = self.index
        for thread in index.interrupts.of(event):
            self._interrupt(thread, event)
        for thread in index.hears.of(event):
            statement = self._resumed(thread, event)
            if statement is None:
                index.remove(thread)
                self._forget(thread, "thread_ended")
            elif statement is not thread.sync or statement.start:
                self._says(thread, statement)
        if self.arrivals:
            self.settle()

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
        self.index.remove(thread)
        try:
            interrupt(thread.body, thread.sync, event, thread.name)
        except AssertionError as error:
            self._tell("assertion_failed", thread.name, raised_at(error), error)
            raise
        self._forget(thread, "thread_removed")

    def _says(self, thread: Running, statement: Sync) -> None:
        self.index.move(thread, statement)
        self.arrivals.extend(statement.start)
        if self._ranks:
            thread.rank = self._strategy.rank(thread.thread, statement)
        ignored = statement.priority is not None and self._ignores_priority
        if ignored or thread.plan.blocks_itself:
            self._warn_of(thread)

    def _forget(self, thread: Running, moment: str) -> None:
        self._names.free(thread.thread)
        self._tell(moment, thread.name)

    def _warn_of(self, thread: Running) -> None:
        """Warn of what has no effect, once for each `yield`."""
        position = position_of(thread.body)
        assert position is not None, "a b-thread that says something is suspended"
        code, instruction = position
        if (id(code), instruction) in self._warned:  # a code object is slow to hash
            return
        self._warned.add((id(code), instruction))
        place = Place.of_line(code.co_filename, line_of(code, instruction))
        for text in warnings_about(thread.name, thread.sync, self._strategy):
            warnings.warn_explicit(text, CounterpointWarning, place.file, place.line)
