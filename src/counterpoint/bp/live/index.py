"""The b-threads of a run, found by the events that they name.

A b-thread that stays at its statement is entered, so that a step touches it only if its event
concerns it. The others are loose: to ask them costs less than to enter each of their statements.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from operator import attrgetter

from ..event import Event
from ..eventset import EventSet
from ..strategy import LEAST
from .loose import Loose
from .plan import NO_PLAN, Part, Plan
from .running import Running, blame

_NOBODY: frozenset[int] | set[int] = frozenset()
_NUMBER = attrgetter("number")


class Interest:
    """The b-threads, by number, that name an event in one part of their entered statements."""

    __slots__ = ("_asked", "_listed", "_threads")

    def __init__(self, threads: dict[int, Running]) -> None:
        self._threads = threads
        self._listed: dict[Event, set[int]] = {}
        self._asked: dict[int, EventSet] = {}

    def move(self, number: int, old: Part, new: Part) -> None:
        """Replace what a b-thread named so far, `old`, by what it names now, `new`."""
        if new is old:
            return
        listed = self._listed
        for event in old.events:
            numbers = listed[event]
            numbers.discard(number)
            if not numbers:
                del listed[event]
        for event in new.events:
            if event in listed:
                listed[event].add(number)
            else:
                listed[event] = {number}
        if old.asked is not None:
            del self._asked[number]
        if new.asked is not None:
            self._asked[number] = new.asked

    @property
    def anyone(self) -> Callable[[Event], bool]:
        """A function that says whether some b-thread names an event."""
        return self._anyone if self._asked else self._listed.__contains__

    def _anyone(self, event: Event) -> bool:
        return event in self._listed or any(True for _ in self._answers(event))

    def of(self, event: Event) -> Collection[int]:
        """The numbers of the b-threads that name `event`."""
        numbers = self._listed.get(event, _NOBODY)
        return numbers.union(self._answers(event)) if self._asked else numbers

    def _answers(self, event: Event) -> Iterator[int]:
        for number, events in self._asked.items():
            try:
                named = events.holds(event)
            except Exception as error:
                blame(error, self._threads[number], events, event)
                raise
            if named:
                yield number


class Index:
    """The b-threads of a run. Whatever asks their predicates asks them in their order."""

    def __init__(self) -> None:
        self.threads: dict[int, Running] = {}
        self.loose = Loose()
        self._hears = Interest(self.threads)
        self._blocks = Interest(self.threads)
        self._interrupts = Interest(self.threads)
        self._requests: list[int] = []
        self._entered = 0

    def in_order(self) -> list[Running]:
        """The b-threads in their order."""
        return [self.threads[number] for number in sorted(self.threads)]

    @property
    def someone_requests(self) -> bool:
        return bool(self._requests) or any(self.loose.requesting())

    def add(self, thread: Running) -> None:
        """Add a b-thread that stands at its first statement."""
        self.threads[thread.number] = thread
        self.loose.add(thread)
        self.move(thread)

    def move(self, thread: Running) -> None:
        """Note that a b-thread may stand at another statement: enter it if it has a plan."""
        new = thread.sync._plan_of_runs if thread.sync.steady else None
        if new is thread.plan or thread.number not in self.threads:
            return
        if new is None:
            self.loose.add(thread)
        elif thread.plan is None:
            self.loose.remove(thread)
        self._replace(thread, new)

    def remove(self, thread: Running) -> None:
        """Remove a b-thread that has ended, even if it was never added."""
        if thread.plan is None:
            self.loose.remove(thread)
        self._replace(thread, None)
        self.threads.pop(thread.number, None)

    def enter_what_stays(self) -> None:
        """Enter the loose b-threads that stand where they stood at the last call of this."""
        for thread in self.loose.staying():
            self._replace(thread, Plan.of(thread.sync))

    def _replace(self, thread: Running, plan: Plan | None) -> None:
        number, old, new = thread.number, thread.plan or NO_PLAN, plan or NO_PLAN
        self._hears.move(number, old.hears, new.hears)
        self._blocks.move(number, old.blocks, new.blocks)
        self._interrupts.move(number, old.interrupts, new.interrupts)
        if new.requests and not old.requests:
            insort(self._requests, number)
        elif old.requests and not new.requests:
            del self._requests[bisect_left(self._requests, number)]
        self._entered += (old is NO_PLAN) - (new is NO_PLAN)
        thread.plan = plan

    def interrupted_by(self, event: Event) -> Sequence[Running]:
        """The b-threads that `event` interrupts, in their order."""
        loose = self.loose.interrupted_by(event)
        return self._joined(loose, self._interrupts.of(event)) if self._entered else loose

    def woken_by(self, event: Event) -> Sequence[Running]:
        """The b-threads that request `event` or wait for it, in their order."""
        loose = self.loose.woken_by(event)
        return self._joined(loose, self._hears.of(event)) if self._entered else loose

    def _joined(self, loose: list[Running], numbers: Collection[int]) -> Sequence[Running]:
        if not numbers:
            return loose
        entered = [self.threads[number] for number in numbers]
        return sorted([*loose, *entered], key=_NUMBER) if loose or len(numbers) > 1 else entered

    @property
    def blocks(self) -> Callable[[Event], bool]:
        """A function that says whether an event is blocked now."""
        entered, loose = self._blocks.anyone, self.loose.blocks()
        if loose is None:
            return entered
        return partial(_either, entered, loose.hold) if self._entered else loose.hold

    def _requesting(self) -> Iterable[Running]:
        """The b-threads that request something, in their order."""
        loose = self.loose.requesting()
        if not self._requests:
            return loose
        entered = map(self.threads.__getitem__, self._requests)
        return sorted([*loose, *entered], key=_NUMBER) if loose else entered

    def selectable(self, first_only: bool) -> tuple[Event, ...]:
        """The unblocked requests of the greatest rank, as `Strategy.selectable` defines them."""
        best = LEAST
        chosen: dict[Event, None] = {}
        is_blocked = self.blocks
        for thread in self._requesting():
            if thread.rank < best:
                continue
            for event in thread.sync.request:
                if is_blocked(event):
                    continue
                if thread.rank > best:
                    best, chosen = thread.rank, {}
                chosen[event] = None
                if first_only:
                    break
        return tuple(chosen)


def _either(one: Callable[[Event], bool], other: Callable[[Event], bool], event: Event) -> bool:
    return one(event) or other(event)
