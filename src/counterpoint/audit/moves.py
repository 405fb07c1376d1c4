"""Check the moves of a strategy in the states where it has to make one."""

from __future__ import annotations

from collections.abc import Callable

from ..certificate import Claims, Seen
from ..logic.core import Fixpoint
from ..model.system import Label
from .reference import Reference
from .wrong import Wrong


class Moves:
    """The claim that moves stay within the winning states of a goal, and lead nearer to it.

    `move` maps a state to the move of the strategy, or to None if it has none there.
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
        """Raise `Wrong` if a move is no step, leaves the winning states, or makes no progress."""
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
        """Nothing to do: each state was examined."""
