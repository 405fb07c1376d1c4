"""Advice: what to do in a position, worked out from the winning states of the players.

Never let the play enter a winning state of the others, enter one of your own, and else choose what
leaves the others the most ways to go wrong: where all replies are equally likely, the move after
which the larger share of them gives away value (document 004, sections 2.2 and 5.1).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from fractions import Fraction
from typing import Any, Protocol

from ..errors import Misuse
from ..model.system import REST, Label, State
from .game import Game, Step, game_of
from .region import Win


class Value(IntEnum):
    """What a state is worth to a player: he can win it, neither side can, or the others can."""

    LOSS = -1
    UNDECIDED = 0
    WIN = 1

    def __str__(self) -> str:
        return self.name.lower()


class States(Protocol):
    """A set of states: all that is asked of it is `in`.

    When it has a method `distance(state)`, that is the number of steps that a win can take.
    """

    def __contains__(self, state: Any, /) -> bool: ...


class WinningStates:
    """The winning states of a solved game, with their distance where the game is to reach."""

    def __init__(self, win: Win) -> None:
        self._win = win

    def __contains__(self, state: State) -> bool:
        number = self._win.arena.number(state)
        return number is not None and bool(self._win.region[number])

    def __len__(self) -> int:
        return int(self._win.region.sum())

    def distance(self, state: State) -> int | None:
        """In how many steps the win comes at the latest; None outside, or if that is not known."""
        return self._win.distance(state)


@dataclass(frozen=True, slots=True)
class Option:
    """A move: the state after it, what that is worth, and the share of replies that lose value.

    `distance` is the number of steps that the win, or the loss, then still takes, if known. Moves
    of equal merit have the same `rank`; 1 is the best.
    """

    label: Label
    state: State
    value: Value
    losing_replies: Fraction
    distance: int | None
    rank: int


@dataclass(frozen=True, slots=True)
class Advice:
    """The moves of `player` in a position, the best first, and what the position is worth."""

    player: str
    value: Value
    moves: tuple[Option, ...]

    @property
    def best(self) -> Option:
        """The first of the best moves."""
        return self.moves[0]

    @property
    def equals(self) -> tuple[Option, ...]:
        """All of the best moves."""
        return tuple(option for option in self.moves if option.rank == 1)


def advice(target: Any, state: State, winning: Mapping[str, States]) -> Advice:
    """What the player whose turn it is in `state` should do there.

    `winning` has the winning states of each player. A state that two players win (not one that is
    reached) counts as undecided. Of winning moves the shortest win comes first, of losing ones the
    longest loss, where `distance` is known; then the moves that leave the others the larger share
    of replies that lose value. Raises `Misuse` where nobody is to move.

    >>> from counterpoint.examples.nim import model
    >>> from counterpoint.games.solve import solve
    >>> game = model(piles=(1, 2))
    >>> wins = {
    ...     player: solve(game, player=player, goal=goal).known
    ...     for player, goal in (("player1", "p1_wins"), ("player2", "p2_wins"))
    ... }
    >>> for move in advice(game, (1, 2, 1), wins).moves:
    ...     print(move.rank, move.label, move.value)
    1 take(1,1) win
    2 take(0,0) loss
    3 take(1,0) loss
    """
    game = target if isinstance(target, Game) else game_of(target)
    turn = game.turn(state)
    if turn.player is None:
        raise Misuse(f"nobody is to move in the state {state!r}")
    judge = Judge(game, turn.player, winning)
    found = sorted((judge.merit(step), n, step) for n, step in enumerate(turn.moves))
    ranks = {merit: k for k, merit in enumerate(dict.fromkeys(m for m, _, _ in found), start=1)}
    options = tuple(judge.option(step, ranks[merit]) for merit, _, step in found)
    return Advice(turn.player, judge.value(state), options)


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges states and moves for one player."""

    game: Game
    player: str
    winning: Mapping[str, States]

    def value(self, state: State) -> Value:
        """What `state` is worth to the player."""
        others = any(state in s for player, s in self.winning.items() if player != self.player)
        mine = self.player in self.winning and state in self.winning[self.player]
        return Value(mine - others)

    def distance(self, state: State) -> int | None:
        """How many steps it still takes whoever wins."""
        value = self.value(state)
        for player, states in self.winning.items():
            wins = value is (Value.WIN if player == self.player else Value.LOSS)
            if wins and state in states and hasattr(states, "distance"):
                found: int | None = states.distance(state)
                return found
        return None

    def losing_replies(self, state: State) -> Fraction:
        """The share of the replies after which the state is worth more to the player."""
        turn = self.game.turn(state)
        replies = [there for label, there in turn.steps if label is not REST]
        if turn.player == self.player or not replies:
            return Fraction(0)
        here = self.value(state)
        return Fraction(sum(self.value(there) > here for there in replies), len(replies))

    def merit(self, step: Step) -> tuple[int, int, Fraction]:
        """What moves are sorted by, the best first."""
        _, there = step
        value, distance = self.value(there), self.distance(there) or 0
        return -value, distance * value, -self.losing_replies(there)

    def option(self, step: Step, rank: int) -> Option:
        label, there = step
        share = self.losing_replies(there)
        return Option(label, there, self.value(there), share, self.distance(there), rank)


@dataclass(eq=False)
class Advisor:
    """A player who follows the advice; of equal moves he takes the first, or one by `chance`."""

    game: Any
    winning: Mapping[str, States]
    chance: random.Random | None = None
    _game: Game = field(init=False)

    def __post_init__(self) -> None:
        self._game = game_of(self.game)

    def advice(self, state: State) -> Advice:
        """The advice for a state."""
        return advice(self._game, state, self.winning)

    def choose(self, state: State, labels: Sequence[Label]) -> Label:
        """The best move among the `labels` that a play offers, equal or spelt alike."""
        offered = {str(label): label for label in labels}
        good = [option for option in self.advice(state).moves if str(option.label) in offered]
        if not good:
            return labels[0]
        best = [option for option in good if option.rank == good[0].rank]
        chosen = best[0] if self.chance is None else self.chance.choice(best)
        return offered[str(chosen.label)]
