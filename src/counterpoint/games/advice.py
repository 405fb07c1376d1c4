"""Advice: which move to make in a state, derived from the winning states of the players.

Avoid moves into a winning state of the others, and prefer moves into a winning state of your own.
Otherwise choose the move that leaves the others the most ways to go wrong: with all replies equally
likely, the move after which the larger share of the replies gives away value (document 004,
sections 2.2 and 5.1).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from enum import IntEnum
from fractions import Fraction
from typing import Any, TypeAlias

from ..arguments import says_what_it_takes
from ..data import dataclass
from ..errors import Misuse
from ..model.players import called_alike, is_clear
from ..model.system import REST, Label, State
from ..verdict import Trace
from .game import Game, Step, game_of
from .known import Counted, States, distance_in
from .start import end_of


class Value(IntEnum):
    """The value of a state for a player: a win, a loss (only others can win), or undecided."""

    LOSS = -1
    UNDECIDED = 0
    WIN = 1

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Option:
    """A move: the state after it, the value of that state, and the share of losing replies.

    `losing_replies` is the share of the others' replies that give away value.

    `distance` is the greatest number of steps that the win, or the loss, still takes; None if
    unknown. It counts the steps of all players after this move, so it is 0 if the move itself
    reaches the goal. Moves of equal merit have the same `rank`; 1 is the best.
    """

    label: Label
    state: State
    value: Value
    losing_replies: Fraction
    distance: int | None
    rank: int


@dataclass(frozen=True, slots=True)
class Advice:
    """The moves of `player` in a state, best first, and the value of the state."""

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


@says_what_it_takes
def advice(
    target: Any,
    state: State,
    winning: Mapping[str, States],
    against: Mapping[str | None, States] | None = None,
) -> Advice:
    """The advice for the player to move in `state`.

    `winning` maps each player to the states that this player wins. A state that the player to move
    wins is a win even if others win there too, because their goals need not be opposed. `against`
    maps a player to the states that all the others win together; the key None is for players
    without an entry in `winning`. Without an entry in `against`, each of the others counts
    separately.

    Where `distance` is known, the shortest of several wins comes first, and the longest of several
    losses. Winning moves that make progress towards a goal without distances come before those that
    do not. Then come the moves that leave the others the larger share of replies that lose value.

    Raises `Misuse` if no player is to move, and `NotAGame` if the best move shares its label with a
    move to another state.

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
    if not isinstance(winning, Mapping):
        raise Misuse(f"winning= maps players to their winning states, not {winning!r}")
    for states in winning.values():
        _ = state in states  # raises `Misuse` for a state that was not solved
    game = _game(target)
    judge = Judge(game, game.mover(state), winning, against or {})
    moves = tuple(dict.fromkeys(game.turn(state).moves))
    merits = judge.merits(state, moves)
    ranks = {merit: k for k, merit in enumerate(sorted(set(merits.values())), start=1)}
    best, *_ = ranked = sorted(moves, key=merits.__getitem__)
    if not is_clear(best[0], moves):
        raise called_alike(game.shown(state), best[0])
    options = tuple(judge.option(step, ranks[merits[step]]) for step in ranked)
    return Advice(judge.player, judge.value(state), options)


def _game(target: Any) -> Game:
    return target if isinstance(target, Game) else game_of(target)


