"""The players who choose the steps of a system, as far as the system says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from ..errors import NotAGame
from .capabilities import declared_players, declares_players, owner_of
from .contested import ContestedState, contested, shown_in, where_in
from .network import Network
from .system import Label, State

if TYPE_CHECKING:
    from .model import Model

PlayerOf: TypeAlias = Callable[[State], Callable[[Label], str | None]]
"""For a state, a function from labels to the players who choose their steps; None: no player."""

Contested: TypeAlias = Callable[[State, Sequence[str]], object]
"""Called with a state in which several players have the turn, and with these players."""


def player_of(system: Any, contested: Contested | None = None) -> PlayerOf | None:
    """A function that gives the player who chooses each step; None for a system without players.

    In a state where several players have the turn, a step without an owner belongs to no player.

    >>> from counterpoint.examples.nim import model
    >>> player_of(model())((3, 4, 5, 2))("take(0,0)")
    'player2'
    """
    if isinstance(system, Network):
        return _of_network(system) if system.owners else None
    from .model import Model  # imported here because programs do not need models and their terms

    if isinstance(system, Model):
        return _of_model(system, contested) if system.players else None
    owner = owner_of(system)
    return None if owner is None else _of_states(owner)


def players_of(system: Any) -> tuple[str, ...] | None:
    """The players of a system; None if it has players and does not name them."""
    if isinstance(system, Network):
        return tuple(system.owners)
    if declares_players(system):
        return declared_players(system)
    return None if owner_of(system) is not None else ()


def require_players(team: Iterable[str], players: Sequence[str]) -> None:
    """Raise `NotAGame` if one of a team is not a player.

    >>> require_players({"X"}, ("X", "O"))
    """
    if unknown := sorted(set(team) - set(players)):
        known = ", ".join(players) or "no players"
        raise NotAGame(f"there is no player {unknown[0]!r}; there are {known}")


def contested_in(model: Model, state: Any) -> ContestedState:
    """The error that two players can choose in a state of a model."""
    one, other = model.owners(state)[:2]
    return contested(where_in(model, state, partial(shown_in, model)), f"{one} and {other}")


def is_clear(label: Label, steps: Iterable[tuple[Label, State]]) -> bool:
    """Whether a label determines one of some steps: all that have it lead to one state.

    >>> steps = [("toss", "heads"), ("toss", "tails"), ("keep", "none")]
    >>> is_clear("toss", steps), is_clear("keep", steps)
    (False, True)
    """
    return len({there for name, there in steps if name == label}) < 2


def called_alike(state: str, label: Label) -> NotAGame:
    """The error if a player would have to choose a step that its label does not determine."""
    return NotAGame(
        f"in the state {state} steps to several states are called {label}: a player who is to "
        "choose one of them needs labels that differ"
    )


def _of_network(network: Network) -> PlayerOf:
    owners = network.owners

    def chooser(label: Label) -> str | None:
        return next((player for player, owned in owners.items() if label in owned), None)

    return lambda state: chooser


def _of_model(model: Model, contested: Contested | None) -> PlayerOf:
    from ..terms.evaluate import meaning

    owners = {action.label: action.owner for action in model.actions}
    names = tuple(variable.name for variable in model.variables)
    turns = {player: meaning(term) for player, term in model.parts.turns.items()}

    def choosers(state: Any) -> Callable[[Label], str | None]:
        values = dict(zip(names, state, strict=True))
        turn = [player for player, holds in turns.items() if holds(values)]
        if contested is not None and len(turn) > 1:
            contested(state, turn)
        one = turn[0] if len(turn) == 1 else None
        return lambda label: owners.get(label) or one  # type: ignore[call-overload]

    return choosers


def _of_states(owner: Callable[[State], str | None]) -> PlayerOf:
    def choosers(state: State) -> Callable[[Label], str | None]:
        mover = owner(state)
        return lambda label: mover

    return choosers
