"""What a search is asked to do, whichever way it goes about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from ...certificate import Extent
from ...data import dataclass
from ...stopped import NOT_STOPPED, Cause, Stopped
from ...tuning import USUAL, Tuning
from .limits import NO_LIMITS, Limits
from .meter import Meter

BESIDE = 16
"""A process may exceed its limit of memory by a sixteenth before it is stopped within a step."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come."""

    states: int
    waiting: int
    seconds: float


Watcher: TypeAlias = Callable[[Progress], object]
Stop: TypeAlias = Callable[[Any], Stopped]
"""Is called now and then with what a search has found so far; a true result ends the search."""


class Keeper(Protocol):
    """Who keeps how far searches are, so that one can go on that was broken off."""

    def begin(self, what: str) -> None:
        """Another search begins: of what, for what."""

    def kept(self, kind: str) -> Any:
        """What was kept of a search of this kind that is now to go on; None if nothing."""

    def look(self, kind: str, keep: Callable[[], Any], *, ended: bool = False) -> None:
        """A search of this kind could go on from here; `keep` gives all that it needs for that.

        Where a limit `ended` it, it will not come by again.
        """


@dataclass(frozen=True, slots=True)
class Task:
    """How much to explore and what to keep.

    With `edges` the steps between states are kept too. Events in the set `not_followed` are
    selected but lead nowhere. `watch` is told now and then how far the search is, and `stop` asked.
    A search of a specification lets `keeper` look, and goes on from what was kept. `audit` says how
    much of each answer is audited. `tuning` selects the ways that are taken, never an answer.
    `meter` measures what memory is taken.
    """

    limits: Limits = NO_LIMITS
    edges: bool = False
    not_followed: int = 0
    watch: Watcher | None = None
    stop: Stop | None = None
    keeper: Keeper | None = None
    audit: Extent = Extent.SAMPLE
    tuning: Tuning = USUAL
    meter: Meter | None = None

    def exceeds(self, size: int, more: int = 0) -> Stopped:
        """What a search says whose arrays take too much memory: `size` bytes with `more` to come.

        So it does where all that the process holds is too much, if that is metered.
        """
        limit = self.limits.bytes
        metered = self.meter is not None and self.meter.exceeds(limit, more)
        return self.limits.too_much_memory if size > limit or metered else NOT_STOPPED

    def exhausted(self) -> Stopped:
        """What ends everything: that the process holds more than searches would let it."""
        limit = self.limits.bytes
        if self.meter is None or not self.meter.exceeds(limit + limit // BESIDE):
            return NOT_STOPPED
        return Stopped(str(self.limits.too_much_memory), Cause.EXHAUSTED)


EVERYTHING = Task()
"""All states, and nothing but them."""
