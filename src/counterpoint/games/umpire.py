"""Who has won, whose turn it is, and what can be done: what a search asks of each state."""

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
from .known import States

WIN = 1_000_000
"""The score of a win here; one that takes d steps is worth d less."""

SURE = WIN // 2
"""No score that is not a proven win or loss is as great as this."""

Test = Callable[[Any], bool]


class Side(Enum):
    """Who chooses in a state, as one player sees it: he, one who wants another goal, or neither."""

    MINE = "mine"
    THEIRS = "theirs"
    NEITHER = "neither"


@dataclass(eq=False)
class Umpire:
    """The game as one player sees it: positive scores are good for him."""

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
        """Whose turn it is; raises `NotAGame` where a step that is nobody's may come first."""
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
        """Who chooses; where nobody else wants anything, all others count as one who does."""
        if turn.player == self.player:
            return Side.MINE
        theirs = turn.player in self._rivals or not self._rivals
        return Side.THEIRS if theirs else Side.NEITHER

    def outcome(self, state: State) -> Value | None:
        """How a play ends that comes to a state; None where no goal is met.

        Where goals of several are met at once, nobody has won.
        """
        match [player for player, won in self.goals.items() if won(state)]:
            case []:
                return None
            case [winner]:
                return Value.WIN if winner == self.player else Value.LOSS
        return Value.UNDECIDED

    def decided(self, state: State, ply: int) -> int | None:
        """The score of a state that is won, by its goals or as somebody has worked out."""
        if (outcome := self.outcome(state)) is not None:
            return outcome * (WIN - ply)
        for player, states in self.known.items():
            if state in states:
                return self._score(player, ply + (_distance(states, state) or 0))
        return None

    def _score(self, winner: str, steps: int) -> int:
        return WIN - steps if winner == self.player else steps - WIN

    def forced(self, state: State) -> list[Step]:
        """How a play goes on from a state whose winner and distance are known, to his goal."""
        line: list[Step] = []
        while len(line) < self.tuning.line_longest and self.outcome(state) is None:
            step = self._known_step(state)
            if step is None:
                break
            line.append(step)
            state = step[1]
        return line

    def _known_step(self, state: State) -> Step | None:
        """The step that wins soonest or loses latest; None where that is not known."""
        for player, states in self.known.items():
            if state in states:
                turn = self.turn(state)
                ranked = [(_distance(states, there), step) for step in turn.steps
                          if (there := step[1]) in states]  # fmt: skip
                known = [(far, step) for far, step in ranked if far is not None]
                better = min if turn.player == player else max
                return better(known, key=lambda pair: pair[0])[1] if known else None
        return None


def _distance(states: States, state: State) -> int | None:
    found: int | None = getattr(states, "distance", _unknown)(state)
    return found


def _unknown(state: State) -> int | None:
    return None
