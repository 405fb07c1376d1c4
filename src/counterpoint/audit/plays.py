"""Check by definition that a strategy wins every play that follows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from ..certificate import Seen, Test
from ..errors import NotAGame, Refused
from ..logic.core import Linear
from ..model.system import Label
from .reference import Reference, Taken
from .wrong import Wrong

if TYPE_CHECKING:
    from .definition import Definition

NOT_PLAYED = "that the strategy wins every play"

Move: TypeAlias = Callable[[Seen], Label | None]
"""Maps a state to the move of a strategy, or to None if it has none there."""


class Plays:
    """The claim that every play from winning states that follows a strategy reaches its goal.

    `missed` is the path formula that the goal is not reached. Any step that the strategy does not
    choose may happen.
    """

    def __init__(
        self,
        missed: Linear,
        team: frozenset[str],
        reference: Reference,
        wins: Test,
        move: Move,
    ) -> None:
        self._missed, self._team, self._wins = missed, team, wins
        self._reference, self._move = reference, move
        self.unchecked: dict[str, None] = {NOT_PLAYED: None}

    def examine(self, seen: Seen) -> None:
        """Nothing to do: a single move shows little."""

    def compare(self, whole: Definition) -> None:
        """Raise `Wrong` if a play that follows the strategy misses the goal."""
        from .definition import Fewer  # loaded late: a sample does not need it

        winning = list(filter(self._wins, whole.states))
        try:
            plays = Fewer(whole, _Following(self), winning)
        except (NotAGame, Refused) as refused:
            self.unchecked = {f"{NOT_PLAYED}: {refused.message}": None}
            return
        missed = plays.some_path(self._missed, range(len(winning)))
        if missed:
            raise Wrong("a play that follows the strategy misses the goal", winning[min(missed)])
        self.unchecked.clear()

    def followed(self, seen: Seen) -> tuple[Taken, ...]:
        """The steps that leave a state and remain if the strategy is followed."""
        steps = self._reference.steps(seen)
        label = self._move(seen) if self._wins(seen) else None
        if label is None:
            return steps
        if all(step.label != label for step in steps):
            raise Wrong(f"the strategy plays {label}, which is no step", seen)
        own = self._reference.owned(seen, self._team)
        return tuple(step for step in steps if step.label == label or step not in own)


class _Following(Reference):
    """A system restricted to the plays that follow a strategy."""

    def __init__(self, plays: Plays) -> None:
        of = plays._reference
        super().__init__(of.system, of.watched)
        self._plays = plays

    def _steps(self, seen: Seen) -> tuple[Taken, ...]:
        return self._plays.followed(seen)
