"""The ground of a game: an explored target, and formulas evaluated on its states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import cached_property
from typing import Any

from ..data import dataclass
from ..engines.base.arrays import Bools
from ..engines.base.ending import require_all
from ..engines.base.limits import NO_LIMITS, Limits
from ..engines.base.task import EVERYTHING, Task
from ..engines.formula.evaluate import Evaluator
from ..engines.graph.algebra import BitRegion
from ..engines.graph.explicit import ExplicitGraph
from ..engines.space.opening import Opening
from ..engines.space.space import GraphSpace, Space
from ..engines.space.stateset import StateSet
from ..errors import NothingToCheck, Refused
from ..logic.formula import Formula
from ..logic.lower import to_core
from ..model.system import State
from ..verdict import Trace
from .game import Game, cells, game_of
from .region import ALL_STATES
from .start import plain, require_all_runs, walked
from .strategy import Show


@dataclass(frozen=True, eq=False)
class Ground:
    """The states of a target, and its steps if there is a graph of them."""

    system: Any
    space: Space[Any]
    limits: Limits = NO_LIMITS

    @property
    def graph(self) -> ExplicitGraph:
        assert isinstance(self.space, GraphSpace), "asked only where there is a graph"
        return self.space.graph

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: all but the evaluator, which is made again."""
        return {of.name: vars(self)[of.name] for of in fields(self)}

    @cached_property
    def evaluator(self) -> Evaluator[Any]:
        """The evaluator of formulas on this ground; it remembers results."""
        return Evaluator(self.space.algebra)

    def region(self, formula: Formula) -> Any:
        """The states in which a formula holds, in the form of the engine."""
        goal = to_core(formula)
        if refused := self.space.algebra.refusal(goal):
            raise Refused(refused)
        return self.evaluator.region(goal)

    def where(self, formula: Formula) -> Bools:
        """For each state of the graph, whether a state formula holds there; array of bool."""
        bits: Bools = self.region(formula).bits
        return bits

    def states(self, region: Bools) -> StateSet:
        """A region of the graph as a set of states."""
        return StateSet(self.space, BitRegion(region))

    @property
    def show(self) -> Show:
        """How to show a state, with each array element under a separate name."""
        return self.space.show if self.space.note else cells(self.system)  # type: ignore[return-value]

    @property
    def game(self) -> Game:
        """The game on these states, which also record past events if the space has a note."""
        if not self.space.note:
            return game_of(self.system)
        if isinstance(self.space, GraphSpace):
            return game_of(self.space.graph)
        walk, game = self.space.ground, game_of(self.system)
        chooser = game.chooser
        return Game(
            _Walked(self.space), lambda state: chooser(walk.plain(state)), game.players, walk.plain
        )

    def plain(self, state: State) -> State:
        """The system's own state for a state of the space."""
        return plain(self.space, state)

    def after(self, trace: Trace) -> State:
        """The state at the end of a run from the start, in the form of the space."""
        return walked(self.space, trace) if self.space.note else trace.states[-1]


class _Walked:
    """A space as a system, if its ground identifies states by themselves."""

    def __init__(self, space: Space[Any]) -> None:
        self.successors = space.ground.steps
        self.show = space.show


def ground_of(target: Any, formulas: Sequence[Formula], *, task: Task = EVERYTHING) -> Ground:
    """The ground of `target` as a graph on which these formulas can be evaluated.

    Raises `Undecided` if states are missing, and `Refused` under fairness or an assumption, where
    it is not decided what a player can enforce.
    """
    opening = Opening(target, "reachable", "auto", task)
    require_all_runs(opening.system)
    space = opening.graph(*formulas)
    require_playable(space)
    return Ground(opening.system, space, task.limits)


def require_playable(space: Space[Any]) -> None:
    """Raise unless the game can be solved on this space.

    Raises `Undecided` if states are missing, `NothingToCheck` without an initial state, and
    `Refused` under fairness.
    """
    require_all(space.stopped, space.states, ALL_STATES)
    if not space.count(space.initial):
        raise NothingToCheck("there is no initial state, so there is nothing to play")
    if space.is_fair:
        raise Refused(
            "what a player can enforce is not decided under fairness, which timeouts bring too: "
            "leave it out"
        )
