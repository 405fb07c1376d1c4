"""Deep recursion: how many times an evaluation may use itself.

The deep levels run on a stack of their own, in a thread that hears of what is to end the work of
the one that waits for it, and goes on to its next level at most.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...alarm import require_going_on
from ...depth import on_large_stack
from ...errors import NoValue

SHALLOW = 40
"""From this level of recursion on, a large stack is used."""

LEVELS = 25_000
"""More levels than any computation needs that ends."""


class Level:
    """How deep the recursion is, for one evaluation."""

    __slots__ = ("number",)

    def __init__(self) -> None:
        self.number = 0

    def deeper(self, name: str, compute: Callable[[], Any]) -> Any:
        """What is computed one level deeper."""
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
