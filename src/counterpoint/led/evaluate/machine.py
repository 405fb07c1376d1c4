"""What an evaluation is about: the state, the mouse, and what is remembered of calls."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntFlag
from typing import Any, TypeAlias

from ...depth import any_depth
from ...errors import NoResult, Place
from ...tuning import USUAL, Tuning
from ..source import Span
from ..values.spread import Notes
from ..values.trouble import Trouble
from ..values.value import FALSE, NIL, Value

LEVELS = 10_000
"""More calls within each other than any evaluation needs that ends."""

MISSING: Any = object()
"""Stands for a value that there is none of."""


Args: TypeAlias = tuple[Value, ...]

Question: TypeAlias = tuple[int, Args]
"""A definition by its number, and what it is asked of."""

Observed: TypeAlias = "tuple[Value, dict[Any, Any] | None, bool]"
"""An answer; where it stands for several numbers, also what was asked on the way to it."""


class Needs(IntFlag):
    """What a definition depends on beside its arguments."""

    NOTHING = 0
    STATE = 1
    MOUSE = 2
    BOTH = 3


class Machine:
    """The situation that definitions are evaluated in.

    `state` is `MISSING` where there is none. With `watching`, `notes` tells what was asked of the
    mouse, and `observed` what is known of it at the present place.
    """

    def __init__(self, tuning: Tuning = USUAL) -> None:
        self.tuning = tuning
        self.state: Value = MISSING
        self.clicked: Value = FALSE
        self.x: Value = 0
        self.y: Value = 0
        self.click: Value = NIL
        self.notes = Notes()
        self.observed: dict[Question, Observed] = {}
        self.watching = False
        self.level = 0


def failed(said: str | Trouble, at: Span) -> NoResult:
    """The error of an expression that has no value."""
    place: Place | None = at.place() if at.source.text else None
    return NoResult(str(said), place)


@contextmanager
def deep() -> Iterator[None]:
    """Lets Python functions call each other as deep as evaluations need, in one thread at a time.

    They take no room on the stack of the machine as long as none of them goes through C.
    """
    with _TURN, any_depth():
        yield


_TURN = threading.RLock()
"""A machine belongs to whoever uses it."""
