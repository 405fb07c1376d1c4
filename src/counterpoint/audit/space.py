"""Whether a cover is closed and each of its states is reached, looked at state by state."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from ..certificate import Cover, Seen
from .reference import Reference
from .wrong import Wrong

if TYPE_CHECKING:
    from .definition import Definition

NOT_REACHED = "whether states are reached: the engine does not say from where"


class Closed:
    """The claim of a cover that its states are those that are reached, and no others."""

    def __init__(self, reference: Reference, cover: Cover) -> None:
        self._reference = reference
        self._cover = cover
        self.unchecked: dict[str, None] = {}

    def begin(self, most: int | None) -> None:
        """Raise `Wrong` unless the initial states, the first so `most`, are in the cover."""
        for seen in islice(self._reference.starts(), most):
            if not self._cover.has(seen):
                raise Wrong("an initial state was not found", seen)

    def examine(self, seen: Seen) -> None:
        """Raise `Wrong` where a step leads out of the cover, or none leads to a state of it."""
        if not self._cover.has(seen):
            raise Wrong("a state is reached that was not found", seen)
        for step in self._reference.steps(seen):
            if not self._cover.has(step.there):
                raise Wrong(f"{step.label} leads to a state that was not found", seen)
        if self._cover.are_reached and not self._reference.is_start(seen):
            self._require_reached(seen)

    def compare(self, whole: Definition) -> None:
        """The states of `whole` were reached by the reference itself."""
        self.unchecked.clear()

    def _require_reached(self, seen: Seen) -> None:
        before = self._cover.before(seen)
        if before is None:
            self.unchecked[NOT_REACHED] = None
        elif all(step.there != seen for step in self._reference.steps(before)):
            raise Wrong("a state was found that no step leads to from where it was found", seen)
