"""Recursive operators: each call has a frame to itself."""

from __future__ import annotations

from typing import Any

from ...errors import NoValue
from ..scope import Defined, Meaning, Scope
from ..tree import Apply, Expression
from .compiling import Compiling
from .context import NEED, Context, Frame, Need, Run

STANDS_FOR = "stands for"
"""The key in `Defined.notes` of a parameter for the `Entry` of its recursive operator."""


class Entry:
    """The body of a recursive operator, compiled once, and the slots of its arguments."""

    def __init__(self, name: str, slots: tuple[int, ...], failure: int) -> None:
        self.name = name
        self.slots = slots
        self.failure = failure
        """The slot for the error of an argument without a value; raised only if it is needed."""
        self.run: Run | None = None

    def fail(self, m: Frame) -> Any:
        """Raise the error of an argument without a value."""
        error: NoValue | None = m[self.failure]
        raise error or NoValue(f"an argument of {self.name} is not known yet: it is a next value")


def call(c: Compiling, defined: Defined, args: tuple[Expression, ...], cx: Context) -> Run:
    """A closure that calls a recursive operator."""
    entry = _entry(c, defined, cx)
    if len(args) != len(entry.slots):
        raise NoValue(f"{defined.name} takes {len(entry.slots)} arguments, not {len(args)}")
    fills = [(slot, c.run(arg, cx)) for slot, arg in zip(entry.slots, args, strict=True)]
    level, failure, name = c.layout.level, entry.failure, entry.name

    def calling(m: Frame) -> Any:
        frame = m.copy()
        for slot, run in fills:
            try:
                frame[slot] = run(m)
            except NoValue as error:
                frame[slot] = None
                frame[failure] = error
        run_body = entry.run
        assert run_body is not None
        return m[level].deeper(name, lambda: run_body(frame))

    return calling


def _entry(c: Compiling, defined: Defined, cx: Context) -> Entry:
    key = (STANDS_FOR, defined, cx.primed, cx.moment)
    if key in c.kept:
        found: Entry = c.kept[key]
        return found
    if any(parameter.arity for parameter in defined.parameters):
        raise NoValue(f"{defined.name} uses itself, so it cannot take operators as arguments")
    names = (f"_{number}" for number in range(len(defined.parameters) + 1))
    inner, slots = c.binding(cx, *names)
    entry = c.kept[key] = Entry(defined.name, slots[:-1], slots[-1])
    meanings: dict[str, Meaning] = {
        parameter.name: _stand_in(c, entry, slot, parameter.name, cx)
        for parameter, slot in zip(defined.parameters, entry.slots, strict=True)
    }
    try:
        entry.run = c.run(defined.body, inner.at(defined.scope.within(meanings)))
    except RecursionError:  # the caller compiles it again on a larger stack
        del c.kept[key]
        raise
    return entry


def _stand_in(c: Compiling, entry: Entry, slot: int, name: str, cx: Context) -> Defined:
    """The definition that a parameter means: a slot holds its value, or None if it has none."""
    stands = Defined(name, (), Apply(name), Scope())
    stands.notes[NEED] = Need(slot, cx.primed, cx.moment)
    stands.notes[STANDS_FOR] = entry
    c.footprints.know(stands, slot)
    return stands


def stand_in(defined: Defined) -> Run | None:
    """A closure that raises the error of a missing argument; None if `defined` is no argument."""
    entry: Entry | None = defined.notes.get(STANDS_FOR)
    return entry.fail if entry else None


def check_state(defined: Defined) -> None:
    """Raise `NoValue` if `defined` is a parameter of a recursive operator.

    Called where its value in another state, or under ENABLED, is needed: it has none there.
    """
    entry: Entry | None = defined.notes.get(STANDS_FOR)
    if entry is not None:
        raise NoValue(
            f"{entry.name} uses itself, so its argument {defined.name} has a value in the state "
            "that it is called in: not in another one, and not under ENABLED"
        )
