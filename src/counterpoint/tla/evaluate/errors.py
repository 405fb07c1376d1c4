"""Where an expression has no value: its place, and the definitions that were being used."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...depth import on_large_stack, roomy
from ...errors import NoValue
from ..tree import NOWHERE, Span
from ..values import shortly
from .context import Frame, Run

if TYPE_CHECKING:
    from .compiler import Compiler

MOST_CALLS = 12
"""Of a longer chain of definitions the innermost are told."""


class Explained:
    """A closure whose errors say where they come from."""

    def __init__(self, compiler: Compiler, make: Callable[[Compiler], Any]) -> None:
        self._compiler = compiler
        self._make = make
        self._fast: Run = roomy(lambda: make(compiler))

    def run(self, m: Frame) -> Any:
        """What the closure gives for a frame."""
        try:
            return self._fast(m)
        except NoValue as error:
            raise self.explained(m, error.with_traceback(None)) from None
        except RecursionError:
            return on_large_stack(lambda: self.run(m))

    def explained(self, m: Frame, error: NoValue) -> NoValue:
        """The same error with its place, found by doing the same once more."""
        if error.place is not None:
            return error
        compiler = self._compiler.locating()
        slow = roomy(lambda: self._make(compiler))
        try:
            roomy(lambda: slow(m + [None] * (compiler.size - len(m))))
        except NoValue as found:
            return found.with_traceback(None)  # it keeps as many frames alive as it is deep
        return error


def refusing(reason: str) -> Run:
    """What raises an error when the value is needed."""

    def refuse(m: Frame) -> Any:
        raise NoValue(reason)

    return refuse


def located(run: Run, at: Span) -> Run:
    """A closure whose errors get this place, unless they have one from further inside."""
    if at == NOWHERE:
        return run

    def here(m: Frame) -> Any:
        try:
            return run(m)
        except NoValue as error:
            if error.place is None:
                error.place = at.place()
            raise

    return here


def called(run: Run, name: str, given: list[tuple[str, Run]], at: Span) -> Run:
    """A closure whose errors tell that a definition was used, and with what arguments."""

    def call(m: Frame) -> Any:
        try:
            return run(m)
        except NoValue as error:
            if error.place is None and at != NOWHERE:
                error.place = at.place()
            where = f" at {at.place()}" if at != NOWHERE else ""
            error.calls = _with(error.calls, _call(name, given, m) + where)
            raise

    return call


def _with(calls: tuple[str, ...], call: str) -> tuple[str, ...]:
    """The calls with one more; the same several times in a row is told once, with their number."""
    if calls:
        last, _, times = calls[-1].partition(" (times ")
        if last == call:
            return (*calls[:-1], f"{call} (times {int(times.rstrip(')') or 1) + 1})")
    return (*calls, call) if len(calls) < MOST_CALLS else calls


def _call(name: str, given: list[tuple[str, Run]], m: Frame) -> str:
    if not given:
        return name
    shown = ", ".join(f"{parameter} = {_shown(run, m)}" for parameter, run in given)
    return f"{name}({shown})"


def _shown(run: Run, m: Frame) -> str:
    try:
        return shortly(run(m), 40)
    except NoValue:
        return "?"
