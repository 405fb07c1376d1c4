"""Code that Python runs when it frees an object: `__del__`, or the `finally` of a generator.

A check keeps more objects alive than a live run, so there such code would run later, or never.
"""

from __future__ import annotations

import contextlib
import dis
import functools
import gc
import inspect
import sys
import types
from collections.abc import Iterator, Mapping
from typing import Any

from ....identity import Identity, identity


def finalizes(kind: type) -> bool:
    """Whether Python calls `__del__` when it frees an instance of this class."""
    return hasattr(kind, "__del__")


def cleans_up(generator: types.GeneratorType[Any, Any, Any]) -> bool:
    """Whether code of a suspended generator runs when it is freed, such as a `finally`.

    >>> def reading():
    ...     yield "before"
    ...     try:
    ...         yield "within"
    ...     finally:
    ...         print("done")
    >>> lines = reading()
    >>> next(lines), cleans_up(lines), next(lines), cleans_up(lines)
    ('before', False, 'within', True)
    """
    frame = generator.gi_frame
    return frame is not None and _is_guarded(identity(generator.gi_code), frame.f_lasti)


def drops_something(trace: types.TracebackType | None) -> bool:
    """Whether code runs when the frames of a traceback, which have ended, are freed.

    Frames of generators are left out.
    """
    pending: list[Any] = []
    while trace is not None:
        if not trace.tb_frame.f_code.co_flags & inspect.CO_GENERATOR:
            pending += trace.tb_frame.f_locals.values()
            let_go(trace.tb_frame.f_locals)
        trace = trace.tb_next
    seen: set[Identity] = set()
    while pending:
        value = pending.pop()
        if isinstance(value, _LEAD_NOWHERE) or identity(value) in seen:
            continue
        seen.add(identity(value))
        if finalizes(type(value)) or (_is_generator(value) and cleans_up(value)):
            return True
        pending += gc.get_referents(value)
    return False


_LEAD_NOWHERE = (
    type, types.ModuleType, types.FunctionType, types.CodeType, types.FrameType, str, int,
    types.BuiltinFunctionType, types.TracebackType,
)  # fmt: skip
"""Types of objects that are not freed with a frame, or that refer to nothing."""


def _is_generator(value: object) -> bool:
    return isinstance(value, types.GeneratorType)


def let_go(variables: Mapping[str, object]) -> None:
    """Clear a dictionary that `f_locals` returned, if no other code refers to it.

    Before 3.13, CPython keeps this dictionary with the frame. It would keep the values of the
    variables alive until `f_locals` is read again.
    """
    if type(variables) is dict and sys.getrefcount(variables) <= _OF_FRAME_AND_HERE:
        variables.clear()


_OF_FRAME_AND_HERE = 3


@functools.cache
def _is_guarded(named: Identity, offset: int) -> bool:
    """Whether a handler in the user's code handles exceptions of the instruction at `offset`."""
    code: Any = named()
    names = {step.offset: (step.opname, step.arg) for step in dis.get_instructions(code)}
    for start, end, handler in _handlers(code):
        if start <= offset < end:
            if names[handler][0] == "CLEANUP_THROW":  # every `yield from` has it
                return _is_guarded(named, handler)
            return names[handler] not in _OF_ANY_GENERATOR
    return False


def _handlers(code: types.CodeType) -> list[tuple[int, int, int]]:
    """The exception table: the start, the end and the handler of each entry, as offsets."""
    entries = dis.Bytecode(code).exception_entries  # type: ignore[attr-defined]
    return [(entry.start, entry.end, entry.target) for entry in entries]


def _plain() -> Iterator[None]:
    yield


_OF_ANY_GENERATOR = {
    (step.opname, step.arg)
    for step in dis.get_instructions(_plain)
    if any(step.offset == handler for _, _, handler in _handlers(_plain.__code__))
}
"""The handlers that Python adds to every generator, to turn StopIteration into an error."""

MANAGER: Any = type(contextlib.contextmanager(_plain)())
"""The type of the objects that `contextmanager` makes. `gen` is the generator in the `with`."""
