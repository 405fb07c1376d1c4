"""What a search is asked to do, whichever way it goes about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from .limits import NO_LIMITS, Limits
from .network.exploration import Exploration

INTERRUPTED = "interrupted"
"""What a search says that was ended by Ctrl-C."""

AT_A_FAILURE = "stopped at the first failure"
"""What a search says that was to go on only until something fails."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come."""

    states: int
    waiting: int
    seconds: float


Watcher: TypeAlias = Callable[[Progress], object]
Stop: TypeAlias = Callable[[Exploration], str]
"""Asked now and then about what was found so far; a text ends the search and says why."""


@dataclass(frozen=True, slots=True)
class Task:
    """How much to explore and what to keep.

    With `edges` the steps between states are kept too. Events in the set `not_followed` are
    selected but lead nowhere. `watch` is told now and then how far the search is, and `stop` asked.
    """

    limits: Limits = NO_LIMITS
    edges: bool = False
    not_followed: int = 0
    watch: Watcher | None = None
    stop: Stop | None = None


EVERYTHING = Task()
"""All states, and nothing but them."""
