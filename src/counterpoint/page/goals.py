"""The goals of players: as given, or guessed from the names of events and atoms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ..model.capabilities import priority_of
from ..model.model import Model
from ..model.network import Network
from ..model.notation import Notation, notation_of
from ..model.players import players_of

Goals = Mapping[str, str]
"""A formula for each player."""

_WON = ("wins", "win", "won")


def goals_of(system: Any) -> dict[str, str]:
    """The goals that names suggest: `p1_wins` for player1, `X_WINS` for X, and the like.

    There are none unless every player has one. A parity game says what its players want.

    >>> from counterpoint.examples.tictactoe import program
    >>> goals_of(program.network())
    {'X': 'X_WINS', 'O': 'O_WINS'}
    """
    players = players_of(system) or ()
    if priority_of(system) is not None:
        from ..games.solve import PARITY  # imported here because a page may show no game

        return dict.fromkeys(players, PARITY)
    if notation_of(system) is Notation.LED:
        from ..report.score.led import LedPresenter  # imported here because only LED texts need LED

        presenter = LedPresenter(system)
        return {
            player: "{" + text + "}"
            for player in presenter.voices.players
            for text in presenter.conditions
            if text.endswith(f"({player})")
        }
    names = _names(system)
    found = {player: _goal(player, names) for player in players}
    return {player: goal for player, goal in found.items() if goal} if all(found.values()) else {}


def _names(system: Any) -> Iterable[str]:
    if isinstance(system, Network):
        return [str(label) for label in system.origin.labels()]
    return list(system.atoms) if isinstance(system, Model) else []


def _goal(player: str, names: Iterable[str]) -> str:
    number = re.fullmatch(r"player(\d+)", player)
    wanted = {_plain(player + word) for word in _WON}
    wanted |= {f"p{number[1]}{word}" for word in _WON} if number else set()
    return next((name for name in names if _plain(name) in wanted), "")


def _plain(name: str) -> str:
    return re.sub(r"[\W_]", "", name).lower()


def in_words(name: str) -> str:
    """The name of an event as words of a sentence.

    >>> in_words("X_WINS"), in_words("DRAW"), in_words("gameOver")
    ('X wins', 'Draw', 'Game over')
    """
    parts = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.replace("_", " ")).split()
    words = [part if len(part) == 1 else part.lower() for part in parts]
    return " ".join(words)[:1].upper() + " ".join(words)[1:]
