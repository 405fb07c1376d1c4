"""The synchronization statement that a b-thread yields."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Container, Iterable, Mapping
from sys import getrefcount
from types import FunctionType
from typing import Any, NoReturn, TypeAlias, TypedDict, Unpack

from ..errors import BadEvent, BadSync, Place
from ..spelling import close_matches
from .event import Event
from .eventset import NONE, EventSet, Finite, Matching, SetLike, event_set, is_constant, listed
from .thread import Rule, Thread
from .timeout import AFTER, is_timeout

STATED = (
    "request", "wait_for", "block", "interrupt", "priority", "hot", "on_interrupt", "start",
)  # fmt: skip
"""The parts of a statement, which are the keywords of `sync`."""

NOTHING: tuple[()] = ()
"""The default of a part: no events, or no b-threads."""

_SPELT_ELSEWHERE = {"waitfor": "wait_for", "interruptfor": "interrupt", "data": "priority"}


Asked: TypeAlias = "EventSet | FunctionType | tuple[()]"
"""How a statement keeps an event set: `NOTHING`, a predicate that is a function, or the set."""


class Sync:
    """One synchronization statement; made by `sync`, compared by identity, never changed.

    >>> statement = sync(request=Event("HOT"), priority=2)
    >>> statement.request, statement.priority, statement.hot
    ((HOT,), 2, False)
    """

    __slots__ = (
        "__weakref__", "_block", "_hears", "_interrupt", "_plan_of_runs", "_stands", "_wait_for",
        "asks_block", "asks_interrupt", "asks_wait_for", "blocks_itself", "ends",
        "has_timeouts", "hot", "notable",
        "on_interrupt", "priority", "request", "requested", "start", "steady",
    )  # fmt: skip

    def __init__(
        self,
        request: tuple[Event, ...],
        wait_for: Asked,
        block: Asked,
        interrupt: Asked,
        steady: bool,
    ) -> None:
        self.request = request
        self.requested: Container[Event] = request
        """The requested events, in what finds an event soonest."""
        self.asks_wait_for = wait_for
        self.asks_block = block
        self.asks_interrupt = interrupt
        self.steady = steady
        """Whether no user code decides which events belong to its sets."""
        self.priority: float | None = None
        self.hot = False
        self.on_interrupt: Callable[[Event], object] | None = None
        self.start: tuple[Thread, ...] = NOTHING
        self.ends = False
        """Whether its b-thread ends there: it starts others, names no event, and is not hot."""
        self.has_timeouts = False
        self.notable = block is not NOTHING and request is not NOTHING
        """Whether a run must look at it each time it is yielded, and not only go on with it."""
        self.blocks_itself: bool | None = None
        """Whether it blocks all that it requests, once a run has found it out."""
        self._stands: dict[frozenset[Event], Sync] | None = None
        """Cache for `armed`."""
        self._plan_of_runs: Any = None
        """Cache for the `Plan` that a run computes of the statement."""

    # The sets are made when they are first read: a run asks many statements without them.

    @property
    def wait_for(self) -> EventSet:
        try:
            return self._wait_for
        except AttributeError:
            self._wait_for: EventSet = _as_set(self.asks_wait_for)
            return self._wait_for

    @property
    def block(self) -> EventSet:
        try:
            return self._block
        except AttributeError:
            self._block: EventSet = _as_set(self.asks_block)
            return self._block

    @property
    def interrupt(self) -> EventSet:
        try:
            return self._interrupt
        except AttributeError:
            self._interrupt: EventSet = _as_set(self.asks_interrupt)
            return self._interrupt

    @property
    def hears(self) -> EventSet:
        """The events that resume the b-thread: those it requests or waits for."""
        try:
            return self._hears
        except AttributeError:
            wait_for = self.wait_for
            self._hears: EventSet = wait_for | Finite(self.request) if self.request else wait_for
            return self._hears

    @property
    def names_no_event(self) -> bool:
        """Whether no event can belong to any of its sets, so that it is never left."""
        asked = (self.asks_wait_for, self.asks_block, self.asks_interrupt)
        return not self.request and all(part is NOTHING for part in asked)

    def __iter__(self) -> NoReturn:
        raise BadSync("a statement has no parts to go over: write yield, not yield from", _here())

    def __repr__(self) -> str:
        said = [f"request={list(self.request)}"] if self.request else []
        said += [
            f"{part}={getattr(self, part)!r}"
            for part in ("wait_for", "block", "interrupt")
            if getattr(self, part).members != ()
        ]
        said += [f"priority={self.priority}"] if self.priority is not None else []
        said += ["hot=True"] if self.hot else []
        return f"sync({', '.join(said)})"


def _as_set(asked: Asked) -> EventSet:
    if isinstance(asked, EventSet):
        return asked
    return NONE if asked is NOTHING else Matching(asked)  # type: ignore[arg-type]


class _Further(TypedDict, total=False):
    """The parts that few statements have."""

    priority: float | None
    hot: bool
    on_interrupt: Callable[[Event], object] | None
    start: Thread | Iterable[Thread]


def sync(
    by_position: object = NOTHING,  # keyword-only parameters would cost a look-up for each default
    /,
    request: EventSet | Iterable[EventSet] = NOTHING,
    wait_for: SetLike = NOTHING,
    block: SetLike = NOTHING,
    interrupt: SetLike = NOTHING,
    *more: object,
    **further: Unpack[_Further],
) -> Sync:
    """Make the statement that a b-thread yields to say what it wants next.

    `request` is an event or an iterable of events. `wait_for`, `block` and `interrupt` are event
    sets: an event, an iterable, a predicate, or sets combined by `| & - ~`. `priority` is for
    strategies that use it. The b-thread must eventually leave a `hot` statement. When an event of
    `interrupt` is selected, the b-thread ends and `on_interrupt` is called with that event.
    `start` is a b-thread, or an iterable of b-threads, to start now; the b-thread itself ends there
    if the statement names no event and is not hot. Raises `BadSync` for anything else.

    >>> HOT, COLD = Event("HOT"), Event("COLD")
    >>> sync(wait_for=HOT, block=COLD)
    sync(wait_for=HOT, block=COLD)
    """
    if by_position is not NOTHING:
        _refuse_arguments(by_position, further)
    key: _Key = (request, wait_for, block, interrupt)
    if further:
        key += _further(**further)
    try:
        known = _recall(key)
    except TypeError:  # a part cannot be hashed
        return _of_lists(key)
    if known is not None:
        return known
    return _said_simply(key, request, wait_for, block, interrupt)


def _further(
    priority: object = None,
    hot: object = False,
    on_interrupt: object = None,
    start: object = NOTHING,
    **unknown: object,
) -> tuple[object, ...]:
    """The rest of the key of a statement; nothing if all of these parts are the default."""
    if unknown:
        _refuse_arguments(NOTHING, unknown)
    if priority is None is on_interrupt and hot is False and start is NOTHING:
        return ()
    return (priority, hot, on_interrupt, start, type(priority), type(hot))  # 1 == 1.0 == True


_Key: TypeAlias = "tuple[Any, ...]"
"""The four event sets of a statement.

