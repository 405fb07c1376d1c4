"""The moves of a strategy, looked at in the states where it has to make one."""

from __future__ import annotations

from collections.abc import Callable

from ..certificate import Claims, Seen
from ..logic.core import Fixpoint
from ..model.system import Label
from .reference import Reference
from .wrong import Wrong


class Moves:
    """The claim that moves keep to the winning states of a goal, and lead nearer to its end.

    `move` is what the strategy does in a state, None where it has nothing to do there.
    """

    def __init__(
        self,
        goal: Fixpoint,
        reference: Reference,
        claims: Claims,
        move: Callable[[Seen], Label | None],
    ) -> None:
        self._reference = reference
        self._move = move
        self._wins = claims.test(goal)
        self._rank = claims.rank(goal) if goal.least else None
        self.unchecked: dict[str, None] = {}

    def examine(self, seen: Seen) -> None:
        """Raise `Wrong` where a move is no step, or leads where the goal may be missed."""
        label = self._move(seen) if self._wins(seen) else None
        if label is None:
            return
        led = [step.there for step in self._reference.steps(seen) if step.label == label]
        if not led:
            raise Wrong(f"the strategy plays {label}, which is no step", seen)
        for there in led:
            if not self._wins(there) or not self._is_nearer(there, seen):
                raise Wrong(f"the strategy plays {label}, and is no nearer to winning", seen)

    def _is_nearer(self, there: Seen, here: Seen) -> bool:
        if self._rank is None:
            return True
        near, far = self._rank(there), self._rank(here)
        return near is not None and far is not None and near < far

    def compare(self, whole: object) -> None:
        """Each state was looked at."""