Merit: TypeAlias = tuple[int, bool, int, Fraction]


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges states and moves for one player."""

    game: Game
    player: str
    winning: Mapping[str, States]
    against: Mapping[str | None, States]

    def value(self, state: State) -> Value:
        """The value of `state` for the player."""
        mine, others = self._sides
        if any(state in states for states in mine):
            return Value.WIN
        return Value(-any(state in states for states in others))

    @property
    def _sides(self) -> tuple[list[States], list[States]]:
        """The winning sets of the player, and those of the others."""
        mine = [s for player, s in self.winning.items() if player == self.player]
        others = [s for player, s in self.winning.items() if player != self.player]
        together = self.against.get(self.player if mine else None)
        return mine, others if together is None else [together]

    def distance(self, state: State) -> int | None:
        """The greatest number of steps to the win of whoever wins in `state`; None if unknown."""
        return distance_in(self._won(state), state)

    def _won(self, state: State) -> States | None:
        """The winning set that decides the value of `state`; None if the value is undecided."""
        value = self.value(state)
        mine, others = self._sides
        sides = {Value.WIN: mine, Value.LOSS: others, Value.UNDECIDED: []}
        return next((states for states in sides[value] if state in states), None)

    def losing_replies(self, state: State) -> Fraction:
        """The share of the opponents' replies that raise the value of the state for the player.

        It is 0 if the player moves in `state`, or if there are no replies.
        """
        turn = self.game.turn(state)
        replies = [there for label, there in turn.steps if label is not REST]
        if turn.player == self.player or not replies:
            return Fraction(0)
        here = self.value(state)
        return Fraction(sum(self.value(there) > here for there in replies), len(replies))

    def merits(self, state: State, moves: Sequence[Step]) -> dict[Step, Merit]:
        """The sort key of each move; the best move has the smallest key.

        Among winning moves, those that get nearer to the win come first, if there are any. Moves
        with an ambiguous label come after other moves of the same value.
        """
        worth = {step: self.value(step[1]) for step in moves}
        left = {step: self._left(state, step[1]) for step in moves}
        here = self._left(state, state) if self.value(state) is Value.WIN else 0
        wins = {step for step in moves if worth[step] is Value.WIN}
        nearer = {step for step in wins if left[step] < here}
        late = wins - nearer if nearer else set()
        good = {step for step in moves if step not in late and is_clear(step[0], moves)}
        return {
            step: (-worth[step], step not in good, left[step], -self.losing_replies(step[1]))
            for step in moves
        }

    def _left(self, state: State, there: State) -> int:
        """The steps left to the win after a step to `there`; negative if the others win."""
        states = self._won(there)
        if self.value(there) is Value.WIN and isinstance(states, Counted):
            return states.left(state, there)
        return (self.distance(there) or 0) * self.value(there)

    def option(self, step: Step, rank: int) -> Option:
        label, there = step
        share = self.losing_replies(there)
        return Option(label, there, self.value(there), share, self.distance(there), rank)


@dataclass(eq=False)
class Advisor:
    """A player that follows the advice.

    Among equal moves it takes the first, or a random one if `chance` is given.

    `locate` maps a run to the state under which `winning` knows its end; such a state may also
    record past events. `against` holds what the others win together; see `advice`.

    >>> from counterpoint import solve
    >>> from counterpoint.examples.nim import model
    >>> game = model(piles=(1, 2))
    >>> wins = {p: solve(game, player=p, goal=g).known
    ...         for p, g in (("player1", "p1_wins"), ("player2", "p2_wins"))}
    >>> advisor = Advisor(game, wins)
    >>> advisor.choose((1, 2, 1), ["take(0,0)", "take(1,1)"]), str(advisor.advice((0, 2, 2)).value)
    ('take(1,1)', 'win')
    """

    game: Any
    winning: Mapping[str, States]
    chance: random.Random | None = None
    locate: Callable[[Trace], State] = end_of
    against: Mapping[str | None, States] = field(default_factory=dict)
    _game: Game = field(init=False)

    def __post_init__(self) -> None:
        self._game = _game(self.game)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as what it was made from."""
        return Advisor, (self.game, self.winning, self.chance, self.locate, self.against)

    def after(self, trace: Trace) -> State:
        """The state to ask about at the end of a run."""
        return self.locate(trace)

    def advice(self, state: State) -> Advice:
        """The advice for a state."""
        return advice(self._game, state, self.winning, self.against)

    def choose(self, state: State, labels: Sequence[Label]) -> Label:
        """The best move among the offered `labels`; labels match if they have the same text.

        If no offered label matches a move, it is the first of `labels`.
        """
        offered = {str(label): label for label in labels}
        good = [option for option in self.advice(state).moves if str(option.label) in offered]
        if not good:
            return labels[0]
        best = [option for option in good if option.rank == good[0].rank]
        chosen = best[0] if self.chance is None else self.chance.choice(best)
        if not is_clear(chosen.label, ((option.label, option.state) for option in good)):
            raise called_alike(self._game.shown(state), chosen.label)
        return offered[str(chosen.label)]
