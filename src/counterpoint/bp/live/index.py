"""An index from events to b-threads: a step touches only the b-threads that its event concerns."""

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
"""Finite sets of more events than this are kept as sets, like predicates, not event by event."""


@dataclass(slots=True)  # never changed, but not frozen, because frozen ones are slow to make
class Part:
    """An event set as the index keeps it: `events` one by one, the rest as the set `asked`."""

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
    """What the index needs to know about a statement. Computed once and cached in the statement.

    `steady` says that no user code decides which events belong to its sets.
    """

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
    except Exception:  # the selection calls the same predicate and reports the error properly
        return False


_NOTHING = Plan(False, False, True, _EMPTY, _EMPTY, _EMPTY)
_SILENT = sync()


class Running:
    """A b-thread of a run: its generator, the statement it stands at, and its rank.

    `plan` and `rank` belong to the statement that is in the index, which may be an earlier one.
    B-threads are ordered by their numbers; see `number_of`.
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
"""More than the number of b-threads that any run starts."""


def number_of(count: int, starter: Running | None) -> int:
    """The number of the `count`-th b-thread of a run, started by `starter` (None: by the run).

    Numbers order the b-threads. A b-thread precedes all its descendants, and these precede the next
    b-thread that the run starts. Checks use the same order, as there they are one automaton.
    """
    if starter is None:
        return count * _ROOM
    return starter.number - starter.number % _ROOM + count


class Interest:
    """The b-threads, by number, that name an event in one part of their statements."""

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
    """The b-threads of a run, found by the events that they name."""

    def __init__(self) -> None:
        self.threads: dict[int, Running] = {}
        self.hears = Interest(self.threads)
        self.blocks = Interest(self.threads)
        self.interrupts = Interest(self.threads)
        self._requesting: list[int] = []
        self.unsteady = 0
        """The number of b-threads that name events by a predicate, which may answer differently."""

    def in_order(self) -> list[Running]:
        """The b-threads in their order."""
        return [self.threads[number] for number in sorted(self.threads)]

    @property
    def someone_requests(self) -> bool:
        return bool(self._requesting)

    def add(self, thread: Running) -> None:
        """Add a b-thread. `move` enters its statement."""
        self.threads[thread.number] = thread

    def move(self, thread: Running) -> None:
        """Replace the entered statement of a b-thread by its current one."""
        self._plan(thread, Plan.of(thread.sync))

    def remove(self, thread: Running) -> None:
        """Remove a b-thread that has ended, even if it was never added."""
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
        """The unblocked requests of the greatest rank, as `Strategy.selectable` defines them."""
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
