"""The ground on which runs are found: states with their steps and their distances to a goal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np

from ...data import dataclass
from ...logic.automata.automaton import Automaton, Transition
from ...logic.core import Kind, Truth
from ...model.system import Label, State
from ..base.arrays import U32
from ..base.outcome import NONE
from ..formula.names import step_named
from ..graph.algebra import BitRegion
from ..graph.attractor import attractor
from ..graph.explicit import ExplicitGraph
from ..graph.lasso import fair_lasso

Handle: TypeAlias = Any
"""A state, or its number: how a ground refers to a state."""

Steps: TypeAlias = tuple[tuple[Label, Handle], ...]

STAYING = Automaton(1, (0,), (Truth(True),), (Transition(0, frozenset({0}), frozenset(), 0),), 0)
"""The automaton that accepts every infinite path on which its only letter is always true."""

NO_TEAM: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Choice:
    """A step, and the player who chooses it; None if no player does."""

    label: Label
    there: Handle
    owner: str | None


class Distance(Protocol):
    """The distances of states from a goal: within how many steps it can be reached."""

    def of(self, at: Handle) -> int | None:
        """The distance of a state; None if the goal is not reached from it."""

    def below(self, at: Handle, far: int) -> int | None:
        """The distance of a state if it is less than `far`; else None.

        `far` must be the distance of some state.
        """


class Ground(Protocol):
    """The states of one space with their steps, to find runs on."""

    @property
    def players(self) -> Sequence[str]:
        """The players who choose steps."""

    def steps(self, at: Handle) -> Iterable[tuple[Label, Handle]]:
        """The steps out of a state."""

    def step_into(self, region: Any, at: Handle, name: str | None) -> tuple[Label, Handle]:
        """A step into a region, by a label that `name` means if it is given; there must be one."""

    def choices(self, at: Handle) -> Sequence[Choice]:
        """The steps out of a state of a game, with their owners."""

    def holds(self, region: Any, at: Handle) -> bool:
        """Whether a state belongs to a region."""

    def plain(self, at: Handle) -> State:
        """The state of the system, without what the space records besides."""

    def named(self, label: Label, text: str) -> bool:
        """Whether a text names a label."""

    def distance(self, kind: Kind, team: frozenset[str], hold: Any, goal: Any) -> Distance:
        """The distances to the region `goal` through states in `hold`, in the sense of `kind`."""

    def nearest(self, hold: Any, goal: Any, among: Any) -> Handle:
        """A state in `among` nearest to `goal`, on paths through `hold`; the first of several.

        Every state in `among` must have such a path.
        """

    def way(self, hold: Any, goal: Any, at: Handle) -> Steps | None:
        """A shortest path to `goal` through states in `hold`; None if there is none."""

    def lasso(
        self, automaton: Automaton, letters: Sequence[Any], at: Handle, most: int | None = None
    ) -> tuple[Steps, Steps] | None:
        """A stem and a loop that are accepted and fair; None if no run can be shown.

        With `most`, a run with more steps is left out if it takes long to find.
        """


def listed_step(ground: Ground, region: Any, at: Handle, name: str | None) -> tuple[Label, Handle]:
    """The first step into a region, of all steps out of a state."""
    return next(
        (label, there)
        for label, there in ground.steps(at)
        if (name is None or ground.named(label, name)) and ground.holds(region, there)
    )


def descended(ground: Ground, distance: Distance, at: Handle) -> Steps | None:
    """A path of steps that each lead to a state of least distance; None if there is no path."""
    far = distance.of(at)
    if far is None:
        return None
    steps: list[tuple[Label, Handle]] = []
    while far:
        near = ((distance.below(there, far), label, there) for label, there in ground.steps(at))
        found = [(less, label, there) for less, label, there in near if less is not None]
        far, label, at = min(found, key=lambda step: step[0])
        steps.append((label, at))
    return tuple(steps)


class Ranks:
    """Distances from an array of ranks, one per state."""

    def __init__(self, rank: U32) -> None:
        self._rank = rank

    def of(self, at: int) -> int | None:
        return self.below(at, NONE)

    def below(self, at: int, far: int) -> int | None:
        rank = int(self._rank[at])
        return rank if rank < far else None


class GraphGround:
    """The ground of a graph; a handle is the number of a state."""

    def __init__(self, graph: ExplicitGraph) -> None:
        self._graph = graph

    @property
    def players(self) -> tuple[str, ...]:
        return self._graph.players

    def steps(self, at: int) -> Iterable[tuple[Label, int]]:
        return map(self._step, self._numbers(at))

    def step_into(self, region: BitRegion, at: int, name: str | None) -> tuple[Label, int]:
        return listed_step(self, region, at, name)

    def _numbers(self, at: int) -> range:
        """The numbers of the steps out of a state."""
        start = self._graph.edges.start
        return range(int(start[at]), int(start[at + 1]))

    def _step(self, k: int) -> tuple[Label, int]:
        edges = self._graph.edges
        return self._graph.labels[int(edges.event[k])], int(edges.target[k])

    def choices(self, at: int) -> list[Choice]:
        unowned, owner = self._graph.unowned, self._owner(at)
        return [
            Choice(*self._step(k), None if unowned is not None and unowned[k] else owner)
            for k in self._numbers(at)
        ]

    def _owner(self, at: int) -> str | None:
        owners = self._graph.owner
        number = -1 if owners is None else int(owners[at])
        return self._graph.players[number] if number >= 0 else None

    def holds(self, region: BitRegion, at: int) -> bool:
        return bool(region.bits[at])

    def plain(self, at: int) -> State:
        return self._graph.plain_state(at)

    def named(self, label: Label, text: str) -> bool:
        return bool(step_named(text, [label])[0])

    def distance(
        self, kind: Kind, team: frozenset[str], hold: BitRegion, goal: BitRegion
    ) -> Distance:
        return Ranks(attractor(self._graph, kind, team, hold.bits, goal.bits).rank)

    def nearest(self, hold: BitRegion, goal: BitRegion, among: BitRegion) -> int:
        numbers = np.flatnonzero(among.bits)
        rank = attractor(self._graph, Kind.SOME, NO_TEAM, hold.bits, goal.bits).rank
        return int(numbers[rank[numbers].argmin()])

    def way(self, hold: BitRegion, goal: BitRegion, at: int) -> Steps | None:
        return descended(self, self.distance(Kind.SOME, NO_TEAM, hold, goal), at)

    def lasso(
        self,
        automaton: Automaton,
        letters: Sequence[BitRegion],
        at: int,
        most: int | None = None,
    ) -> tuple[Steps, Steps] | None:
        found = fair_lasso(self._graph, automaton, [letter.bits for letter in letters], at)
        assert found is not None, "a state of the region has a path"
        return tuple(map(self._step, found.stem)), tuple(map(self._step, found.loop))
