"""Plans: how to achieve an objective from regions of states, without a graph of the steps."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

from ..data import dataclass
from ..engines.base.limits import Limits, show_size
from ..engines.formula.evaluate import Evaluator
from ..engines.search.compiled.bits import Bits
from ..engines.search.compiled.layers import is_layered
from ..engines.space.space import Space
from ..errors import Refused
from ..logic.core import Kind
from ..model.model import Model
from ..model.system import State
from .ground import Ground
from .objective import Buchi, CoBuchi, Objective, Reach, Safe


def _as_it_is(region: Any) -> Any:
    return region


class Rings:
    """Growing regions; the rank of a state is the index, from 0, of the first one that contains it.

    `wider` maps a region to the next one. That visits all states, so regions are computed only when
    they are needed. Raises `Refused` if they do not fit into the memory limit.
    """

    def __init__(
        self,
        space: Space[Any],
        limits: Limits,
        first: Any,
        wider: Callable[[Any], Any] = _as_it_is,
    ) -> None:
        self._space = space
        self._limit = limits.bytes
        self._wider = wider
        self._rings = [first]

    def __len__(self) -> int:
        """The number of regions computed so far."""
        return len(self._rings)

    def __getitem__(self, rank: int) -> Any:
        while rank >= len(self._rings):
            self._grow()
        return self._rings[rank]

    def rank(self, state: State) -> int:
        """The rank of a state, which must be in some region."""
        rank = 0
        while not self._space.contains(self[rank], state):
            rank += 1
        return rank

    def _grow(self) -> None:
        last = self._rings[-1]
        if isinstance(last, Bits) and last.words.nbytes * (len(self._rings) + 1) > self._limit:
            raise Refused(
                "how to get nearer to the goal takes a region for each step to it, and these do "
                f"not fit into {show_size(self._limit)}: begin nearer to the end"
            )
        wider = self._wider(last)
        assert wider != last, "a state whose rank is asked for is in some ring"
        self._rings.append(wider)


NO_TEAM: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False)
class Plan:
    """How a team achieves its objective from the states of `region`.

    In a state of `done` the game is decided. Elsewhere it is enough to move to a lower rank
    wherever that is possible, and otherwise to stay: in the ring of the state's rank if `narrow`,
    else anywhere in `region`. If `is_to_reach`, the rank of a state is its number of steps to the
    goal.
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

        Raises `Refused` if it is needed but takes too much memory.
        """
        try:
            return self.rings.rank(state)
        except Refused:
            if self.is_loose:
                return None
            raise

    def stays(self, rank: int) -> Any:
        """The region to stay in when no lower rank can be reached."""
        return self.rings[rank] if self.narrow else self.region


def plan_of(ground: Ground, team: frozenset[str], objective: Objective, region: Any) -> Plan:
    """The plan for an objective with regions in the form of the ground; it is won from `region`.

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

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as what it was made from."""
        return _Planning, (self.ground, self.team, self.region)

    def forced(self, goal: Any) -> Any:
        """The states where the team can force the next state into `goal`."""
        return self.algebra.step(Kind.FORCE, goal, None, self.team)

    def staying(self, done: Any) -> Plan:
        """The plan for a property of the whole region: from each state the team can stay in it."""
        rings = Rings(self.space, self.ground.limits, self.region)
        return Plan(self.ground, self.region, done, rings)

    def reaching(self, goal: Any, hold: Any) -> Plan:
        """The plan to reach a goal, ring by ring."""
        rings = Rings(self.space, self.ground.limits, goal, partial(self._nearer, hold))
        return Plan(self.ground, self.region, goal, rings, is_to_reach=True)

    def coming_back(self, often: Any) -> Plan:
        """The plan to visit `often` infinitely often.

        Each state of the region is attracted to the states of `often` in it. From there the team
        can stay in the region, to be attracted again.
        """
        nearer = partial(self._nearer, None)
        rings = Rings(self.space, self.ground.limits, often & self.region, nearer)
        return Plan(self.ground, self.region, self.algebra.nothing, rings)

    def settling(self, always: Any) -> Plan:
        """The plan to be in `always` from some point on.

        Each ring is the greatest set of states from which the team either moves into the ring
        before, which can happen only finitely often, or stays in this one, in states of `always`.
        """
        wider, nothing = partial(self._settled, always), self.algebra.nothing
        rings = Rings(self.space, self.ground.limits, wider(nothing), wider)
        return Plan(self.ground, self.region, nothing, rings, narrow=True)

    def _nearer(self, hold: Any, near: Any) -> Any:
        """The region, and the states where the team can force a step into it; of `hold`, if any."""
        forced = self.forced(near)
        return near | (forced if hold is None else hold & forced)

    def _settled(self, always: Any, near: Any) -> Any:
        """The states from which the team moves into `near`, or stays here, in `always`."""
        nearer = self.forced(near)
        keep = Evaluator(self.algebra).trap
        return keep(Kind.FORCE, self.team, nearer | always, nearer)


def is_brought_about_by_staying(ground: Ground, region: Any, goal: Any) -> bool:
    """Whether every play that never leaves `region` reaches `goal`, whatever the players do.

    `region` is where the goal can be enforced. If the answer is yes, any move that stays in
    `region` is good enough. It is yes if every play comes to an end: at its end it would rest
    outside of the goal for ever, and such a state is not in `region`. In a layered model, where all
    steps lead from one level to the next, every play ends. For any other system, evaluate whether
    on all paths the goal is reached or the region left.
    """
    if not ground.space.note and isinstance(ground.system, Model) and is_layered(ground.system):
        return True
    algebra = ground.space.algebra
    everything = algebra.everything
    return bool(algebra.until(Kind.ALL, NO_TEAM, everything, goal | ~region) == everything)
