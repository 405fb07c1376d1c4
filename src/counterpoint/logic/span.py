"""Places in the text of a formula."""

from __future__ import annotations

from ..data import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """The place of a formula in its text: from character `start` up to `end`, exclusive."""

    start: int
    end: int


NOWHERE = Span(0, 0)
