"""The event sets of a statement as the index keeps them: event by event, as far as possible."""

from __future__ import annotations

from ...data import dataclass
from ..event import Event
from ..eventset import Either, EventSet
from ..sync import Sync

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


@dataclass(slots=True)
class Plan:
    """What the index needs to know about a statement. Computed once and cached in the statement."""

    requests: bool
    hears: Part
    blocks: Part
    interrupts: Part

    @classmethod
    def of(cls, sync: Sync) -> Plan:
        if sync._plan_of_runs is None:
            sets = (sync.hears, sync.block, sync.interrupt)
            sync._plan_of_runs = cls(bool(sync.request), *map(Part.of, sets))
        return sync._plan_of_runs  # type: ignore[no-any-return]


NO_PLAN = Plan(False, _EMPTY, _EMPTY, _EMPTY)
"""The plan of a statement that names no event."""
