"""Why a search ended early: a cause to act on, and a sentence to print."""

from __future__ import annotations

from enum import Enum
from typing import Self


class Cause(Enum):
    """What ended a search early.

    >>> Cause.TIME.ends_everything, Cause.MEMORY.ends_everything
    (True, False)
    >>> Cause.EXHAUSTED.ends_everything
    True
    """

    NOTHING = "nothing"
    INTERRUPTED = "interrupted"
    TIME = "time"
    STATES = "states"
    LEVELS = "levels"
    MEMORY = "memory"
    EXHAUSTED = "exhausted"
    """The memory was used up in the middle of a step, where the search does not check it."""
    DISK = "disk"
    """The disk is full."""
    LOST = "lost"
    """The workers of a cluster were lost again and again."""
    FORM = "form"
    """The search cannot continue in this form, but can in another."""
    FAILURE = "failure"
    """Only the first failure was wanted."""
    NO_VALUE = "no value"
    """Something has no value in a state."""
    TURN = "turn"
    """So many states were listed that another engine is asked before the rest is."""
    UNBOUNDED = "unbounded"
    """A b-thread has more states than the limit."""

    @property
    def ends_everything(self) -> bool:
        """Whether nothing else may be started afterwards."""
        return self in _ENDS_EVERYTHING


_ENDS_EVERYTHING = frozenset({Cause.INTERRUPTED, Cause.TIME, Cause.EXHAUSTED})
_ENDS_BY_ITSELF = frozenset({Cause.NOTHING, Cause.FORM, Cause.FAILURE, Cause.NO_VALUE})


class Stopped(str):
    """Why a search ended early, as a sentence; empty, and so false, if it did not.

    >>> stopped = Stopped("the limit of 9 states was reached", Cause.STATES)
    >>> bool(stopped), stopped.cause, bool(NOT_STOPPED)
    (True, <Cause.STATES: 'states'>, False)
    """

    __slots__ = ("cause",)
    cause: Cause

    def __new__(cls, text: str, cause: Cause) -> Self:
        made = super().__new__(cls, text)
        made.cause = cause
        return made

    def __getnewargs__(self) -> tuple[str, Cause]:  # type: ignore[override]
        return str(self), self.cause

    @property
    def ends_everything(self) -> bool:
        """Whether a person or a limit on the whole check ended it, so that nothing else starts."""
        return self.cause.ends_everything

    @property
    def ends_by_itself(self) -> bool:
        """Whether it ended of itself: if the search goes on, it ends again."""
        return self.cause in _ENDS_BY_ITSELF

    def having_seen(self, what: str) -> str:
        """The sentence; after a limit or an interrupt, with what holds for the part that was seen.

        >>> INTERRUPTED.having_seen("no violation among 9 states")
        'interrupted; no violation among 9 states'
        """
        return f"{self}; {what}" if what and not self.ends_by_itself else str(self)


NOT_STOPPED = Stopped("", Cause.NOTHING)
"""The value for a search that is complete."""

INTERRUPTED = Stopped("interrupted", Cause.INTERRUPTED)
"""The value for a search that Ctrl-C ended."""

ENOUGH_LISTED = Stopped("only the first states were listed", Cause.TURN)
"""The value for a search that listed so many states that another engine is asked first."""

AT_A_FAILURE = Stopped("stopped at the first failure", Cause.FAILURE)
"""The value for a search that was to end at the first failure."""
