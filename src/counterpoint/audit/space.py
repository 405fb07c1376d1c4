"""Check that a cover is closed under steps and that its states are reachable, state by state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..certificate import Cover, Seen
from ..model.system import REST, Label
from .reference import Reference
from .wrong import Wrong

if TYPE_CHECKING:
    from .definition import Definition

NOT_REACHED = "whether states are reached: the engine does not say from where"


class Closed:
    """The claim of a cover that its states are exactly the reachable ones.

    If the cover has all states that can be encoded, only closure under steps is checked.
    """

    def __init__(self, reference: Reference, cover: Cover) -> None:
        self._reference = reference
        self._cover = cover
        self.unchecked: dict[str, None] = {}

    def begin(self, starts: Iterable[Seen]) -> None:
        """Raise `Wrong` unless these initial states are in the cover."""
        for seen in starts:
            if not self._cover.has(seen):
                raise Wrong("an initial state was not found", seen)

    def examine(self, seen: Seen) -> None:
        """Raise `Wrong` if a step leaves the cover or its record is wrong, or none leads here."""
        if not self._cover.has(seen):
            raise Wrong("a state is reached that was not found", seen)
        steps = self._reference.steps(seen)
        for step in steps:
            if not self._cover.has(step.there):
                raise Wrong(f"{step.label} leads to a state that was not found", seen)
        self._require_steps(seen, {(s.label, s.there) for s in steps if s.label is not REST})
        if self._cover.are_reached and not self._reference.is_start(seen):
            self._require_reached(seen)

    def _require_steps(self, seen: Seen, true: set[tuple[Label, Seen]]) -> None:
        """Raise `Wrong` if the recorded steps of a state differ from its actual ones."""
        noted = self._cover.steps(seen)
        for label, there in true ^ (true if noted is None else set(noted)):
            if (label, there) in true:
                raise Wrong(f"a step was left out: {label} leads to {there.state!r}", seen)
            raise Wrong(f"a step was noted that is none: {label} to {there.state!r}", seen)

    def compare(self, whole: Definition) -> None:
        """Nothing to check: the reference itself reached the states of `whole`."""
        self.unchecked.clear()

    def _require_reached(self, seen: Seen) -> None:
        before = self._cover.before(seen)
        if before is None:
            self.unchecked[NOT_REACHED] = None
        elif all(step.there != seen for step in self._reference.steps(before)):
            raise Wrong("a state was found that no step leads to from where it was found", seen)