If one of `priority`, `hot`, `on_interrupt` and `start` is given, these four follow, then the types
of `priority` and `hot`.
"""

_remembered: dict[_Key, Sync] = {}
"""Cache of the statements with constant parts. B-threads in loops yield the same ones often."""

_recall = _remembered.get

_MOST = 4096
"""The greatest number of cached statements. A full cache is cleared, as data may be ever new."""


def _said_simply(key: _Key, request: Any, wait_for: Any, block: Any, interrupt: Any) -> Sync:
    """Make the statement of a key: fast if each part is nothing, an event or a function.

    It is cached unless nothing else holds one of its functions: then no other statement can have
    that function, as with a `lambda` in a loop.
    """
    wanted: tuple[Event, ...] = NOTHING
    if type(request) is Event:
        wanted = (request,)
        if request.name == AFTER:
            return _first_said(key, key)
    elif request is not NOTHING:
        return _first_said(key, key)
    steady = may_return = True
    for part in (wait_for,) if block is NOTHING is interrupt else (wait_for, block, interrupt):
        kind = type(part)
        if kind is FunctionType:
            if getrefcount(part) <= _OF_CALL:
                may_return = False
            steady = False
        elif part is not NOTHING and (kind is not Event or part.name == AFTER):
            return _first_said(key, key)
    statement = Sync(wanted, wait_for, block, interrupt, steady)
    if len(key) > 4:
        further = key[4:8]
        _require_further(*further)
        _add_further(statement, *further)
        may_return = may_return and all(map(_is_plain, further))
    return _remember(key, statement) if may_return else statement


_OF_CALL = 6
"""How often `_said_simply` finds a function referred to that only the call of `sync` holds."""


def _of_lists(given: _Key) -> Sync:
    """Make the statement of parts that may be lists. It is cached if their items are constant."""
    key = tuple([tuple(part) if type(part) is list else part for part in given])
    try:
        known = _recall(key)
    except TypeError:
        return make_statement(*given[:8])
    return known or _first_said(key, given)


def _first_said(key: _Key, given: _Key) -> Sync:
    if not all(map(is_constant, key[:4])) or not all(map(_is_plain, key[4:8])):
        return make_statement(*given[:8])
    return _remember(key, make_statement(*key[:8]))


def _remember(key: _Key, statement: Sync) -> Sync:
    if len(_remembered) >= _MOST:
        _remembered.clear()
    return _remembered.setdefault(key, statement)  # another OS thread may have added it


def _is_plain(given: object) -> bool:
    """Whether every value of the same type that equals `given` means the same in a statement.

    `given` is a priority, `hot`, a handler or the b-threads to start.
    """
    if type(given) is float:
        return given != 0.0  # -0.0 equals 0.0, but is not the same
    return given is NOTHING or type(given) in (int, bool) or is_constant(given)


def make_statement(
    request: object, wait_for: object, block: object, interrupt: object, *further: Any
) -> Sync:
    """Make a statement that `sync` does not give to anybody else; the parts are as there."""
    if further:
        _require_further(*further)
    wanted = _requested(request)
    waits, blocks, interrupts = (
        _asked("wait_for", wait_for), _asked("block", block), _asked("interrupt", interrupt)
    )  # fmt: skip
    steady = _is_steady(waits) and _is_steady(blocks) and _is_steady(interrupts)
    statement = Sync(wanted.members or NOTHING, waits, blocks, interrupts, steady)
    if type(wanted) is Finite:
        statement.requested = wanted._lookup
    if any(map(_names_timeout, (wanted, waits, interrupts))):
        statement.has_timeouts = statement.notable = True
    if further:
        _add_further(statement, *further)
    return statement


def _require_further(priority: object, hot: object, on_interrupt: object, start: object) -> None:
    """Raise `BadSync` unless these parts are what they should be; `start` is looked at later."""
    if priority is not None and not _is_number(priority):
        _refuse("priority", priority, "a number (not nan), or nothing")
    if not isinstance(hot, bool):
        _refuse("hot", hot, "True or False")
    if on_interrupt is not None:
        _check_handler(on_interrupt)


def _add_further(
    statement: Sync,
    priority: float | None,
    hot: bool,
    on_interrupt: Callable[[Event], object] | None,
    start: object,
) -> None:
    statement.priority = priority
    statement.hot = hot
    statement.on_interrupt = on_interrupt
    if start is not NOTHING:
        statement.start = _started(start)
    if statement.start or priority is not None:
        statement.notable = True
    statement.ends = bool(statement.start) and not hot and statement.names_no_event


def _asked(part: str, given: Any) -> Asked:
    """The event set that was given for a part of a statement, as the statement keeps it."""
    if given is NOTHING or type(given) is Event or type(given) is FunctionType:
        return given
    events = _a_set(part, given)
    if events.members == ():
        return NOTHING
    if type(events) is Matching and type(events.predicate) is FunctionType:
        return events.predicate
    return events


def _names_timeout(asked: Asked) -> bool:
    return isinstance(asked, EventSet) and any(map(is_timeout, listed(asked)))


def _is_steady(asked: Any) -> bool:
    return asked is NOTHING or (type(asked) is not FunctionType and asked.never_changes)


def _check_handler(given: object) -> None:
    if not callable(given):
        _refuse("on_interrupt", given, "a function of one event")
    if inspect.isgeneratorfunction(given) or inspect.iscoroutinefunction(given):
        _refuse("on_interrupt", given, "a plain function: an interrupted b-thread cannot sync")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value == value


def _requested(given: object) -> EventSet:
    wanted = given if type(given) is Event else _a_set("request", given)
    if wanted.members is None:
        _refuse("request", given, "concrete events: a predicate can be waited for or blocked")
    return wanted


def _a_set(part: str, given: object) -> EventSet:
    if given is None or given == ():
        return NONE
    try:
        return event_set(given)  # type: ignore[arg-type]
    except BadEvent as error:
        raise BadSync(f"sync(): {part}: {error.message}", _here()) from None


def _started(given: object) -> tuple[Thread, ...]:
    recipes = (given,) if isinstance(given, Thread) else given
    if isinstance(recipes, Rule) or not isinstance(recipes, Iterable):
        _refuse("start", given, "b-threads, such as pour(HOT)")
    recipes = tuple(recipes)
    for recipe in recipes:
        if not isinstance(recipe, Thread):
            _refuse("start", recipe, "b-threads, such as pour(HOT)")
    return recipes


def _refuse_arguments(by_position: object, named: Mapping[str, object]) -> NoReturn:
    accepted = f"accepted are {', '.join(STATED)}"
    if by_position is not NOTHING:
        raise BadSync(f"sync() takes keywords only, {by_position!r} has none; {accepted}", _here())
    name = next(iter(named))
    folded = name.replace("_", "").lower()
    near = _SPELT_ELSEWHERE.get(folded) or next(
        iter(close_matches(name.lower(), STATED, n=1)), None
    )
    hint = f" (did you mean {near}?)" if near else ""
    raise BadSync(f"sync() has no keyword {name!r}{hint}; {accepted}", _here())


def _refuse(part: str, given: object, accepted: str) -> NoReturn:
    raise BadSync(f"sync(): {part} was given {given!r}; accepted: {accepted}", _here())


def _here() -> Place:
    """The line, outside this module, that called `sync` or iterates over a statement."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals is globals():
        frame = frame.f_back
    return Place.of_line(frame.f_code.co_filename, frame.f_lineno)
