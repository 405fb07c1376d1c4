"""Event selection: which enabled events are selectable, and which of these a run selects."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from numbers import Real
from typing import NamedTuple, TypeAlias

from ..arguments import why_not_called
from ..data import dataclass
from ..errors import BadStrategy
from .event import Event
from .eventset import EventSet
from .resume import add_note
from .sync import Sync
from .thread import Thread

LEAST = float("-inf")
"""The rank of a statement without a priority."""

_COUNTED = re.compile(r"(.*[\w)])#\d+$", re.DOTALL)
"""Matches numbered names of `different_names`, such as `pour(HOT)#2`, which no recipe has."""


class Said(NamedTuple):
    """A b-thread and the statement that it stands at."""

    thread: Thread
    sync: Sync


@dataclass(frozen=True)
class Strategy:
    """Selects among the enabled events those requested at the greatest rank, all equally likely.

    A strategy is a pure function from the statements to the selectable events. A check explores all
    selectable events; a run chooses one at random, by its seed. A subclass usually changes only
    `rank` and `first_only`: whether a statement offers all its unblocked requests or only the
    first. `reads_priority` says whether the strategy uses `sync(priority=...)`.

    >>> from counterpoint import Priority, events, sync, thread
    >>> A, B = events("A B")
    >>> @thread
    ... def ask(event, priority):
    ...     yield sync(request=event, priority=priority)
    >>> said = [Said(t, next(t.start())) for t in (ask(A, 1), ask(B, 2))]
    >>> Priority().selectable(said)
    (B,)
    """

    first_only = False
    reads_priority = False

    @property
    def is_ranked(self) -> bool:
        """Whether `rank` and `first_only` define the strategy: `selectable` is not overridden."""
        return type(self).selectable is Strategy.selectable

    def rank(self, thread: Thread, sync: Sync) -> float:
        """The rank of the requests of this statement. The greatest rank wins."""
        return 0.0

    def selectable(self, statements: Sequence[Said]) -> tuple[Event, ...]:
        """The events that may be selected, in the order of the statements."""
        best = LEAST
        chosen: dict[Event, None] = {}
        for thread, sync in statements:
            offer = [e for e in sync.request if not is_blocked(e, statements)]
            rank = self.rank(thread, sync)
            if not offer or rank < best:
                continue
            if rank > best:
                best, chosen = rank, {}
            chosen.update(dict.fromkeys(offer[:1] if self.first_only else offer))
        return tuple(chosen)

    def choose(self, events: Sequence[Event], chance: random.Random) -> Event:
        """Choose one of the selectable `events` at random."""
        return events[0] if len(events) == 1 else events[int(chance.random() * len(events))]


class Uniform(Strategy):
    """All enabled events are selectable, each as likely as the others.

    >>> from counterpoint import Program, check, events, sync, thread
    >>> HOT, COLD = events("HOT COLD")
    >>> @thread
    ... def ask():
    ...     yield sync(request=[HOT, COLD])
    >>> bool(check(Program(ask(), strategy=Uniform()), "EX HOT & EX COLD"))
    True
    """


class Ordered(Strategy):
    """A statement offers the first of its requests that is not blocked.

    >>> from counterpoint import Program, Runner, events, sync, thread
    >>> A, B, C = events("A B C")
    >>> @thread
    ... def ask():
    ...     yield sync(request=[A, B, C])
    >>> @thread
    ... def forbid():
    ...     yield sync(block=A)
    >>> Runner(Program(ask(), forbid(), strategy=Ordered())).run().events
    (B,)
    """

    first_only = True


class Priority(Strategy):
    """The greatest `sync(priority=...)` among statements with an unblocked request wins.

    >>> from counterpoint import Program, Runner, events, sync, thread
    >>> A, B = events("A B")
    >>> @thread
    ... def ask(event, priority):
    ...     yield sync(request=event, priority=priority)
    >>> Runner(Program(ask(A, 1), ask(B, 2), strategy=Priority())).run().events
    (B, A)
    """

    reads_priority = True

    def rank(self, thread: Thread, sync: Sync) -> float:
        return LEAST if sync.priority is None else sync.priority


@dataclass(frozen=True)
class ThreadPriority(Strategy):
    """The requests of the b-thread with the greatest number win.

    `priorities` maps names of b-threads, such as `pour(HOT)`, or of rules, such as `pour`, to
    numbers. The name of the b-thread takes precedence over that of its rule. B-threads without
    either get `default`. B-threads made by the same call share their name, and so their number.

    >>> ThreadPriority({"win": 2, "defend": 1}, default=0).default
    0
    """

    priorities: Mapping[str, float] = field(default_factory=dict)
    default: float = LEAST

    def __post_init__(self) -> None:
        if not isinstance(self.priorities, Mapping):
            raise BadStrategy(
                f"ThreadPriority() maps names to numbers, such as {{'pour': 2}}, not "
                f"{self.priorities!r}"
            )
        for name, number in self.priorities.items():
            if not isinstance(name, str) or not isinstance(number, Real):
                raise BadStrategy(
                    "ThreadPriority() maps names of rules or b-threads to numbers, not "
                    f"{name!r} to {number!r}"
                )
            if counted := _COUNTED.match(name):
                raise BadStrategy(
                    f"ThreadPriority: {name!r} names no b-thread: those made by the same call "
                    f"share their number, under the name {counted[1]!r}"
                )

    def rank(self, thread: Thread, sync: Sync) -> float:
        by_rule = self.priorities.get(thread.rule.name, self.default)
        return self.priorities.get(thread.name, by_rule)


Selector: TypeAlias = Callable[[Sequence[Said]], Iterable[Event]]


@dataclass(frozen=True)
class Custom(Strategy):
    """The user's own function from the statements to the selectable events."""

    function: Selector

    reads_priority = True

    def selectable(self, statements: Sequence[Said]) -> tuple[Event, ...]:
        with blames_strategy(self, "asked which events are selectable"):
            selected = self.function(statements)
        return among_enabled(selected, statements, self)

    def __str__(self) -> str:
        return str(getattr(self.function, "__name__", self.function))


