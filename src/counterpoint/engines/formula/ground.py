"""Where runs are looked for: states by a handle, their steps, and how far they are from a goal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeAlias

from ...logic.automaton import Automaton, Transition
from ...logic.core import Kind, Truth
from ...model.system import Label, State
from ..arena.algebra import BitRegion
from ..arena.arena import Arena
from ..arena.attractor import attractor
from ..arena.lasso import fair_lasso
from ..network.kernel import NONE
from .names import event_named

Handle: TypeAlias = Any
"""A state, or its number: what the ground at hand knows it by."""

Steps: TypeAlias = tuple[tuple[Label, Handle], ...]

Distance: TypeAlias = Callable[[Handle], int | None]
"""How far a state is from a goal; None where it does not get there."""

STAYING = Automaton(1, (0,), (Truth(True),), (Transition(0, frozenset({0}), frozenset(), 0),), 0)
"""Accepts every endless path through states of its only letter."""


class Ground(Protocol):
    """The states of one space, to walk on."""

    def steps(self, at: Handle) -> Iterable[tuple[Label, Handle]]:
        """The steps out of a state."""

    def holds(self, region: Any, at: Handle) -> bool:
        """Whether a state belongs to a region."""

    def plain(self, at: Handle) -> State:
        """A state as the system itself knows it."""

    def named(self, label: Label, text: str) -> bool:
        """Whether a text means a label."""

    def owner(self, at: Handle) -> str | None:
        """The player whose choice a state is."""

    def distance(
        self, kind: Kind, team: frozenset[str], hold: Any, goal: Any, at: Handle
    ) -> Distance:
        """The distances to `goal` through states that hold, as far as that of `at`."""

    def lasso(
        self, automaton: Automaton, letters: Sequence[Any], at: Handle
    ) -> tuple[Steps, Steps] | None:
        """A stem and a loop that are accepted and fair; None where no run can be shown."""


class GraphGround:
    """The ground of an arena; a handle is the number of a state."""

    def __init__(self, arena: Arena) -> None:
        self._arena = arena

    def steps(self, at: int) -> Iterable[tuple[Label, int]]:
        start = self._arena.edges.start
        return map(self._step, range(int(start[at]), int(start[at + 1])))

    def _step(self, k: int) -> tuple[Label, int]:
        edges = self._arena.edges
        return self._arena.labels[int(edges.event[k])], int(edges.target[k])

    def holds(self, region: BitRegion, at: int) -> bool:
        return bool(region.bits[at])

    def plain(self, at: int) -> State:
        return self._arena.plain_state(at)

    def named(self, label: Label, text: str) -> bool:
        return bool(event_named(text, [label])[0])

    def owner(self, at: int) -> str | None:
        owners = self._arena.owner
        number = -1 if owners is None else int(owners[at])
        return self._arena.players[number] if number >= 0 else None

    def distance(
        self, kind: Kind, team: frozenset[str], hold: BitRegion, goal: BitRegion, at: int
    ) -> Distance:
        rank = attractor(self._arena, kind, team, hold.bits, goal.bits).rank
        return lambda state: None if rank[state] == NONE else int(rank[state])

    def lasso(
        self, automaton: Automaton, letters: Sequence[BitRegion], at: int
    ) -> tuple[Steps, Steps] | None:
        found = fair_lasso(self._arena, automaton, [letter.bits for letter in letters], at)
        assert found is not None, "a state of the region has a path"
        return tuple(map(self._step, found.stem)), tuple(map(self._step, found.loop))
