"""The situation of an evaluation: the state, the mouse, and answers that are cached."""

from __future__ import annotations

import threading
from enum import IntFlag
from typing import Any, TypeAlias

from ...depth import AnyDepth
from ...errors import NoResult, Place
from ...tuning import USUAL, Tuning
from ..source import Span
from ..values.spread import Notes
from ..values.trouble import Trouble
from ..values.value import FALSE, NIL, Value

LEVELS = 10_000
"""The most nested calls; a deeper recursion is assumed not to terminate."""

MISSING: Any = object()
"""Marks a missing value."""


Args: TypeAlias = tuple[Value, ...]

Question: TypeAlias = tuple[int, Args]
"""A call as a question about the mouse: the number of a definition, and the arguments."""

Observed: TypeAlias = "tuple[Value, dict[Any, Any] | None, bool]"
"""The answer to a question, the questions asked on the way to it, and whether it is `opaque`.

The questions are None unless the answer contains a `Spread`: only then do they matter.
"""


class Needs(IntFlag):
    """What a definition depends on besides its arguments."""

    NOTHING = 0
    STATE = 1
    MOUSE = 2
    BOTH = 3


class Machine:
    """The situation in which definitions are evaluated.

    `state` is `MISSING` if there is none. While `watching` is true, questions about the mouse are
    recorded in `notes`, and answers for the current place are cached in `observed`.
    `level` is the number of nested calls.
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
    """The error that the expression at a span has no value."""
    place: Place | None = at.place() if at.source.text else None
    return NoResult(str(said), place)


class Deep(AnyDepth):
    """A context in which Python calls may nest as deep as evaluations need, for one thread at once.

    Such calls use no C stack as long as no C function is in between. Evaluations are exclusive,
    since a machine has mutable state.
    """

    def __enter__(self) -> None:
        _TURN.acquire()
        try:
            super().__enter__()
        except BaseException:
            _TURN.release()
            raise

    def __exit__(self, *_: object) -> None:
        try:
            super().__exit__()
        finally:
            _TURN.release()


_TURN = threading.RLock()

DEEP = Deep()
