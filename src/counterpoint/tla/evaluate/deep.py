"""Deep recursion: how deeply an evaluation may be nested.

The deep levels run in a thread with a large stack. That thread notices when the work of the thread
that waits for it is to end, and then stops at its next level.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...alarm import require_going_on
from ...depth import on_large_stack
from ...errors import NoValue

SHALLOW = 40
"""The level of recursion from which on a large stack is used."""

LEVELS = 25_000
"""The most levels of recursion: no computation that ends needs more."""


class Level:
    """The recursion depth of one evaluation."""

    __slots__ = ("number",)

    def __init__(self) -> None:
        self.number = 0

    def deeper(self, name: str, compute: Callable[[], Any]) -> Any:
        """The result of `compute`, one level deeper; `name` is the operator for the error message.

        Raises `NoValue` beyond `LEVELS`, and `TimeIsUp` or `KeyboardInterrupt` if the work is to
        end.
        """
        self.number += 1
        try:
            if self.number == SHALLOW:
                return on_large_stack(compute)
            if self.number > LEVELS:
                raise NoValue(f"{name} uses itself more than {LEVELS:,} times without an end")
            require_going_on()
            return compute()
        finally:
            self.number -= 1
