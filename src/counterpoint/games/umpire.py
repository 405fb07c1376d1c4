"""Who has won, which player moves, and which steps there are: what a search asks of a state."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import field
from enum import Enum
from typing import Any

from ..data import dataclass
from ..errors import NotAGame
from ..model.system import State
from ..tuning import USUAL, Tuning
from .advice import Value
from .game import Game, Step, Turn
from .known import States, distance_in

WIN = 1_000_000
"""The score of a win in 0 steps; a win in d steps scores d less."""

SURE = WIN // 2
"""A score beyond this, positive or negative, is a proven win or loss."""

Test = Callable[[Any], bool]


class Side(Enum):
    """Who chooses in a state, as seen by one player: that player, a rival, or neither."""

    MINE = "mine"
    THEIRS = "theirs"
    NEITHER = "neither"


@dataclass(eq=False)
class Umpire:
    """The game as seen by one player: positive scores are good for that player."""

    game: Game
    player: str
    goals: Mapping[str, Test]
    known: Mapping[str, States]
    tuning: Tuning = USUAL
    _turns: dict[Hashable, Turn] = field(default_factory=dict)
    _rivals: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self._rivals = frozenset({*self.goals, *self.known} - {self.player})

    def turn(self, state: State) -> Turn:
        """The turn of a state; raises `NotAGame` if it mixes owned and unowned steps."""
        if (known := self._turns.get(state)) is not None:
            return known
        if len(self._turns) >= self.tuning.turns_kept:
            self._turns.clear()
        turn = self._turns[state] = self.game.turn(state)
        if turn.player is not None and turn.others:
            raise NotAGame(
                f"in the state {state!r} {turn.others[0][0]} is nobody's choice, and {turn.player} "
                "can choose too: min-max search takes turns. Ask for winning states instead"
            )
        return turn

    def side(self, turn: Turn) -> Side:
        """The side that chooses. If no other player has a goal, all others count as rivals."""
        if turn.player == self.player:
            return Side.MINE
        theirs = turn.player in self._rivals or not self._rivals
        return Side.THEIRS if theirs else Side.NEITHER

    def outcome(self, state: State) -> Value | None:
        """The outcome of a play that ends in `state`; None if no goal is met there.

        If several goals are met at once, no player has won.
        """
        match [player for player, won in self.goals.items() if won(state)]:
            case []:
                return None
            case [winner]:
                return Value.WIN if winner == self.player else Value.LOSS
        return Value.UNDECIDED

    def decided(self, state: State, ply: int) -> int | None:
        """The score of a state that meets a goal or is a known win; None for any other state.

        `ply` is the number of steps from the root.
        """
        if (outcome := self.outcome(state)) is not None:
            return outcome * (WIN - ply)
        for player, states in self.known.items():
            if state in states:
                return self._score(player, ply + (distance_in(states, state) or 0))
        return None

    def _score(self, winner: str, steps: int) -> int:
        return WIN - steps if winner == self.player else steps - WIN

    def forced(self, state: State) -> list[Step]:
        """The play from a state with a known winner and distance, up to the goal."""
        line: list[Step] = []
        while len(line) < self.tuning.line_longest and self.outcome(state) is None:
            step = self._known_step(state)
            if step is None:
                break
            line.append(step)
            state = step[1]
        return line

    def _known_step(self, state: State) -> Step | None:
        """The step that wins soonest or loses latest; None if that is not known."""
        for player, states in self.known.items():
            if state in states:
                turn = self.turn(state)
                ranked = [(distance_in(states, there), step) for step in turn.steps
                          if (there := step[1]) in states]  # fmt: skip
                known = [(far, step) for far, step in ranked if far is not None]
                better = min if turn.player == player else max
                return better(known, key=lambda pair: pair[0])[1] if known else None
        return None
