"""Plans: how an objective is achieved where there are regions to look at and no graph."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ..data import dataclass
from ..engines.formula.evaluate import Evaluator
from ..engines.search.compiled.layers import is_layered
from ..engines.space.space import Space
from ..errors import Refused
from ..logic.core import Kind
from ..model.model import Model
from ..model.system import State
from .ground import Ground
from .objective import Buchi, CoBuchi, Objective, Reach, Safe
from .rings import Rings

NO_TEAM: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False)
class Plan:
    """How a team achieves its objective from the states of `region`.

    Where a state is in `done` the game is decided. Elsewhere it is enough to go to a lower rank
    wherever that can be had and, where it cannot, to stay: in the state's own ring if `narrow`,
    else anywhere in `region`. Where the game `is_to_reach`, a rank is the number of steps to there.
    """

    ground: Ground
    region: Any
    done: Any
    rings: Rings
    narrow: bool = False
    is_to_reach: bool = False

    @property
    def space(self) -> Space[Any]:
        """The states of the game."""
        return self.ground.space

    @cached_property
    def is_loose(self) -> bool:
        """Whether any move that stays in the region is good enough."""
        return self.is_to_reach and is_brought_about_by_staying(self.ground, self.region, self.done)

    def left(self, state: State) -> int | None:
        """The rank of a state of the region; None if it takes too much memory and is not needed.

        Raises `Refused` if it is needed.
        """
        try:
            return self.rings.rank(state)
        except Refused:
            if self.is_loose:
                return None
            raise

    def stays(self, rank: int) -> Any:
        """Where to stay when no lower rank can be had."""
        return self.rings[rank] if self.narrow else self.region


def plan_of(ground: Ground, team: frozenset[str], objective: Objective, region: Any) -> Plan:
    """The plan for an objective whose regions are the ground's; it is won from `region`.

    Raises `Refused` for an objective that needs a graph.
    """
    made = _Planning(ground, team, region)
    match objective:
        case Safe(_, escape):
            return made.staying(made.algebra.nothing if escape is None else escape)
        case Reach(goal, hold):
            return made.reaching(goal, made.algebra.everything if hold is None else hold)
        case Buchi(often):
            return made.coming_back(often)
        case CoBuchi(always):
            return made.settling(always)
        case _:
            raise Refused("a strategy for this goal needs a graph of the steps, which is too large")


class _Planning:
    def __init__(self, ground: Ground, team: frozenset[str], region: Any) -> None:
        self.ground = ground
        self.space = ground.space
        self.algebra = ground.space.algebra
        self.team = team
        self.region = region

    def forced(self, goal: Any) -> Any:
        """Where the team can make the next state one of `goal`."""
        return self.algebra.step(Kind.FORCE, goal, None, self.team)

    def staying(self, done: Any) -> Plan:
        """For what holds in the whole region: from each state the team can stay in it."""
        rings = Rings(self.space, self.ground.limits, self.region)
        return Plan(self.ground, self.region, done, rings)

    def reaching(self, goal: Any, hold: Any) -> Plan:
        """For a goal to be reached, ring by ring."""
        limits, forced = self.ground.limits, self.forced
        rings = Rings(self.space, limits, goal, lambda near: near | hold & forced(near))
        return Plan(self.ground, self.region, goal, rings, is_to_reach=True)

    def coming_back(self, often: Any) -> Plan:
        """For what has to come again and again.

        Each state of the region is attracted to those of `often` in it. From there the team can
        stay in the region, to be attracted again.
        """
        limits, forced = self.ground.limits, self.forced
        rings = Rings(self.space, limits, often & self.region, lambda near: near | forced(near))
        return Plan(self.ground, self.region, self.algebra.nothing, rings)

    def settling(self, always: Any) -> Plan:
        """For what has to hold from some time on.

        Each ring is the greatest from whose states the team either gets into the ring before, which
        it can do only so many times, or stays in this one; and then they are in `always`.
        """
        keep = Evaluator(self.algebra).trap

        def wider(near: Any) -> Any:
            nearer = self.forced(near)
            return keep(Kind.FORCE, self.team, nearer | always, nearer)

        nothing = self.algebra.nothing
        rings = Rings(self.space, self.ground.limits, wider(nothing), wider)
        return Plan(self.ground, self.region, nothing, rings, narrow=True)


def is_brought_about_by_staying(ground: Ground, region: Any, goal: Any) -> bool:
    """Whether every play that never leaves `region` comes to `goal`, whoever moves as he likes.

    `region` is where the goal can be enforced. Then any move that stays in it is good enough. It is
    so where each play comes to an end: at its end it would rest outside of the goal for ever, and
    such a state is not in the region. Where all steps lead from a level to the next it does; else
    that is asked: whether on all paths the goal is met or the region left.
    """
    if not ground.space.note and isinstance(ground.system, Model) and is_layered(ground.system):
        return True
    algebra = ground.space.algebra
    everything = algebra.everything
    return bool(algebra.until(Kind.ALL, NO_TEAM, everything, goal | ~region) == everything)
