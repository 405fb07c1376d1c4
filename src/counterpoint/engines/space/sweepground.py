"""The ground of a space without a graph: the model gives steps, and regions give distances."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from ...errors import Refused
from ...logic.automata.automaton import Automaton
from ...logic.core import Kind
from ...model.model import Model
from ...model.system import Label, State
from ...terms.evaluate import meaning
from ..formula.algebra import Algebra
from ..formula.names import step_named
from .ground import NO_TEAM, STAYING, Choice, Steps, descended, listed_step
from .space import Space


class Owners:
    """The players of a model: their actions, and the conditions of their turns.

    Steps are distinguished by label: raises `Refused` if actions of two players have one label.
    """

    def __init__(self, model: Model) -> None:
        self._names = tuple(variable.name for variable in model.variables)
        self._turns = {player: meaning(term) for player, term in model.parts.turns.items()}
        self._of: dict[Label, str | None] = {}
        for action in model.actions:
            if self._of.setdefault(action.label, action.owner) != action.owner:
                raise Refused(f"{action.label} is what several players' actions are called")

    def turn(self, state: Any) -> str | None:
        """The player who has the turn in a state; None if no player has."""
        values = dict(zip(self._names, state, strict=True))
        return next((player for player, is_his in self._turns.items() if is_his(values)), None)

    def of(self, label: Label, turn: str | None) -> str | None:
        """The player who chooses a step with this label, in a state where `turn` has the turn."""
        return self._of.get(label) or turn


class StateGround:
    """The states of such a space, as handles; `plain` maps them to states of the original model."""

    def __init__(self, space: Space[Any], model: Model, plain: Callable[[State], State]) -> None:
        self._space = space
        self._model = model
        self._plain = plain

    @property
    def players(self) -> tuple[str, ...]:
        return self._model.players

    def steps(self, at: Any) -> Sequence[tuple[Label, State]]:
        return self._model.successors(at)

    def step_into(self, region: Any, at: State, name: str | None) -> tuple[Label, State]:
        return listed_step(self, region, at, name)

    def choices(self, at: Any) -> list[Choice]:
        turn = self._owners.turn(at)
        return [
            Choice(label, there, self._owners.of(label, turn)) for label, there in self.steps(at)
        ]

    @cached_property
    def _owners(self) -> Owners:
        return Owners(self._model)

    def holds(self, region: Any, at: State) -> bool:
        return self._space.contains(region, at)

    def plain(self, at: State) -> State:
        return self._plain(at)

    def named(self, label: Label, text: str) -> bool:
        return bool(step_named(text, [label])[0])

    def distance(self, kind: Kind, team: frozenset[str], hold: Any, goal: Any) -> Distances:
        return Distances(self._space, kind, team, hold, goal)

    def nearest(self, hold: Any, goal: Any, among: Any) -> State:
        near = self.distance(Kind.SOME, NO_TEAM, hold, goal).nearest(among)
        first: State = next(self._space.handles(near))
        return first

    def way(self, hold: Any, goal: Any, at: State) -> Steps | None:
        return descended(self, self.distance(Kind.SOME, NO_TEAM, hold, goal), at)

    def lasso(
        self, automaton: Automaton, letters: Sequence[Any], at: State, most: int | None = None
    ) -> tuple[Steps, Steps] | None:
        """A lasso for the automaton `STAYING` if there is no fairness; else None.

        It takes the first step to a state of the region each time, until a state recurs.
        """
        if automaton != STAYING or self._space.is_fair:
            return None
        walked: list[tuple[Label, State]] = []
        place = {at: 0}
        while True:
            label, at = self.step_into(letters[0], at, None)
            walked.append((label, at))
            if most is not None and len(walked) > most:
                return None
            if at in place:
                return tuple(walked[: place[at]]), tuple(walked[place[at] :])
            place[at] = len(walked)


class Distances:
    """Distances by rings around a goal; only as many rings are computed as are needed."""

    def __init__(
        self, space: Space[Any], kind: Kind, team: frozenset[str], hold: Any, goal: Any
    ) -> None:
        self._space = space
        self._hold = hold
        self._kind, self._team = kind, team
        self._rings = [goal]
        self._grows = True

    def of(self, at: State) -> int | None:
        while self._grows and not self._space.contains(self._rings[-1], at):
            self._grow()
        return self.below(at, len(self._rings))

    def _grow(self) -> None:
        algebra: Algebra[Any] = self._space.algebra
        last = self._rings[-1]
        wider = last | (self._hold & algebra.step(self._kind, last, None, self._team))
        self._grows = wider != last
        if self._grows:
            self._rings.append(wider)

    def ring(self, far: int) -> Any:
        """The states within a distance that is known to occur."""
        return self._rings[far]

    def nearest(self, among: Any) -> Any:
        """The states in `among` nearest to the goal; at least one must have a path to the goal."""
        while self._grows and not self._space.count(self._rings[-1] & among):
            self._grow()
        return self._rings[-1] & among

    def below(self, at: State, far: int) -> int | None:
        contains = self._space.contains
        ring = bisect_left(self._rings, True, 0, far, key=lambda ring: contains(ring, at))
        return ring if ring < far else None
