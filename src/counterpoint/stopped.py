"""Why a search ended before everything was known: a cause to act on, and a sentence to print."""

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
    """The memory was used up in the middle of a step, where a search does not ask for it."""
    FORM = "form"
    """The search cannot go on in this form, and can in another."""
    FAILURE = "failure"
    """Only the first failure was wanted."""
    NO_VALUE = "no value"
    """Something has no value in a state."""
    UNBOUNDED = "unbounded"
    """A b-thread has more states than the limit."""

    @property
    def ends_everything(self) -> bool:
        """Whether nothing else may be begun afterwards."""
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
        """Whether a person ended it, or what holds for the whole, so that nothing else is begun."""
        return self.cause.ends_everything

    def having_seen(self, what: str) -> str:
        """The sentence, with what is true of the part that was seen, if it was a limit or a person.

        >>> INTERRUPTED.having_seen("no violation among 9 states")
        'interrupted; no violation among 9 states'
        """
        return f"{self}; {what}" if what and self.cause not in _ENDS_BY_ITSELF else str(self)


NOT_STOPPED = Stopped("", Cause.NOTHING)
"""What a search says that was done."""

INTERRUPTED = Stopped("interrupted", Cause.INTERRUPTED)
"""What a search says that Ctrl-C ended."""

AT_A_FAILURE = Stopped("stopped at the first failure", Cause.FAILURE)
"""What a search says that was to go on only until something fails."""