@contextmanager
def blames_strategy(strategy: Strategy, asked: str) -> Iterator[None]:
    """Context manager that adds a note to exceptions: the strategy, and what it was `asked`."""
    try:
        yield
    except Exception as error:
        add_note(error, f"in strategy {strategy}, {asked}", None)
        raise


def is_blocked(event: Event, statements: Iterable[Said]) -> bool:
    """Whether some statement blocks `event`. A b-thread can block its own request."""
    return any(sync.block.holds(event) for _, sync in statements)


def enabled_events(statements: Sequence[Said]) -> tuple[Event, ...]:
    """The events that are requested and not blocked, in the order of the statements."""
    requested = dict.fromkeys(event for _, sync in statements for event in sync.request)
    return tuple(event for event in requested if not is_blocked(event, statements))


def among_enabled(
    selected: object, statements: Sequence[Said], strategy: Strategy
) -> tuple[Event, ...]:
    """The events in `selected`, without duplicates. Raises `BadStrategy` if one is not enabled.

    This checks the result of a strategy that the user wrote.
    """
    if isinstance(selected, str | EventSet) or not isinstance(selected, Iterable):
        raise BadStrategy(f"strategy {strategy} gave {selected!r}, not an iterable of events")
    chosen = tuple(selected)
    enabled = enabled_events(statements)
    for event in chosen:
        if event not in enabled:
            raise BadStrategy(
                f"strategy {strategy} selected {event!r}, which is not requested or is blocked; "
                f"enabled are {', '.join(map(str, enabled)) or 'no events'}"
            )
    return tuple(dict.fromkeys(chosen))


def as_strategy(given: Strategy | type[Strategy] | Selector) -> Strategy:
    """Convert a strategy, a subclass of `Strategy`, or a function of the statements to a strategy.

    Raises `BadStrategy` for anything else.
    """
    if isinstance(given, Strategy):
        return given
    if isinstance(given, type) and issubclass(given, Strategy):
        return given()
    if callable(given) and not isinstance(given, type):
        if why := why_not_called(given, ()):
            raise BadStrategy(
                f"strategy {given!r} is called with the statements of the b-threads, and that does "
                f"not fit: {why}; write it as def choose(statements): ..."
            )
        return Custom(given)
    raise BadStrategy(f"strategy= takes a strategy such as Uniform(), or a function, not {given!r}")
