"""Resuming a b-thread: from one statement to the next, with blame when it goes wrong."""

from __future__ import annotations

import inspect
import types
from collections.abc import Coroutine, Mapping
from typing import Any, TypeAlias

from ..alarm import require_going_on
from ..errors import BadSync, BadYield, Misuse, Place
from .event import Event
from .sync import STATED, Sync, sync
from .thread import AnyBody, Thread

ENDED = object()
"""What a b-thread says that has come to its end."""

Position: TypeAlias = "tuple[types.CodeType, int] | None"
"""Code and instruction where a generator is suspended; a line is worked out when it is shown."""


GENERATIONS = 100
"""B-threads that start one another at once are refused after so many generations."""


def endless_starting(name: str) -> Misuse:
    """The error for a b-thread whose children start children at once, and so on."""
    return Misuse(
        "it starts b-threads that start others at once, without end: let them wait for an "
        "event in between",
        thread=name,
    )


def resume(body: AnyBody, event: Event | None, name: str) -> Sync | None:
    """The statement that b-thread `name` yields next, None when it has ended.

    `event` is what it receives, None to run it to its first statement. Raises `BadYield` for
    anything but a statement. An exception of the user's passes through whole, with a note that
    says which b-thread it came from and at which `yield` that was resumed.

    >>> from counterpoint import Event, sync, thread
    >>> @thread
    ... def pour(event):
    ...     yield sync(request=event)
    >>> HOT = Event("HOT")
    >>> body = pour(HOT).start()
    >>> resume(body, None, "pour")
    sync(request=[HOT])
    >>> resume(body, HOT, "pour") is None
    True
    """
    before = position_of(body)
    try:
        statement: object = body.send(event)  # type: ignore[arg-type]
    except StopIteration:  # the end: raised inside a generator it would be a RuntimeError
        require_going_on()
        return None
    except BaseException as error:
        require_going_on()
        blame(error, name, event, before)
        raise
    require_going_on()  # a b-thread that swallowed Ctrl-C has gone another way
    if type(statement) is not Sync:
        raise bad_yield(statement, body, name)
    return statement


def interrupt(body: AnyBody, statement: Sync, event: Event, name: str) -> None:
    """Close b-thread `name`, which stands at `statement`, and call its `on_interrupt`.

    Raises `BadSync` when that answers with a statement: an interrupted b-thread has ended.
    """
    before = position_of(body)
    try:
        body.close()
        answer = statement.on_interrupt(event) if statement.on_interrupt else None
    except BaseException as error:
        require_going_on()
        add_note(error, f"in b-thread {name}, interrupted by {event}", place_of(before))
        raise
    require_going_on()
    if isinstance(answer, Sync | types.GeneratorType):
        raise BadSync(
            f"on_interrupt answered {event} with {_kind(answer)}: a b-thread that is interrupted "
            "has ended and cannot sync",
            place_of(before),
            thread=name,
        )


def position_of(body: AnyBody) -> Position:
    """Where a suspended generator stands: in the innermost one of its `yield from` chain."""
    inner = innermost(body)
    frame = inner.gi_frame
    return None if frame is None else (frame.f_code, frame.f_lasti)


def innermost(body: AnyBody) -> Any:
    """The generator that runs when `body` is resumed, at the end of its `yield from` chain."""
    inner: Any = body
    while isinstance(delegate := inner.gi_yieldfrom, types.GeneratorType):
        if delegate.gi_frame is None:  # closed by someone else
            break
        inner = delegate
    return inner


def place_of(position: Position) -> Place | None:
    """The file, line and text of a position."""
    if position is None:
        return None
    code, instruction = position
    if instruction < 0:  # not started yet
        return Place.of_code(code)
    return Place.of_line(code.co_filename, line_of(code, instruction))


def line_of(code: types.CodeType, instruction: int) -> int:
    """The line of one instruction of `code`."""
    lines = (line for start, end, line in code.co_lines() if start <= instruction < end)
    return next(lines, None) or code.co_firstlineno


def yield_place(body: AnyBody) -> Place | None:
    """The `yield` at which a generator is suspended, None when it has ended."""
    return place_of(position_of(body))


def raised_at(error: BaseException) -> Place | None:
    """The line of a b-thread, or of a generator that it delegates to, that raised `error`."""
    place = None
    traceback = error.__traceback__
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_flags & inspect.CO_GENERATOR:
            place = Place.of_line(code.co_filename, traceback.tb_lineno)
        traceback = traceback.tb_next
    return place


def add_note(error: BaseException, text: str, place: Place | None) -> None:
    """Say on `error` where in the program it came from; it stays the user's own object."""
    note = f"{text} at {place.quoted()}" if place else text
    if note not in getattr(error, "__notes__", ()):  # one error object may be raised many times
        error.add_note(note)


def blame(error: BaseException, name: str, event: Event | None, before: Position) -> None:
    """Say on `error` that it came from b-thread `name`, resumed with `event` where it stood.

    Raises `BadYield` instead where the b-thread stood at a `yield from` that hears no event.
    """
    if isinstance(error, AttributeError) and _hears_nothing(error):
        raise BadYield(
            f"`yield from` was given a {type(error.obj).__name__}, which hears no event: write "
            "`for statement in ...: yield statement`",
            place_of(before),
            thread=name,
        ) from error
    if isinstance(error, Misuse):
        if error.thread is None:
            error.thread = name
            error.place = error.place or raised_at(error)
    elif event is None:
        add_note(error, f"in b-thread {name}, while it started", None)
    else:
        add_note(error, f"in b-thread {name}, resumed with {event}", place_of(before))


def _hears_nothing(error: AttributeError) -> bool:
    """Whether `yield from` wanted to hand an event to an iterator that takes none."""
    return error.name == "send" and hasattr(error.obj, "__next__")


def bad_yield(given: object, body: AnyBody, name: str) -> BadYield:
    """The error to raise when b-thread `name` yields anything but a statement."""
    message = f"it yielded {given!r}; accepted is a statement, such as sync(request=EVENT)"
    return BadYield(message + _hint(given), yield_place(body), thread=name)


def _hint(given: object) -> str:
    if isinstance(given, Event):
        return f" (did you mean yield sync(request={given})?)"
    if isinstance(given, types.GeneratorType):
        return " (did you mean yield from?)"
    if isinstance(given, Thread):
        return f" (did you mean yield sync(start={given})?)"
    if isinstance(given, Mapping) and given.keys() <= _BPPY.keys() | set(STATED):
        said = ", ".join(f"{_BPPY.get(part, part)}=..." for part in given)
        return f" (did you mean yield sync({said})?)"
    if given is sync or given is Sync:
        return " (did you mean yield sync(...)?)"
    if isinstance(given, Coroutine):
        given.close()
        return ": a b-thread cannot await; let a task await it and put(EVENT) what comes of it"
    return ""


_BPPY = {"waitFor": "wait_for", "mustFinish": "hot"}
"""Parts of a statement as BPpy and BPjs spell them."""


def _kind(answer: object) -> str:
    return repr(answer) if isinstance(answer, Sync) else "a generator"
