"""A saved run: what happened in it, so that another process can bring a run to the same point."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...data import dataclass
from ..event import Event
from ..thread import Thread
from .timeouts import Time


class Added(NamedTuple):
    """A b-thread that was added after so many events; `time` is when it started, if it has."""

    after: int
    thread: Thread
    time: Time | None = None


class Came(NamedTuple):
    """An event from outside, and when it came."""

    event: Event
    time: Time


class Moment(NamedTuple):
    """The time to which a run had come when it went on after so many events."""

    after: int
    time: Time


@dataclass(frozen=True, slots=True)
class SavedRun:
    """A run as its events: it is resumed by taking them again; it can be pickled.

    `added` has the b-threads that were added. `outside` are the events from outside that wait for
    their turn. `chance` is the state of the random generator. The run has `started`, all of its
    b-threads have if it is `settled`, a super-step may go on, and it may have ended. It `began` at
    a time, had come to `moments` on the way, and was saved at `time`.

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
    added: tuple[Added, ...]
    outside: tuple[Came, ...]
    closed: bool
    chance: Any
    keep: int | None
    started: bool
    settled: bool
    in_super_step: bool
    ended: bool
    began: Time
    moments: tuple[Moment, ...]
    time: Time
