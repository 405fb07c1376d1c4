"""Why a state goes on as it does: who asked for what, who forbade what, as data."""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum

from ..data import dataclass
from ..errors import Place


class Fate(Enum):
    """What became of a request: it can be selected, is outranked by another, or is blocked.

    An event from outside waits as long as a request can be selected. What is asked for or could
    come is too late where the run has ended: an assertion failed, or no b-thread is left.
    """

    SELECTABLE = "selectable"
    OUTRANKED = "outranked"
    BLOCKED = "blocked"
    WAITING = "waits until nothing that is asked for can be selected"
    TOO_LATE = "too late: the run has ended"


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a b-thread stands: its name, its rule and the place of its `yield`."""

    thread: str
    rule: str
    place: Place | None


@dataclass(frozen=True, slots=True)
class Request:
    """One requested event: by whom, at what priority, what became of it, and who blocked it."""

    stand: Stand
    event: Hashable
    priority: float | None
    fate: Fate
    blocked_by: tuple[Stand, ...] = ()


@dataclass(frozen=True, slots=True)
class Outside:
    """An event declared to come from outside: whether it can come now, or who blocks it."""

    event: Hashable
    fate: Fate
    blocked_by: tuple[Stand, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """One state: every request with its fate, and what can be selected.

    `ended` says which assertion failed, if that is why nothing can be. `outside` has the events
    that are declared to come from outside, which nobody need ask for.
    """

    requests: tuple[Request, ...]
    selectable: tuple[Hashable, ...]
    ended: str = ""
    outside: tuple[Outside, ...] = ()


def outside_of(
    event: Hashable, blocked_by: tuple[Stand, ...], *, over: bool, busy: bool
) -> Outside:
    """What becomes of an event from outside, where the run is over, or a request can be selected.

    >>> outside_of("click", (), over=False, busy=True).fate.name
    'WAITING'
    """
    if over:
        return Outside(event, Fate.TOO_LATE)
    if blocked_by:
        return Outside(event, Fate.BLOCKED, blocked_by)
    return Outside(event, Fate.WAITING if busy else Fate.SELECTABLE)


@dataclass(frozen=True, slots=True)
class StepExplanation:
    """One step: the state it left, the event, and who stood where when they heard it.

    `woke` resumed with the event, `interrupted` were ended by it.
    """

    before: Explanation
    event: Hashable
    woke: tuple[Stand, ...]
    interrupted: tuple[Stand, ...] = ()

    @property
    def requested_by(self) -> tuple[Request, ...]:
        """The requests of the selected event."""
        return tuple(r for r in self.before.requests if r.event == self.event)
