"""Voices: the colours of the players, and of the rules that speak for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ...errors import CounterpointError
from ...model.players import player_of, players_of
from ...model.system import REST, Label, State
from .listed import FEW_CHOICES, listed_steps

GAME = "game"
"""The voice of everything that belongs to no player."""

PLAYERS = ("x", "o", "req")
"""The voices of the players, in order; if there are more players, the rest share the last."""

LOOKED_AT = 60
"""Maximum number of states that are searched for players, if a system does not name them."""


class Voices:
    """The voice of each player of a system, and of each step.

    The players of a system that does not name them are those who move in its first states; unless
    it may look `ahead`, there are none.

    >>> from counterpoint.examples.nim import model
    >>> voices = Voices(model())
    >>> voices.players, voices.of_player("player2"), voices.of((3, 4, 5, 1), "take(0,0)")
    (('player1', 'player2'), 'o', 'x')
    """

    def __init__(self, system: Any, *, ahead: bool = True) -> None:
        known = players_of(system)
        if known is None:
            known = tuple(_met(system)) if ahead else ()
        self.players: tuple[str, ...] = known
        self._player_of = player_of(system)

    def of_player(self, player: str | None) -> str:
        """The voice of a player; the game's voice for None."""
        if player is None:
            return GAME
        at = self.players.index(player) if player in self.players else 0
        return PLAYERS[min(at, len(PLAYERS) - 1)]

    def owner(self, state: State, label: Label) -> str | None:
        """The player who chooses a step; None if no player does."""
        return self.owners(state)(label)

    def owners(self, state: State) -> Callable[[Label], str | None]:
        """A function that gives the player who chooses a step of this state."""
        player = None if self._player_of is None else self._player_of(state)
        return lambda label: None if player is None or label is REST else player(label)

    def of(self, state: State, label: Label) -> str:
        """The voice of a step."""
        return self.of_player(self.owner(state, label))


def _met(system: Any) -> Iterator[str]:
    """The players who move in the first states of a system that does not name its players."""
    states = list(dict.fromkeys(system.initial()))[:LOOKED_AT]
    met: dict[str, None] = {}
    seen = set(states)
    for state in states:
        mover = system.owner(state)
        if mover is not None and mover not in met:
            met[mover] = None
            yield mover
        new = [there for there in _next_of(system, state) if there not in seen]
        new = list(dict.fromkeys(new))[: LOOKED_AT - len(states)]
        seen.update(new)
        states += new


def _next_of(system: Any, state: State) -> list[State]:
    """The successors of a state; none if they have no value: it is reported later."""
    try:
        return [there for _, there in listed_steps(system, state, FEW_CHOICES)[0]]
    except CounterpointError:
        return []


def common_voice(voices: Sequence[str], fallback: str = GAME) -> str:
    """The one voice, apart from the game's, that occurs; else the fallback.

    >>> common_voice(["o", "game", "o"]), common_voice(["x", "o"]), common_voice([])
    ('o', 'game', 'game')
    """
    found = set(voices) - {GAME}
    return found.pop() if len(found) == 1 else fallback
