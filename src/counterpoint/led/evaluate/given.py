"""The names that Easel gives a program: the current state, and the mouse."""

from __future__ import annotations

from ..meaning.known import STATE
from ..source import Span
from ..values.value import Value
from .machine import MISSING, Machine, failed
from .scope import Frame, Read


def given(name: str, machine: Machine, at: Span) -> Read:
    """A closure for the value of a name that Easel gives."""
    if name in STATE:

        def state(frame: Frame) -> Value:
            if machine.state is MISSING:
                raise failed(f"{name} is given by a run, and nothing runs here", at)
            return machine.state

        return state
    field = _FIELDS[name]
    return lambda frame: getattr(machine, field)


_FIELDS = {
    "clicked": "clicked",
    "mouseClicked": "clicked",
    "clickX": "x",
    "mouseX": "x",
    "clickY": "y",
    "mouseY": "y",
    "click": "click",
}
