"""The ground of a space without a graph: regions say where to go, the system how."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ...logic.automaton import Automaton
from ...logic.core import Kind
from ...model.system import Label, State, System
from ..algebra import Algebra
from ..formula.ground import STAYING, Distance, Steps
from ..formula.names import event_named
from ..space import Space


class StateGround:
    """The states of such a space; `plain` makes them states of the system that was asked about."""

    def __init__(self, space: Space[Any], system: System, plain: Callable[[State], State]) -> None:
        self._space = space
        self._system = system
        self._plain = plain

    def steps(self, at: State) -> Iterable[tuple[Label, State]]:
        return self._system.successors(at)

    def holds(self, region: Any, at: State) -> bool:
        return self._space.contains(region, at)

    def plain(self, at: State) -> State:
        return self._plain(at)

    def named(self, label: Label, text: str) -> bool:
        return bool(event_named(text, [label])[0])

    def owner(self, at: State) -> str | None:
        owner: Callable[[State], str | None] | None = getattr(self._system, "owner", None)
        return owner(at) if owner else None

    def distance(
        self, kind: Kind, team: frozenset[str], hold: Any, goal: Any, at: State
    ) -> Distance:
        """By rings around the goal, as many as it takes to reach `at`."""
        algebra: Algebra[Any] = self._space.algebra
        rings = [goal]
        while not self._space.contains(rings[-1], at):
            wider = goal | (hold & algebra.step(kind, rings[-1], None, team))
            if wider == rings[-1]:
                break
            rings.append(wider)
        contains = self._space.contains
        return lambda state: next((n for n, r in enumerate(rings) if contains(r, state)), None)

    def lasso(
        self, automaton: Automaton, letters: Sequence[Any], at: State
    ) -> tuple[Steps, Steps] | None:
        """Only for an automaton that asks one thing of every state: then any way back will do."""
        if automaton != STAYING or self._space.is_fair:
            return None
        walked: list[tuple[Label, State]] = []
        place = {at: 0}
        while True:
            label, at = next(step for step in self.steps(at) if self.holds(letters[0], step[1]))
            walked.append((label, at))
            if at in place:
                return tuple(walked[: place[at]]), tuple(walked[place[at] :])
            place[at] = len(walked)
