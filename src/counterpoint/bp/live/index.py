"""Who cares for which event: what lets a step touch only the b-threads that its event concerns."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence

from ...data import dataclass
from ..event import Event
from ..eventset import Either, EventSet
from ..resume import add_note, yield_place
from ..strategy import LEAST
from ..sync import Sync, sync
from ..thread import AnyBody, Thread

_MANY = 16
"""Greater finite sets are asked, as predicates are, instead of being entered event by event."""


@dataclass(slots=True)  # never changed; frozen ones take long to make
class Part:
    """An event set as the index keeps it: some events one by one, the rest as a set to ask."""

    events: tuple[Event, ...] = ()
    asked: EventSet | None = None

    @classmethod
    def of(cls, events: EventSet) -> Part:
        if events.members == ():
            return _EMPTY
        if isinstance(events, Either):
            parts = [cls.of(part) for part in events.parts]
            asked = tuple(part.asked for part in parts if part.asked is not None)
            listed = dict.fromkeys(event for part in parts for event in part.events)
            return cls(tuple(listed), asked[0] if len(asked) == 1 else Either(asked))
        if events.members is None or len(events.members) > _MANY:
            return cls(asked=events)
        return cls(events.members)


_EMPTY = Part()
_NOBODY: frozenset[int] | set[int] = frozenset()


@dataclass(slots=True)
class Plan:
    """What the index needs of one statement, worked out once and kept with it."""

    requests: bool
    blocks_itself: bool
    steady: bool
    hears: Part
    blocks: Part
    interrupts: Part

    @classmethod
    def of(cls, sync: Sync) -> Plan:
        if sync._plan_of_runs is None:
            sets = (sync.hears, sync.block, sync.interrupt)
            steady = all(events.never_changes for events in sets)
            sync._plan_of_runs = cls(
                bool(sync.request), _blocks_itself(sync), steady, *map(Part.of, sets)
            )
        return sync._plan_of_runs  # type: ignore[no-any-return]


def _blocks_itself(sync: Sync) -> bool:
    """Whether a statement blocks all that it requests."""
    if not sync.request or sync.block.members == ():
        return False
    try:
        return all(map(sync.block.holds, sync.request))
    except Exception:  # the selection asks the same, and tells whose predicate it was
        return False


_NOTHING = Plan(False, False, True, _EMPTY, _EMPTY, _EMPTY)
_SILENT = sync()


class Running:
    """A b-thread of a run: its generator, the statement it stands at, and how much that counts.

    `plan` and `rank` are those of the statement that the index has, which may be an earlier one.
    B-threads are in the order of their numbers, which `number_of` makes.
    """

    __slots__ = ("body", "name", "number", "plan", "rank", "sync", "thread")

    def __init__(self, name: str, number: int, thread: Thread) -> None:
        self.name = name
        self.number = number
        self.thread = thread
        self.body: AnyBody = thread.start()
        self.sync = _SILENT
        self.rank = 0.0
        self.plan = _NOTHING


_ROOM = 1 << 40
"""More b-threads than any run starts."""


def number_of(count: int, starter: Running | None) -> int:
    """The number of a b-thread that is the so many-th of a run, and who has started it.

    A b-thread stands before all those that descend from it, and these before the next one that
    nobody has started: as in a check, where they are one automaton.
    """
    if starter is None:
        return count * _ROOM
    return starter.number - starter.number % _ROOM + count


class Interest:
    """Which b-threads, by number, name an event in one part of their statements."""

    __slots__ = ("_asked", "_listed", "_threads")

    def __init__(self, threads: dict[int, Running]) -> None:
        self._threads = threads
        self._listed: dict[Event, set[int]] = {}
        self._asked: dict[int, EventSet] = {}

    def move(self, number: int, old: Part, new: Part) -> None:
        """Enter what a b-thread names from now on, in place of what it named so far."""
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

    def anyone(self, event: Event) -> bool:
        """Whether some b-thread names `event`."""
        if event in self._listed:
            return True
        return bool(self._asked) and any(True for _ in self._answers(event))

    def of(self, event: Event) -> Sequence[Running]:
        """The b-threads that name `event`, in their order."""
        numbers = self._listed.get(event, _NOBODY)
        if self._asked:
            numbers = numbers.union(self._answers(event))
        return [self._threads[number] for number in sorted(numbers)] if numbers else ()

    def _answers(self, event: Event) -> Iterator[int]:
        for number, events in self._asked.items():
            try:
                named = events.holds(event)
            except Exception as error:
                thread = self._threads[number]
                text = f"in b-thread {thread.name}, whose {events!r} was asked for {event}"
                add_note(error, text, yield_place(thread.body))
                raise
            if named:
                yield number


class Index:
    """The b-threads of a run in their order, found by the events that they name."""

    def __init__(self) -> None:
        self.threads: dict[int, Running] = {}
        self.hears = Interest(self.threads)
        self.blocks = Interest(self.threads)
        self.interrupts = Interest(self.threads)
        self._requesting: list[int] = []
        self.unsteady = 0
        """How many b-threads name events by a predicate, which may change its mind."""

    def in_order(self) -> list[Running]:
        """The b-threads in their order."""
        return [self.threads[number] for number in sorted(self.threads)]

    @property
    def someone_requests(self) -> bool:
        return bool(self._requesting)

    def add(self, thread: Running) -> None:
        """Enter a b-thread that has said nothing yet."""
        self.threads[thread.number] = thread

    def move(self, thread: Running) -> None:
        """Enter the statement of a b-thread in place of the one that was entered before."""
        self._plan(thread, Plan.of(thread.sync))

    def remove(self, thread: Running) -> None:
        """Take out a b-thread that has ended, even before it said anything."""
        self._plan(thread, _NOTHING)
        self.threads.pop(thread.number, None)

    def _plan(self, thread: Running, new: Plan) -> None:
        number, old = thread.number, thread.plan
        self.hears.move(number, old.hears, new.hears)
        self.blocks.move(number, old.blocks, new.blocks)
        self.interrupts.move(number, old.interrupts, new.interrupts)
        if new.requests and not old.requests:
            insort(self._requesting, number)
        elif old.requests and not new.requests:
            del self._requesting[bisect_left(self._requesting, number)]
        self.unsteady += old.steady - new.steady
        thread.plan = new

    def selectable(self, first_only: bool) -> tuple[Event, ...]:
        """The unblocked requests of the greatest rank: what `Strategy.selectable` answers."""
        best = LEAST
        chosen: dict[Event, None] = {}
        is_blocked = self.blocks.anyone
        for number in self._requesting:
            thread = self.threads[number]
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
