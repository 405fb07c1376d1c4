"""What a search level by level needs to know of a system."""

from __future__ import annotations

from typing import Protocol

from ...base.arrays import U64


class Stepper(Protocol):
    """The steps of a system whose states are packed into rows of words."""

    @property
    def width(self) -> int:
        """The number of words of a packed state."""

    @property
    def identity(self) -> str:
        """A text that two systems share only if they have the same states and steps."""

    def initial(self) -> U64:
        """The packed initial states."""

    def targets(self, states: U64) -> U64:
        """The packed targets of all steps of these states; some may be the same."""
