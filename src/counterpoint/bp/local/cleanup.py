"""Code that Python runs when it drops something: `__del__`, and what a generator stands inside of.

A check holds more than a live run does, so there such code would run later, or never.
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

from ...identity import Identity, identity


def finalizes(kind: type) -> bool:
    """Whether Python calls `__del__` of an instance that nobody holds any more."""
    return hasattr(kind, "__del__")


def cleans_up(generator: types.GeneratorType[Any, Any, Any]) -> bool:
    """Whether code of a suspended generator runs when it is dropped: a `finally`, say.

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
    """Whether code runs when the functions of a traceback, which have ended, are dropped."""
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
"""What is not dropped with a function that has ended, or holds nothing."""


def _is_generator(value: object) -> bool:
    return isinstance(value, types.GeneratorType)


def let_go(variables: Mapping[str, object]) -> None:
    """Empty what `f_locals` gave and nobody else holds: before 3.13 CPython keeps it with a frame.

    It would hold what the variables held until it is asked for again.
    """
    if type(variables) is dict and sys.getrefcount(variables) <= _OF_FRAME_AND_HERE:
        variables.clear()


_OF_FRAME_AND_HERE = 3


@functools.cache
def _is_guarded(named: Identity, offset: int) -> bool:
    """Whether a handler of the user's takes the exceptions of the instruction at `offset`."""
    code: Any = named()
    names = {step.offset: (step.opname, step.arg) for step in dis.get_instructions(code)}
    for start, end, handler in _handlers(code):
        if start <= offset < end:
            if names[handler][0] == "CLEANUP_THROW":  # what any `yield from` has
                return _is_guarded(named, handler)
            return names[handler] not in _OF_ANY_GENERATOR
    return False


def _handlers(code: types.CodeType) -> list[tuple[int, int, int]]:
    """From where to where exceptions are handled, and where that is done."""
    entries = dis.Bytecode(code).exception_entries  # type: ignore[attr-defined]
    return [(entry.start, entry.end, entry.target) for entry in entries]


def _plain() -> Iterator[None]:
    yield


_OF_ANY_GENERATOR = {
    (step.opname, step.arg)
    for step in dis.get_instructions(_plain)
    if any(step.offset == handler for _, _, handler in _handlers(_plain.__code__))
}
"""The handlers that Python gives every generator: a StopIteration in it is an error."""

MANAGER: Any = type(contextlib.contextmanager(_plain)())
"""What `contextmanager` makes; its `gen` is the generator that stands inside of a `with`."""
