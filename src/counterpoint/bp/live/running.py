"""A b-thread of a run, and the order of b-threads."""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, Any

from ...errors import BadSync
from ..event import Event
from ..eventset import Matching
from ..resume import add_note, yield_place
from ..sync import Sync, sync
from ..thread import AnyBody, Thread

if TYPE_CHECKING:
    from .plan import Plan

_SILENT = sync()


class Running:
    """A b-thread of a run: its generator, the statement it stands at, and its rank.

    `plan` is that of the statement in the index, which may be an earlier one; None if the b-thread
    is asked. `ranked` is the statement to which `rank` belongs, `stood` that of an earlier look.
    B-threads are ordered by their numbers; see `number_of`.
    """

    __slots__ = ("body", "name", "number", "plan", "rank", "ranked", "stood", "sync", "thread")

    def __init__(self, name: str, number: int, thread: Thread) -> None:
        self.name = name
        self.number = number
        self.thread = thread
        self.body: AnyBody = thread.start()
        self.sync = _SILENT
        self.rank = 0.0
        self.ranked: Sync | None = None
        self.stood: Sync | None = None
        self.plan: Plan | None = None


_ROOM = 1 << 40
"""More than the number of b-threads that any run starts."""


def number_of(count: int, starter: Running | None) -> int:
    """The number of the `count`-th b-thread of a run, started by `starter` (None: by the run).

    Numbers order the b-threads. A b-thread precedes all its descendants, and these precede the next
    b-thread that the run starts. Checks use the same order, as there they are one automaton.
    """
    if starter is None:
        return count * _ROOM
    return starter.number - starter.number % _ROOM + count


def blame(error: Exception, thread: Running, asked: Any, event: Event) -> None:
    """Note on an error of a predicate or a set that `thread` names that it was asked for `event`.

    Raises `BadSync` instead if the predicate could not be called with an event.
    """
    events = Matching(asked) if type(asked) is FunctionType else asked
    try:
        if events is not asked:
            events.require_called(error, event)
    except BadSync as misfit:
        error = misfit
        raise
    finally:
        text = f"in b-thread {thread.name}, whose {events!r} was asked for {event}"
        add_note(error, text, yield_place(thread.body))
