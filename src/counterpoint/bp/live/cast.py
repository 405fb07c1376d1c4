"""The b-threads of a run: starting them, resuming them with events, ending them."""

from __future__ import annotations

import contextlib
import warnings
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from ...errors import Place
from ...identity import Identity, identity
from ...tuning import USUAL, Tuning
from ..event import Event
from ..explain import Statement
from ..lint import CounterpointWarning, warnings_about
from ..names import Names
from ..resume import (
    ENDED,
    GENERATIONS,
    bad_yield,
    blame,
    endless_starting,
    finish,
    innermost,
    interrupt,
    line_of,
    position_of,
    raised_at,
    yield_place,
)
from ..strategy import Strategy
from ..sync import Sync
from ..thread import Thread
from ..unyielded import never_yielded
from .index import Index
from .memory import Memory, Situation, Turn, Vector
from .running import Running, number_of
from .selection import Selection
from .timeouts import Clock, Timeouts

Notify: TypeAlias = Callable[..., None]


class Cast:
    """The living b-threads of a run, and those that are about to start.

    `notify(moment, ...)` is called when a b-thread is added, is removed, ends, or fails an
    assertion.

    If possible, a step goes from one remembered situation to the next: `_here` gives the selectable
    events and the b-threads that each event wakes, and the next statements of these b-threads give
    the next situation. If the situation is new, or if a predicate or a rank of the user's must be
    evaluated in each step, `index` is brought up to date and used instead. There, b-threads that
    say something else in each step are loose, and those that stay are entered now and then.
    """

    def __init__(
        self,
        threads: Iterable[Thread],
        selection: Selection,
        notify: Notify,
        clock: Clock | None = None,
        tuning: Tuning = USUAL,
    ) -> None:
        self.arrivals: deque[tuple[Thread, Running | None]] = deque(
            (thread, None) for thread in threads
        )
        self._index = Index()
        self.living = self._index.threads
        self.timeouts = Timeouts(clock, self.living, lambda event: self.index.blocks(event))
        self._late: dict[Turn, None] = {}  # turns the index lacks, as an ordered set
        self._memory = Memory(tuning)
        self._here: Situation | None = None
        self._way: tuple[Turn, Vector] | None = None  # the edge that led here, if it is new
        self._heard = 0
        self._stays = tuning.stays_from
        self._enters = 0  # the step from which on b-threads are entered that have stayed
        self._selection = selection
        self._strategy = selection.strategy
        self._ranks = type(self._strategy).rank is not Strategy.rank
        self._ignores_priority = not self._strategy.reads_priority
        self._notify = notify
        self._names = Names()
        self._count = 0
        self._warned: set[tuple[Identity, int]] = set()
        self._read: set[Identity] = set()

    @property
    def empty(self) -> bool:
        """Whether no b-thread is left, nor one about to start."""
        return not self.living and not self.arrivals

    @property
    def index(self) -> Index:
        """The index of the b-threads by events, brought up to date."""
        index = self._index
        if self._late:
            for turn in self._late:
                for thread in turn.woken:
                    if thread.plan is not thread.sync._plan_of_runs:
                        index.move(thread)
                if self._ranks:
                    for thread in turn.woken:
                        self._rank(thread)
            self._late.clear()
        return index

    @property
    def statements(self) -> tuple[Statement, ...]:
        """The statements of the living b-threads, in their order."""
        return tuple(
            Statement(thread.name, thread.thread, thread.sync, yield_place(thread.body))
            for thread in self._index.in_order()
        )

    def selectable(self) -> tuple[Event, ...]:
        """The events that can be selected now."""
        here = self._here or self._look_around()
        return self._selection.selectable(self._index) if here is None else here.selectable

    def add(self, thread: Thread) -> None:
        """Add a b-thread that no other one started. `settle` starts it."""
        self.arrivals.append((thread, None))

    def settle(self) -> None:
        """Run new b-threads to their first statement, then those that they start, and so on.

        Raises `Misuse` after `GENERATIONS` generations.
        """
        index = self.index
        generations = 0
        while self.arrivals:
            generations += 1
            if generations > GENERATIONS:
                raise endless_starting(self.arrivals[0][0].name)
            together = [self._arrived() for _ in range(len(self.arrivals))]
            for thread in together:
                self._notify("thread_added", thread.name)
                if self._resume((thread,), None):
                    index.add(thread)
                    if self._ranks:
                        self._rank(thread)
                    self._forget_situations()

    def hear(self, event: Event) -> None:
        """Remove the b-threads that `event` interrupts, then resume those that it wakes."""
        self._heard += 1
        here = self._here
        turn = None if here is None else here.turns.get(event)
        if turn is None:
            turn = self._turn(event)
        self._here = None
        self._late[turn] = None
        said = self._resume(turn.woken, event)
        if not self._late:  # a b-thread or a listener has used `index` meanwhile, which clears it
            self._late[turn] = None
        if here is not None:
            vector = tuple(said)
            self._here = turn.leads_to.get(vector)
            if self._here is None:
                self._way = turn, vector
        if self.arrivals:
            self.settle()

    def _resume(self, threads: Iterable[Running], event: Event | None) -> list[Sync]:
        """Resume each b-thread with `event`. Returns the statements of those that have not ended.

        This does the same as `resume`, inlined for speed.
        """
        said = []
        for thread in threads:
            body: Any = thread.body
            inner = body if body.gi_yieldfrom is None else innermost(body)
            before = inner.gi_frame.f_lasti  # read before resuming, because an exception changes it
            try:
                statement = body.send(event)
            except StopIteration:
                statement = ENDED
            except BaseException as error:
                blame(error, thread.name, event, (inner.gi_code, before))
                self._notify_assertion(thread, error)
                raise
            if type(statement) is not Sync:
                if statement is not ENDED:
                    raise bad_yield(statement, body, thread.name)
                self._end(thread)
                continue
            if statement.notable:
                self._note(thread, statement)
                if statement.ends:
                    self._finish(thread)
                    continue
                if statement.has_timeouts:
                    statement = self.timeouts.arm(thread, statement)
            thread.sync = statement
            said.append(statement)
        return said

    def release(self, timeout: Event) -> None:
        """Let the b-threads for which a timeout is due hear it."""
        index = self.index
        for thread in self.timeouts.release(timeout):
            index.move(thread)
        self._here = self._way = None

    def _turn(self, event: Event) -> Turn:
        """Interrupt the b-threads that `event` interrupts. Returns a turn with those it wakes.

        The turn is remembered if the situation is, and if no b-thread was interrupted.
        """
        index = self.index
        if self._heard >= self._enters:
            self._enters = self._heard + self._stays
            index.enter_what_stays()
        for thread in index.interrupted_by(event):
            self._interrupt(thread, event)
        turn = Turn(index.woken_by(event))
        if self._here is not None:
            self._memory.learn_turn(self._here, event, turn)
        return turn

    def _look_around(self) -> Situation | None:
        """The situation that the b-threads are in, None if it cannot or shall not be remembered."""
        index, memory = self.index, self._memory
        way, self._way = self._way, None
        if not (self._selection.is_steady and index.loose.steady and memory.learns(self._heard)):
            return None
        statements = tuple([thread.sync for thread in self.living.values()])
        here = memory.recall(statements)
        if here is None:
            here = memory.learn(statements, self._selection.selectable(index))
        if way is not None:
            memory.learn_edge(*way, here)
        self._here = here
        return here

    def _forget_situations(self) -> None:
        self._memory.forget()
        self._here = self._way = None

    def _arrived(self) -> Running:
        thread, starter = self.arrivals.popleft()
        self._count += 1
        self._warn_of_unyielded(thread)
        return Running(self._names.take(thread), number_of(self._count, starter), thread)

    def _interrupt(self, thread: Running, event: Event) -> None:
        self._forget_situations()
        self._index.remove(thread)
        try:
            interrupt(thread.body, thread.sync, event, thread.name)
        except AssertionError as error:
            self._notify_assertion(thread, error)
            raise
        self._forget(thread, "thread_removed")

    def _finish(self, thread: Running) -> None:
        """End a b-thread at a statement that only starts others."""
        try:
            finish(thread.body, thread.name)
        except AssertionError as error:
            self._notify_assertion(thread, error)
            raise
        self._end(thread)

    def _notify_assertion(self, thread: Running, error: BaseException) -> None:
        if isinstance(error, AssertionError):
            self._notify("assertion_failed", thread.name, raised_at(error), error)

    def _note(self, thread: Running, statement: Sync) -> None:
        """Queue the b-threads that a statement starts, and warn of parts without effect."""
        if statement is thread.sync and not statement.start:
            return
        self.arrivals.extend((started, thread) for started in statement.start)
        ignored = statement.priority is not None and self._ignores_priority
        if ignored or _blocks_itself(statement):
            self._warn_of(thread, statement)

    def _rank(self, thread: Running) -> None:
        """Ask for the rank of a b-thread if it stands at another statement than it did."""
        if thread.ranked is not thread.sync and thread.number in self.living:
            thread.rank = self._selection.rank(thread)
            thread.ranked = thread.sync

    def _end(self, thread: Running) -> None:
        self._forget_situations()
        self._index.remove(thread)
        self._forget(thread, "thread_ended")

    def _forget(self, thread: Running, moment: str) -> None:
        self._names.free(thread.thread)
        self._notify(moment, thread.name)

    def _warn_of_unyielded(self, thread: Thread) -> None:
        """Warn of statements that a b-thread never yields, once for each rule."""
        rule = thread.rule
        if identity(rule) in self._read:
            return
        self._read.add(identity(rule))
        for text in never_yielded(thread.name, rule):
            warnings.warn_explicit(text, CounterpointWarning, rule.place.file, rule.place.line)

    def _warn_of(self, thread: Running, statement: Sync) -> None:
        """Warn of parts of a statement without effect, once for each `yield`."""
        position = position_of(thread.body)
        assert position is not None, "a b-thread that says something is suspended"
        code, instruction = position
        if (identity(code), instruction) in self._warned:  # a code object is slow to hash
            return
        self._warned.add((identity(code), instruction))
        place = Place.of_line(code.co_filename, line_of(code, instruction))
        for text in warnings_about(thread.name, statement, self._strategy):
            warnings.warn_explicit(text, CounterpointWarning, place.file, place.line)


def _blocks_itself(statement: Sync) -> bool:
    """Whether a statement blocks all that it requests. Each statement is asked once."""
    if statement.blocks_itself is None:
        statement.blocks_itself = False
        if statement.request and statement.block.members != ():
            # An error is left to the selection, which calls the same predicate.
            with contextlib.suppress(Exception):
                statement.blocks_itself = all(map(statement.block.holds, statement.request))
    return statement.blocks_itself
