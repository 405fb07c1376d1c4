"""What a checker of certificates asks of an engine: sizes of piles that make a formula true."""

from __future__ import annotations

from typing import Protocol

from ...data import dataclass
from .game import Position
from .pile_term import Formula


@dataclass(frozen=True, slots=True)
class Solution:
    """Sizes of all piles and a new size; 0 for what the formula does not mention."""

    sizes: Position
    new: int


class GaveUp(Exception):
    """An engine has reached a limit; the text says which."""


class Engine(Protocol):
    """A way to decide formulas about piles."""

    @property
    def name(self) -> str:
        """What the engine is called."""

    @property
    def width(self) -> int | None:
        """The number of bits of a pile, None if piles are unbounded."""

    def solve(self, formula: Formula, piles: int) -> Solution | None:
        """Sizes for which a formula is true, None if there are none; raises `GaveUp`."""
