"""The ground that a game is played on: a target explored, and formulas read on its states."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from ..data import dataclass
from ..engines.base.arrays import Array
from ..engines.base.ending import require_all
from ..engines.base.limits import NO_LIMITS, Limits
from ..engines.base.task import EVERYTHING, Task
from ..engines.formula.evaluate import Evaluator
from ..engines.graph.algebra import BitRegion
from ..engines.graph.arena import Arena
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
from .start import plain, walked
from .strategy import Show


@dataclass(frozen=True, eq=False)
class Ground:
    """The states of a target, and its steps where there is a graph of them."""

    system: Any
    space: Space[Any]
    limits: Limits = NO_LIMITS

    @property
    def arena(self) -> Arena:
        assert isinstance(self.space, GraphSpace), "asked only where there is a graph"
        return self.space.arena

    @cached_property
    def evaluator(self) -> Evaluator[Any]:
        """What is known of formulas on the ground."""
        return Evaluator(self.space.algebra)

    def region(self, formula: Formula) -> Any:
        """The states where a formula holds, in the form of the engine."""
        goal = to_core(formula)
        if refused := self.space.algebra.refusal(goal):
            raise Refused(refused)
        return self.evaluator.region(goal)

    def where(self, formula: Formula) -> Array:
        """For each state of the graph, whether a state formula holds there."""
        bits: Array = self.region(formula).bits
        return bits

    def states(self, region: Array) -> StateSet:
        """A region of the graph as a set of states."""
        return StateSet(self.space, BitRegion(region))

    @property
    def show(self) -> Show:
        """How to show a state: each element of an array by its own name."""
        return self.space.show if self.space.note else cells(self.system)  # type: ignore[return-value]

    @property
    def game(self) -> Game:
        """The game on these states, which tell of events as well if the space has a note."""
        if not self.space.note:
            return game_of(self.system)
        if isinstance(self.space, GraphSpace):
            return game_of(self.space.arena)
        walk, game = self.space.ground, game_of(self.system)
        whose = game.whose
        return Game(
            _Walked(self.space), lambda state: whose(walk.plain(state)), game.players, walk.plain
        )

    def plain(self, state: State) -> State:
        """A state of the space as the system itself knows it."""
        return plain(self.space, state)

    def after(self, trace: Trace) -> State:
        """The state at the end of a run from the start, as the space knows it."""
        return walked(self.space, trace) if self.space.note else trace.states[-1]


class _Walked:
    """A space whose ground knows states by themselves, as a system."""

    def __init__(self, space: Space[Any]) -> None:
        self.successors = space.ground.steps
        self.show = space.show


def ground_of(target: Any, formulas: Sequence[Formula], *, task: Task = EVERYTHING) -> Ground:
    """The ground of `target` as a graph, on which these formulas can be read.

    Raises `Undecided` when states are missing, and `Refused` where only fair runs count: what a
    player can enforce is not decided then.
    """
    opening = Opening(target, "reachable", "auto", task)
    space = opening.graph(*formulas)
    require_playable(space)
    return Ground(opening.system, space, task.limits)


def require_playable(space: Space[Any]) -> None:
    """Raise `Undecided` when states are missing, `Refused` where only fair runs count."""
    require_all(space.stopped, space.states, ALL_STATES)
    if not space.count(space.initial):
        raise NothingToCheck("there is no initial state, so there is nothing to play")
    if space.is_fair:
        raise Refused("what a player can enforce is not decided under fairness: leave it out")
