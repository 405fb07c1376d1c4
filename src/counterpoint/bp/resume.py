"""Resuming a b-thread from one statement to the next, with errors that name the b-thread."""

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
"""Used in place of a statement for a b-thread that has ended."""

Position: TypeAlias = "tuple[types.CodeType, int] | None"
"""Code and instruction offset at which a generator is suspended, None if it has ended.

The line number is computed only when it is shown.
"""


GENERATIONS = 100
"""The greatest number of generations of b-threads that start one another at once."""


def endless_starting(name: str) -> Misuse:
    """The error for b-thread `name` if its children start children at once, without end."""
    return Misuse(
        "it starts b-threads that start others at once, without end: let them wait for an "
        "event in between",
        thread=name,
    )


def resume(body: AnyBody, event: Event | None, name: str) -> Sync | None:
    """Resume b-thread `name`. Returns the statement that it yields next, None if it has ended.

    `event` is the event that it receives, or None to run it to its first statement. Raises
    `BadYield` if it yields anything but a statement. An exception of the user's code is raised
    again, with a note that names the b-thread and the `yield` at which it was resumed.

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
    except StopIteration:  # the end: one raised by the b-thread's code comes out as RuntimeError
        require_going_on()
        return None
    except BaseException as error:
        require_going_on()
        blame(error, name, event, before)
        raise
    require_going_on()  # a b-thread that swallowed Ctrl-C did not do what it usually does
    if type(statement) is not Sync:
        raise bad_yield(statement, body, name)
    return statement


def interrupt(body: AnyBody, statement: Sync, event: Event, name: str) -> None:
    """Close b-thread `name`, which stands at `statement`, and call the statement's `on_interrupt`.

    Raises `BadYield` if the b-thread yields once more meanwhile, and `BadSync` if `on_interrupt`
    returns a statement or a generator, because an interrupted b-thread has ended.
    """
    before = position_of(body)
    try:
        _close(body, name, f"is interrupted by {event}", ": an interrupted b-thread ends")
        answer = statement.on_interrupt(event) if statement.on_interrupt else None
    except BadYield:
        raise
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


def finish(body: AnyBody, name: str) -> None:
    """Close b-thread `name`, which ends at a statement that only starts others.

    Raises `BadYield` if it yields once more meanwhile.
    """
    before = position_of(body)
    try:
        _close(body, name, "ends")
    except BadYield:
        raise
    except BaseException as error:
        require_going_on()
        add_note(error, f"in b-thread {name}, which ended as it started others", place_of(before))
        raise
    require_going_on()


def _close(body: AnyBody, name: str, does: str, why: str = "") -> None:
    """Close a generator. Raises `BadYield` if it goes on to another `yield` instead of ending."""
    inner = innermost(body)
    try:
        body.close()
    except RuntimeError as error:
        for left in (inner, body):
            if (place := yield_place(left)) is not None:
                require_going_on()
                text = f"it yields while it {does}, as in a `finally`{why}"
                raise BadYield(text, place, thread=name) from error
        raise


def position_of(body: AnyBody) -> Position:
    """The position of a suspended generator: that of the innermost in its `yield from` chain."""
    inner = innermost(body)
    frame = inner.gi_frame
    return None if frame is None else (frame.f_code, frame.f_lasti)


def innermost(body: AnyBody) -> Any:
    """The generator that runs when `body` is resumed, at the end of its `yield from` chain."""
    inner: Any = body
    while isinstance(delegate := inner.gi_yieldfrom, types.GeneratorType):
        if delegate.gi_frame is None:  # closed from outside
            break
        inner = delegate
    return inner


def place_of(position: Position) -> Place | None:
    """The file, line and text of a position, None for a generator that has ended."""
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
    """The innermost line of a generator in the traceback of `error`, None if there is none.

    It is a line of a b-thread, or of a generator that the b-thread delegates to.
    """
    place = None
    traceback = error.__traceback__
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_flags & inspect.CO_GENERATOR:
            place = Place.of_line(code.co_filename, traceback.tb_lineno)
        traceback = traceback.tb_next
    return place


def add_note(error: BaseException, text: str, place: Place | None) -> None:
    """Add a note to `error` that says where in the program it came from."""
    note = f"{text} at {place.quoted()}" if place else text
    if note not in getattr(error, "__notes__", ()):  # one error object may be raised many times
        error.add_note(note)


def blame(error: BaseException, name: str, event: Event | None, before: Position) -> None:
    """Note on `error` that it came from b-thread `name`, resumed with `event` at `before`.

    A `Misuse` gets the name and the place as attributes instead of a note. Raises `BadYield` if the
    b-thread stood at a `yield from` of an iterator that cannot receive an event.
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
    """Whether the error arose because `yield from` sent an event to an iterator without `send`."""
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
"""Parts of a statement that BPpy or BPjs spell differently, with the name used here."""


def _kind(answer: object) -> str:
    return repr(answer) if isinstance(answer, Sync) else "a generator"
