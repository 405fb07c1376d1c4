"""What can be required of a program without a formula."""

from __future__ import annotations

from ..model.property import (
    Never,
    NoDeadlock,
    NoFailedAssertion,
    NoHotCycle,
    NoHotTermination,
)
from .eventset import SetLike, event_set


def never(events: SetLike) -> Never:
    """The property that no event of the set `events` is ever selected.

    >>> from counterpoint import Event
    >>> print(never(Event("HOT")))
    never HOT
    """
    return Never(event_set(events))


def no_failed_assertion() -> NoFailedAssertion:
    """The property that no `assert` in a b-thread ever fails."""
    return NoFailedAssertion()


def no_deadlock() -> NoDeadlock:
    """The property that where something is requested, something can be selected.

    After an event of the program's `final` set nothing is a deadlock.
    """
    return NoDeadlock()


def no_hot_termination() -> NoHotTermination:
    """The property that no run comes to rest while a b-thread stands at a hot statement."""
    return NoHotTermination()


def no_hot_cycle(*threads: str) -> NoHotCycle:
    """The property that no b-thread stays hot along a cycle: each of `threads`, or each of all."""
    return NoHotCycle(threads)


def no_hot_system_cycle(*threads: str) -> NoHotCycle:
    """The property that no cycle has some b-thread of `threads` (or of all) hot at every state."""
    return NoHotCycle(threads, each=False)
