"""What is computed of the finished levels of a search, by threads of one process or by workers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeAlias

from ...base.arrays import U64
from .condition import Condition

ByShard: TypeAlias = "Mapping[int, U64]"
"""The bits of states of a level, by shard."""


class Backward(Protocol):
    """Looks at the levels of a search again; raises `LimitReached` or `KeyboardInterrupt`."""

    def true(self, level: int, text: str) -> ByShard:
        """In which states of a level an atom is true; raises `UnknownAtom`."""

    def lead(
        self, level: int, asked: Condition, wanted: ByShard | None, here: ByShard, after: ByShard
    ) -> ByShard:
        """Which states of a level lead into a region as is asked; all, or those in `wanted`.

        `here` and `after` have the bits of the region in this level and in the next. Raises
        `Refused` if a step leads to a state of another level.
        """

    def contested(self, level: int) -> U64 | None:
        """A packed state of a level in which two players can choose; None if there is none."""

    def close(self) -> None:
        """End what works on it."""
