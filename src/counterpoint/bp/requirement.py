"""Properties that can be required of a program without writing a formula."""

from __future__ import annotations

from typing import Any

from ..arguments import says_what_it_takes
from ..errors import Misuse
from ..model.property import (
    Never,
    NoDeadlock,
    NoFailedAssertion,
    NoHotCycle,
    NoHotTermination,
)
from .eventset import SetLike, event_set
from .thread import Rule, Thread


@says_what_it_takes
def never(events: SetLike) -> Never:
    """The property that no event of the set `events` is ever selected.

    >>> from counterpoint import Event
    >>> print(never(Event("HOT")))
    never HOT
    """
    return Never(event_set(events))


@says_what_it_takes
def no_failed_assertion() -> NoFailedAssertion:
    """The property that no `assert` in a b-thread ever fails.

    >>> from counterpoint import Event, Program, check, sync, thread
    >>> @thread
    ... def pour():
    ...     event = yield sync(request=Event("HOT"))
    ...     assert event.name == "COLD", "too hot"
    >>> print(check(Program(pour()), no_failed_assertion()))
    <behavioral program: assertions fails after HOT>
    """
    return NoFailedAssertion()


@says_what_it_takes
def no_deadlock() -> NoDeadlock:
    """The property that in each state with a request, some event can be selected.

    After an event of the program's `final` set no state counts as a deadlock.

    >>> from counterpoint import ALL, Event, Program, check, sync, thread
    >>> @thread
    ... def pour():
    ...     yield sync(request=Event("HOT"))
    >>> @thread
    ... def shut():
    ...     yield sync(block=ALL)
    >>> bool(check(Program(pour()), no_deadlock()))
    True
    >>> bool(check(Program(pour(), shut()), no_deadlock()))
    False
    """
    return NoDeadlock()


@says_what_it_takes
def no_hot_termination() -> NoHotTermination:
    """The property that no run stops while a b-thread stands at a hot statement.

    A run that stops while an event of `weak=` or `strong=` could come from outside is not fair and
    does not count.

    >>> from counterpoint import Event, Program, check, sync, thread
    >>> @thread
    ... def thirsty():
    ...     yield sync(wait_for=Event("COLD"), hot=True)
    >>> bool(check(Program(thirsty(), external=()), no_hot_termination()))
    False
    """
    return NoHotTermination()


@says_what_it_takes
def no_hot_cycle(*threads: str | Thread | Rule[Any]) -> NoHotCycle:
    """The property that no b-thread of `threads` (or of all) stays hot along a whole cycle.

    >>> from counterpoint import Event, Program, check, sync, thread
    >>> @thread
    ... def pour():
    ...     while True:
    ...         yield sync(request=Event("HOT"))
    >>> @thread
    ... def thirsty():
    ...     yield sync(wait_for=Event("COLD"), hot=True)
    >>> program = Program(pour(), thirsty(), external=())
    >>> bool(check(program, no_hot_cycle())), bool(check(program, no_hot_cycle("pour")))
    (False, True)
    """
    return NoHotCycle(tuple(map(_name, threads)))


@says_what_it_takes
def no_hot_system_cycle(*threads: str | Thread | Rule[Any]) -> NoHotCycle:
    """The property that on no cycle, in every state, some b-thread of `threads` (or of all) is hot.

    It need not be the same b-thread in each state.

    >>> from counterpoint import Event, Program, check, sync, thread
    >>> @thread
    ... def pour(own, other):
    ...     while True:
    ...         yield sync(request=own, hot=True)
    ...         yield sync(wait_for=other)
    >>> HOT, COLD = Event("HOT"), Event("COLD")
    >>> program = Program(pour(HOT, COLD), pour(COLD, HOT))
    >>> bool(check(program, no_hot_system_cycle()))
    False
    """
    return NoHotCycle(tuple(map(_name, threads)), each=False)


def _name(given: object) -> str:
    """The name of a b-thread or rule, given as an object or as its name."""
    if isinstance(given, Thread | Rule):
        return given.name
    if not isinstance(given, str):
        raise Misuse(f"a b-thread is meant by its name, such as 'pour(HOT)', not by {given!r}")
    return given
