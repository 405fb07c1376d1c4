"""Statements with timeouts, as they stand while time passes."""

from __future__ import annotations

from collections.abc import Collection

from .event import Event
from .eventset import Finite, listed
from .sync import Sync, make_statement
from .timeout import is_timeout


def timeouts_of(statement: Sync) -> tuple[Event, ...]:
    """The timeouts that a statement names in its requests, or among what wakes or interrupts it.

    >>> from .sync import sync
    >>> from .timeout import after
    >>> timeouts_of(sync(wait_for=Event("PAID") | after(30), interrupt=after(60)))
    (after(seconds=30), after(seconds=60))
    """
    if not statement.has_timeouts:
        return ()
    named = (*statement.request, *listed(statement.wait_for), *listed(statement.interrupt))
    return tuple(filter(is_timeout, dict.fromkeys(named)))


def armed(statement: Sync, due: Collection[Event] = ()) -> Sync:
    """A statement while some of its timeouts are `due`: it waits for these, and no others wake it.

    Not even by a predicate, when they are due for another b-thread. It starts no b-threads, and no
    b-thread makes the same statement by itself.

    >>> from .sync import sync
    >>> from .timeout import after
    >>> statement = sync(wait_for=[Event("PAID"), after(30)])
    >>> armed(statement), armed(statement, [after(30)])
    (sync(wait_for={PAID}), sync(wait_for={PAID, after(seconds=30)}))
    """
    key = frozenset(due)
    cache = statement._stands = statement._stands or {}
    if key not in cache:
        cache[key] = _armed(statement, due)
    return cache[key]


def _armed(statement: Sync, due: Collection[Event]) -> Sync:
    timeouts = timeouts_of(statement)
    running = Finite(event for event in timeouts if event not in due)
    asked = [event for event in statement.request if event not in timeouts]
    waited = [event for event in statement.request if event in timeouts]
    return make_statement(
        asked,
        (statement.wait_for | Finite(waited)) - running,
        statement.block,
        statement.interrupt - running,
        statement.priority,
        statement.hot,
        statement.on_interrupt,
        (),
    )
