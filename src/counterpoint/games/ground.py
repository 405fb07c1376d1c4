"""The ground that a game is played on: a target explored, and formulas read on its states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..engines.arena.algebra import BitRegion
from ..engines.arena.arena import Arena
from ..engines.arrays import Array
from ..engines.formula.evaluate import Evaluator
from ..engines.opening import Opening
from ..engines.space import GraphSpace, Space
from ..engines.stateset import StateSet
from ..engines.task import EVERYTHING, Task
from ..errors import Misuse, NothingToCheck, Refused, Undecided
from ..logic.formula import Formula
from ..logic.lower import to_core
from ..model.model import Model
from ..model.network import Network
from ..model.system import Label, State
from ..terms.apply import all_true, apply
from ..terms.term import Literal, Op
from ..verdict import system_of
from .game import cells
from .strategy import Show


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The states and steps of a target, with all that some formulas ask about."""

    system: Any
    space: GraphSpace

    @property
    def arena(self) -> Arena:
        return self.space.arena

    def where(self, formula: Formula) -> Array:
        """For each state, whether a state formula holds there."""
        goal = to_core(formula)
        if refused := self.space.algebra.refusal(goal):
            raise Refused(refused)
        return Evaluator(self.space.algebra).region(goal).bits

    def states(self, region: Array) -> StateSet:
        """A region as a set of states."""
        return StateSet(self.space, BitRegion(region))

    @property
    def show(self) -> Show:
        """How to show a state: each element of an array by its own name."""
        return self.space.show if self.space.note else cells(self.system)  # type: ignore[return-value]


def ground_of(
    target: Any,
    formulas: Sequence[Formula],
    *,
    start: State | None = None,
    over: str = "reachable",
    engine: str = "auto",
    task: Task = EVERYTHING,
) -> Ground:
    """The ground of `target` on which these formulas can be read, explored from `start`.

    Raises `Undecided` when states are missing, and `Refused` where only fair runs count: what a
    player can enforce is not decided then.
    """
    opening = opening_of(target, start=start, over=over, engine=engine, task=task)
    space = opening.graph(*formulas)
    require_playable(space)
    return Ground(opening.system, space)


def opening_of(target: Any, *, start: State | None, over: str, engine: str, task: Task) -> Opening:
    """The target, ready to be asked from `start` on."""
    system = system_of(target) if start is None else started(target, start)
    return Opening(system, over, engine, task)


def require_playable(space: Space[Any]) -> None:
    """Raise `Undecided` when states are missing, `Refused` where only fair runs count."""
    if space.stopped:
        raise Undecided(
            f"a game can be solved only where all its states are known: {space.stopped}"
        )
    if not space.count(space.initial):
        raise NothingToCheck("there is no initial state, so there is nothing to play")
    if space.is_fair:
        raise Refused("what a player can enforce is not decided under fairness: leave it out")


def started(target: Any, state: State) -> Any:
    """The system of `target` with `state` as its one initial state."""
    system: Any = system_of(target)
    if isinstance(system, Network):
        raise Misuse(
            "a program starts at its start: a state to start from is for models and systems"
        )
    if not isinstance(system, Model):
        return _Started(system, state)
    values = zip(system.variables, state, strict=True)  # type: ignore[call-overload]
    here = all_true(apply(Op.EQ, v, Literal(value, v.sort)) for v, value in values)
    return Model.of(system.name, replace(system.parts, start=here))


class _Started:
    def __init__(self, system: Any, state: State) -> None:
        self._system = system
        self._state = state

    def initial(self) -> tuple[State, ...]:
        return (self._state,)

    def successors(self, state: State) -> Sequence[tuple[Label, State]]:
        return self._system.successors(state)  # type: ignore[no-any-return]

    def show(self, state: State) -> Mapping[str, str] | str:
        return self._system.show(state)  # type: ignore[no-any-return]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._system, name)
