"""Warnings, as text, about statements and settings that are allowed but have no effect."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

from .event import Event
from .eventset import EventSet, listed
from .strategy import Strategy, ThreadPriority
from .sync import Sync
from .tick import plain

MANY_TICKS = 1000
"""The number of ticks from which a warning names them."""


class CounterpointWarning(UserWarning):
    """A part of a program has no effect.

    >>> import warnings
    >>> from counterpoint import Event, Program, Runner, sync, thread
    >>> @thread
    ... def pour():
    ...     yield sync(request=Event("HOT"), priority=2)
    >>> with warnings.catch_warnings(record=True) as heard:
    ...     warnings.simplefilter("always")
    ...     outcome = Runner(Program(pour())).run()
    >>> [(warning.category.__name__, str(warning.message)[:34]) for warning in heard]
    [('CounterpointWarning', 'b-thread pour: priority=2 has no e')]
    """


def ignored_priority(name: str, sync: Sync, strategy: Strategy) -> str | None:
    """The warning if b-thread `name` gives a priority that `strategy` ignores, else None.

    >>> from counterpoint import Event, Uniform, sync
    >>> ignored_priority("pour", sync(request=Event("HOT"), priority=2), Uniform())
    'b-thread pour: priority=2 has no effect, the strategy Uniform() ignores priorities'
    """
    if sync.priority is None or strategy.reads_priority:
        return None
    return (
        f"b-thread {name}: priority={sync.priority} has no effect, "
        f"the strategy {strategy} ignores priorities"
    )


def blocked_by_itself(name: str, sync: Sync, strategy: Strategy) -> str | None:
    """The warning if b-thread `name` blocks every event that it requests, else None.

    >>> from counterpoint import Event, Uniform, sync
    >>> HOT = Event("HOT")
    >>> blocked_by_itself("pour", sync(request=HOT, block=HOT), Uniform())
    'b-thread pour: it blocks all that it requests, HOT, so this asks for nothing'
    """
    if not sync.request or not all(map(sync.block.holds, sync.request)):
        return None
    requested = ", ".join(map(str, sync.request))
    return f"b-thread {name}: it blocks all that it requests, {requested}, so this asks for nothing"


def many_ticks(lengths: Iterable[Fraction], unit: Fraction) -> tuple[str, ...]:
    """The warning if timeouts of these lengths take very many ticks of `unit` seconds.

    >>> many_ticks([Fraction(30), Fraction(60)], Fraction(30))
    ()
    >>> many_ticks([Fraction(1, 10), Fraction(3600)], Fraction(1, 10))[0].partition(":")[0]
    'time passes in ticks of 0.1 s, of which the longest timeout takes 36,000'
    """
    ticks = max(lengths) // unit
    if ticks <= MANY_TICKS:
        return ()
    text = f"time passes in ticks of {plain(unit)} s, of which the longest timeout takes {ticks:,}"
    return (f"{text}: lengths with a greater common divisor make fewer states",)


def matching_nothing(name: str, sync: Sync, alphabet: Collection[Event]) -> tuple[str, ...]:
    """The warnings about predicates of b-thread `name` that no event of `alphabet` satisfies.

    >>> from counterpoint import Event, named, sync
    >>> matching_nothing("guard", sync(block=named("Mov")), [Event("Move", 1)])
    ("b-thread guard: block=named('Mov') matches no event of the program",)
    """
    parts = {"wait_for": sync.wait_for, "block": sync.block, "interrupt": sync.interrupt}
    return tuple(
        f"b-thread {name}: {part}={events!r} matches no event of the program"
        for part, events in parts.items()
        if events.members is None and not any(map(events.holds, alphabet))
    )


def lacking_data(name: str, sync: Sync, alphabet: Collection[Event]) -> tuple[str, ...]:
    """The warnings about events without data, of which `alphabet` has only ones with data.

    >>> from counterpoint import Event, sync
    >>> lacking_data("port", sync(block=Event("SHIP")), [Event("SHIP", 1), Event("SHIP", 2)])
    ("b-thread port: block=SHIP is no event of the program (did you mean named('SHIP')?)",)
    """
    parts = {"wait_for": sync.wait_for, "block": sync.block, "interrupt": sync.interrupt}
    return tuple(
        f"b-thread {name}: {part}={event} is no event of the program"
        f" (did you mean named({event.name!r})?)"
        for part, events in parts.items()
        for event in listed(events)
        if not event.args
        and not event.fields
        and event not in alphabet
        and any(event.name == other.name for other in alphabet)
    )


def names_nobody(strategy: Strategy, names: Collection[str]) -> tuple[str, ...]:
    """The warnings about names in a `ThreadPriority` that are not among the `names` of the program.

    >>> from counterpoint import ThreadPriority
    >>> names_nobody(ThreadPriority({"pour": 1, "pore": 2}), ["pour"])
    ("ThreadPriority: 'pore' names no rule and no b-thread of the program",)
    """
    if not isinstance(strategy, ThreadPriority):
        return ()
    return tuple(
        f"ThreadPriority: {name!r} names no rule and no b-thread of the program"
        for name in strategy.priorities
        if name not in names
    )


def never_selected(part: str, events: EventSet, alphabet: Collection[Event]) -> tuple[str, ...]:
    """The warnings about events that `part` of a program names but that can never be selected.

    >>> from counterpoint import events
    >>> HOT, COLD = events("HOT COLD")
    >>> never_selected("final", HOT | COLD, [HOT])
    ('final=COLD has no effect: no b-thread requests it, and it is no external event',)
    """
    if events.members is None and not any(map(events.holds, alphabet)):
        return (f"{part}={events!r} matches no event of the program",)
    return tuple(
        f"{part}={event} has no effect: no b-thread requests it, and it is no external event"
        for event in listed(events)
        if event not in alphabet
    )


def unheard(external: Iterable[Event], statements: Iterable[Sync]) -> tuple[str, ...]:
    """The warnings about outside events that have no effect on any of the statements.

    >>> from counterpoint import events, sync
    >>> HOT, COLD = events("HOT COLD")
    >>> unheard([HOT, COLD], [sync(wait_for=HOT)])
    ('external=COLD changes nothing: no b-thread waits for it, requests or blocks it',)
    """
    left = dict.fromkeys(external)
    for said in statements:
        sets = (said.hears, said.interrupt, said.block)
        for event in [event for event in left if any(part.holds(event) for part in sets)]:
            del left[event]
    return tuple(
        f"external={event} changes nothing: no b-thread waits for it, requests or blocks it"
        for event in left
    )


def warnings_about(name: str, sync: Sync, strategy: Strategy) -> tuple[str, ...]:
    """All warnings about a statement that do not depend on the events of the program."""
    checks = (ignored_priority, blocked_by_itself)
    found = (check(name, sync, strategy) for check in checks)
    return tuple(text for text in found if text is not None)
