"""Where runs are looked for: states by a handle, their steps, and how far they are from a goal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np

from ...data import dataclass
from ...logic.automaton import Automaton, Transition
from ...logic.core import Kind, Truth
from ...model.system import Label, State
from ..base.arrays import Array
from ..base.outcome import NONE
from ..formula.names import step_named
from ..graph.algebra import BitRegion
from ..graph.arena import Arena
from ..graph.attractor import attractor
from ..graph.lasso import fair_lasso

Handle: TypeAlias = Any
"""A state, or its number: what the ground at hand knows it by."""

Steps: TypeAlias = tuple[tuple[Label, Handle], ...]

STAYING = Automaton(1, (0,), (Truth(True),), (Transition(0, frozenset({0}), frozenset(), 0),), 0)
"""Accepts every endless path through states of its only letter."""

NO_TEAM: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Choice:
    """A step, and the player whose choice it is; None where it is nobody's."""

    label: Label
    there: Handle
    owner: str | None


class Distance(Protocol):
    """How far states are from a goal, in steps at most."""

    def of(self, at: Handle) -> int | None:
        """The distance of a state; None if it does not get there."""

    def below(self, at: Handle, far: int) -> int | None:
        """The distance of a state if that is less than `far`, which some state's is."""


class Ground(Protocol):
    """The states of one space, to walk on."""

    @property
    def players(self) -> Sequence[str]:
        """All who choose steps."""

    def steps(self, at: Handle) -> Iterable[tuple[Label, Handle]]:
        """The steps out of a state."""

    def choices(self, at: Handle) -> Sequence[Choice]:
        """The steps out of a state of a game, and whose they are."""

    def holds(self, region: Any, at: Handle) -> bool:
        """Whether a state belongs to a region."""

    def plain(self, at: Handle) -> State:
        """A state as the system itself knows it."""

    def named(self, label: Label, text: str) -> bool:
        """Whether a text means a label."""

    def distance(self, kind: Kind, team: frozenset[str], hold: Any, goal: Any) -> Distance:
        """The distances to `goal` through states that hold."""

    def nearest(self, hold: Any, goal: Any, among: Any) -> Handle:
        """The first of those states of a region from which a shortest way leads to `goal`.

        From each of them one does, through states that hold.
        """

    def way(self, hold: Any, goal: Any, at: Handle) -> Steps | None:
        """A shortest way to `goal` through states that hold; None if there is none."""

    def lasso(
        self, automaton: Automaton, letters: Sequence[Any], at: Handle
    ) -> tuple[Steps, Steps] | None:
        """A stem and a loop that are accepted and fair; None where no run can be shown."""


def descended(ground: Ground, distance: Distance, at: Handle) -> Steps | None:
    """Steps along falling distances, each to a nearest state; None if there is no way."""
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
    """Distances that are known of every state."""

    def __init__(self, rank: Array) -> None:
        self._rank = rank

    def of(self, at: int) -> int | None:
        return self.below(at, NONE)

    def below(self, at: int, far: int) -> int | None:
        rank = int(self._rank[at])
        return rank if rank < far else None


class GraphGround:
    """The ground of an arena; a handle is the number of a state."""

    def __init__(self, arena: Arena) -> None:
        self._arena = arena

    @property
    def players(self) -> tuple[str, ...]:
        return self._arena.players

    def steps(self, at: int) -> Iterable[tuple[Label, int]]:
        return map(self._step, self._numbers(at))

    def _numbers(self, at: int) -> range:
        """The numbers of the steps out of a state."""
        start = self._arena.edges.start
        return range(int(start[at]), int(start[at + 1]))

    def _step(self, k: int) -> tuple[Label, int]:
        edges = self._arena.edges
        return self._arena.labels[int(edges.event[k])], int(edges.target[k])

    def choices(self, at: int) -> list[Choice]:
        unowned, owner = self._arena.unowned, self._owner(at)
        return [
            Choice(*self._step(k), None if unowned is not None and unowned[k] else owner)
            for k in self._numbers(at)
        ]

    def _owner(self, at: int) -> str | None:
        owners = self._arena.owner
        number = -1 if owners is None else int(owners[at])
        return self._arena.players[number] if number >= 0 else None

    def holds(self, region: BitRegion, at: int) -> bool:
        return bool(region.bits[at])

    def plain(self, at: int) -> State:
        return self._arena.plain_state(at)

    def named(self, label: Label, text: str) -> bool:
        return bool(step_named(text, [label])[0])

    def distance(
        self, kind: Kind, team: frozenset[str], hold: BitRegion, goal: BitRegion
    ) -> Distance:
        return Ranks(attractor(self._arena, kind, team, hold.bits, goal.bits).rank)

    def nearest(self, hold: BitRegion, goal: BitRegion, among: BitRegion) -> int:
        numbers = np.flatnonzero(among.bits)
        rank = attractor(self._arena, Kind.SOME, NO_TEAM, hold.bits, goal.bits).rank
        return int(numbers[rank[numbers].argmin()])

    def way(self, hold: BitRegion, goal: BitRegion, at: int) -> Steps | None:
        return descended(self, self.distance(Kind.SOME, NO_TEAM, hold, goal), at)

    def lasso(
        self, automaton: Automaton, letters: Sequence[BitRegion], at: int
    ) -> tuple[Steps, Steps] | None:
        found = fair_lasso(self._arena, automaton, [letter.bits for letter in letters], at)
        assert found is not None, "a state of the region has a path"
        return tuple(map(self._step, found.stem)), tuple(map(self._step, found.loop))
