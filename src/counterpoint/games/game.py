"""Games as a play meets them: in a state, who is to move, and what can be done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from ..engines.arena.arena import NOBODY, Arena
from ..errors import NotAGame
from ..model.model import Model
from ..model.network import Network
from ..model.system import REST, Label, State
from ..terms.evaluate import meaning
from ..verdict import system_of

Step: TypeAlias = tuple[Label, State]

Whose: TypeAlias = Callable[[State], Callable[[Label], str | None]]
"""For a state: whose choice the steps of a label are there."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What can happen in a state: the player who chooses, his steps, and those that are nobody's.

    Where nobody chooses, `player` is None and all steps are nobody's.
    """

    player: str | None
    moves: tuple[Step, ...]
    others: tuple[Step, ...] = ()

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.moves + self.others


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A system in which it is known whose each step is."""

    system: Any
    whose: Whose

    def initial(self) -> Iterable[State]:
        """The states in which a play may start."""
        return self.system.initial()  # type: ignore[no-any-return]

    def turn(self, state: State) -> Turn:
        """Who chooses in `state`; raises `NotAGame` where two players could.

        To wait beside his own moves is the player's choice.
        """
        steps = tuple(self.system.successors(state))
        whose = self.whose(state)
        owners = {label: whose(label) for label, _ in steps if label is not REST}
        players = dict.fromkeys(owner for owner in owners.values() if owner is not None)
        if len(players) > 1:
            raise NotAGame(_contest(state, owners))
        player = next(iter(players), None)
        if player is None:
            return Turn(None, (), steps)
        mine = tuple(step for step in steps if owners.get(step[0], player) == player)
        return Turn(player, mine, tuple(step for step in steps if step not in mine))


def game_of(target: Any) -> Game:
    """The game that a program, a model, an arena, or a system with `owner(state)` is.

    Raises `NotAGame` when it does not say whose choice a step is.
    """
    if isinstance(target, Arena):
        plain = _ArenaSystem(target)
        return Game(plain, plain.whose)
    system: Any = system_of(target)
    if isinstance(system, Model):
        return Game(system, _model_whose(system))
    if isinstance(system, Network) and system.owners:
        return Game(system, _label_whose(system.owners))
    if hasattr(system, "owner"):
        return Game(system, _state_whose(system))
    raise NotAGame(
        f"{type(target).__name__} does not say whose choice a step is: give a Program owners=, a "
        "Model turns, or a system the method owner(state)"
    )


def _contest(state: State, owners: Mapping[Label, str | None]) -> str:
    first: dict[str, Label] = {}
    for label, owner in owners.items():
        if owner is not None:
            first.setdefault(owner, label)
    (one, label), (other, its) = list(first.items())[:2]
    return (
        f"two players can choose in the state {state!r}: {one} by {label}, {other} by {its}; "
        "in a game the choice is one player's"
    )


def _state_whose(system: Any) -> Whose:
    def whose(state: State) -> Callable[[Label], str | None]:
        owner: str | None = system.owner(state)
        return lambda label: owner

    return whose


def _label_whose(owners: Mapping[str, Any]) -> Whose:
    def whose(label: Label) -> str | None:
        return next((player for player, owned in owners.items() if label in owned), None)

    return lambda state: whose


def _model_whose(model: Model) -> Whose:
    owners = {action.label: action.owner for action in model.actions}
    names = tuple(variable.name for variable in model.variables)
    turns = {player: meaning(term) for player, term in model.parts.turns.items()}

    def whose(state: Any) -> Callable[[Any], str | None]:
        values = dict(zip(names, state, strict=True))
        turn = next((player for player, holds in turns.items() if holds(values)), None)
        return lambda label: owners[label] or turn

    return whose


class _ArenaSystem:
    """An arena as a system of its states."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena

    def initial(self) -> list[State]:
        return [self.arena.state(int(number)) for number in self.arena.initial]

    def successors(self, state: State) -> list[Step]:
        arena = self.arena
        return [
            (arena.labels[int(arena.edges.event[k])], arena.state(int(arena.edges.target[k])))
            for k in self._steps(state)
        ]

    def show(self, state: State) -> str:
        return str(state)

    def whose(self, state: State) -> Callable[[Label], str | None]:
        """Whose choice the steps of a label are in `state`."""
        arena, steps = self.arena, self._steps(state)
        number = arena.number(state)
        if arena.owner is None or number is None or arena.owner[number] == NOBODY:
            return lambda label: None
        owner = arena.players[int(arena.owner[number])]
        if arena.unowned is None:
            return lambda label: owner
        free = arena.unowned
        owned = {arena.labels[int(arena.edges.event[k])] for k in steps if not free[k]}
        return lambda label: owner if label in owned else None

    def _steps(self, state: State) -> range:
        number = self.arena.number(state)
        if number is None:
            raise NotAGame(f"{state!r} is not a state of this game")
        edges = self.arena.edges
        return range(int(edges.start[number]), int(edges.start[number + 1]))


def cells(target: Any) -> Callable[[Any], Mapping[str, str] | str]:
    """How to show the states of a target with each element of an array by its own name."""
    system: Any = system_of(target)
    if not isinstance(system, Model):
        return system.show  # type: ignore[no-any-return]
    names = tuple(variable.name for variable in system.variables)
    return lambda state: dict(zip(names, map(str, state), strict=True))
