"""A saved run: what happened in it, so that another process can bring a run to the same point."""

from __future__ import annotations

from typing import Any

from ...data import dataclass
from ..event import Event
from ..thread import Thread
from .timeouts import Time


@dataclass(frozen=True, slots=True)
class SavedRun:
    """A run as its events: it is resumed by taking them again; it can be pickled.

    `added` has the b-threads that were added, each with the number of events before it. `outside`
    are the events from outside that wait for their turn. `chance` is the state of the random
    generator. `stands` says whether the run has started, whether all b-threads have, whether a
    super-step goes on, and whether the run has ended. `remaining` has, for each b-thread that waits
    for timeouts, the seconds until each of them is due.

    >>> from counterpoint import Program, Runner, events, sync, thread
    >>> @thread
    ... def pour(event):
    ...     yield sync(request=event)
    >>> program = Program(*map(pour, events("HOT COLD WARM")))
    >>> runner = Runner(program, seed=3)
    >>> saved = runner.run(2) and runner.save()
    >>> Runner.resume(program, saved).run() == runner.run()
    True
    """

    seed: int | str
    events: tuple[Event, ...]
    added: tuple[tuple[int, Thread], ...]
    outside: tuple[Event, ...]
    closed: bool
    chance: Any
    keep: int | None
    stands: tuple[bool, bool, bool, bool]
    remaining: tuple[tuple[Time, ...], ...] = ()
