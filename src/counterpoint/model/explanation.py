"""Why a state goes on as it does: who asked for what, who forbade what, as data."""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum

from ..data import dataclass
from ..errors import Place


class Fate(Enum):
    """What became of a request: it can be selected, is outranked by another, or is blocked.

    It came too late where the run has ended, because an assertion failed.
    """

    SELECTABLE = "selectable"
    OUTRANKED = "outranked"
    BLOCKED = "blocked"
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
class Explanation:
    """One state: every request with its fate, and what can be selected.

    `ended` says which assertion failed, if that is why nothing can be.
    """

    requests: tuple[Request, ...]
    selectable: tuple[Hashable, ...]
    ended: str = ""


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
