"""Why a program continues from a state as it does: requests and blocks, as data."""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum

from ..data import dataclass
from ..errors import Place


class Fate(Enum):
    """The outcome of a request: the event can be selected, is outranked, or is blocked.

    An external event waits as long as a requested event can be selected. Any event is too late if
    the run has ended: an assertion failed, or no b-thread is left.
    """

    SELECTABLE = "selectable"
    OUTRANKED = "outranked"
    BLOCKED = "blocked"
    WAITING = "waits until nothing that is requested can be selected"
    TOO_LATE = "too late: the run has ended"


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a b-thread waits: its name, its rule and the place of its `yield`."""

    thread: str
    rule: str
    place: Place | None


@dataclass(frozen=True, slots=True)
class Request:
    """A requested event: the b-thread, its priority, the outcome, and b-threads that block it."""

    stand: Stand
    event: Hashable
    priority: float | None
    fate: Fate
    blocked_by: tuple[Stand, ...] = ()


@dataclass(frozen=True, slots=True)
class Outside:
    """A declared external event: whether it can come now, or which b-threads block it."""

    event: Hashable
    fate: Fate
    blocked_by: tuple[Stand, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """One state: every request with its outcome, and the events that can be selected.

    `ended` says which assertion failed, if that is why no event can be selected. `outside` are the
    declared external events, which need no request.
    """

    requests: tuple[Request, ...]
    selectable: tuple[Hashable, ...]
    ended: str = ""
    outside: tuple[Outside, ...] = ()


def outside_of(
    event: Hashable, blocked_by: tuple[Stand, ...], *, over: bool, busy: bool
) -> Outside:
    """The outcome of an external event; `over`: the run has ended, `busy`: a request is selectable.

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
    """One step: the state before it, the event, and where the b-threads were that heard it.

    Those in `woke` were resumed with the event; those in `interrupted` were ended by it.
    """

    before: Explanation
    event: Hashable
    woke: tuple[Stand, ...]
    interrupted: tuple[Stand, ...] = ()

    @property
    def requested_by(self) -> tuple[Request, ...]:
        """The requests of the selected event."""
        return tuple(r for r in self.before.requests if r.event == self.event)
