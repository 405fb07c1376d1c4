"""Errors of evaluation: the place, and the chain of definitions that led there."""

from __future__ import annotations

from typing import Any

from ...errors import NoValue
from ..tree import NOWHERE, Span
from ..values import shortly
from .context import Frame, Run

MOST_CALLS = 12
"""Definitions shown of a longer chain: the innermost ones."""


class NotKnown(Exception):
    """A bound name without a known value was read: what is evaluated depends on it."""


def not_known(m: Frame) -> Any:
    """A closure for a bound name without a known value; it raises `NotKnown`."""
    raise NotKnown


def refusing(reason: str) -> Run:
    """A closure that raises `NoValue` with this reason when it is run."""

    def refuse(m: Frame) -> Any:
        raise NoValue(reason)

    return refuse


def located(run: Run, at: Span) -> Run:
    """A closure that adds this place to its errors, unless an inner expression added one."""
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
    """A closure that adds to its errors that a definition was used, and its arguments.

    `given` pairs each parameter with a closure for its value.
    """

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
    """The calls with one more; equal calls in a row become one text with their count."""
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
