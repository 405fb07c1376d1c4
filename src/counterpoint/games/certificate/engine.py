"""What the checker of certificates needs of an engine: sizes of piles that make a formula true."""

from __future__ import annotations

from typing import Protocol

from ...data import dataclass
from .game import Position
from .pile_term import Formula


@dataclass(frozen=True, slots=True)
class Solution:
    """The sizes of all piles and a new size; 0 for each that the formula does not mention."""

    sizes: Position
    new: int


class GaveUp(Exception):
    """An engine reached a limit; the message says which."""


class Engine(Protocol):
    """An engine that decides formulas about piles."""

    @property
    def name(self) -> str:
        """The name of the engine."""

    @property
    def width(self) -> int | None:
        """The number of bits of a pile; None if piles are unbounded."""

    def solve(self, formula: Formula, piles: int) -> Solution | None:
        """Sizes that make the formula true; None if there are none. Raises `GaveUp`."""
