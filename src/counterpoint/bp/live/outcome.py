"""How a run stands after some steps."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ...data import dataclass
from ..event import Event

How: TypeAlias = Literal["ended", "waiting", "deadlock", "steps", "failed"]
"""The status of a run.

- `ended`: no b-thread is left.
- `waiting`: nothing can be selected until an event comes from outside.
- `deadlock`: b-threads request events, and nothing can be selected, also not from outside.
- `steps`: the run could go on, but the requested number of steps is done.
- `failed`: an exception ended it.
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a call of `run`: the selected events, their number, and how the run stands.

    If `count` is greater than the number of events that the runner keeps, `events` are the last.

    >>> from counterpoint import Event, Program, Runner, sync, thread
    >>> @thread
    ... def pour():
    ...     yield sync(request=Event("HOT"))
    ...     yield sync(wait_for=Event("COLD"))
    >>> Runner(Program(pour())).run()
    Outcome(events=(HOT,), count=1, how='waiting')
    """

    events: tuple[Event, ...]
    count: int
    how: How
