"""Tic-Tac-Toe where O makes only moves that keep its best outcome, and X moves anywhere.

It shows how the solution of a game becomes a system that programs can be compared with.

O's best outcome in a position is a win if O can force one, else a draw if X cannot force a win.
What both can force is solved on `ttt_model`. In `best_play:unbeaten` a draw is as good as a win: O
makes only moves after which X cannot force a win.

Any O that never gives away a result that it could force is contained in this system:

    counterpoint compare tictactoe best_play:unbeaten --map one_game.toml --relation refinement
    counterpoint compare tictactoe best_play --map one_game.toml --relation refinement
    counterpoint play best_play
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from counterpoint import Model, StateSet, StateSpace
from counterpoint.examples import ttt_model

State = tuple[int, ...]


class BestPlay:
    """The game without the moves of O after which fewer of the `aims` can be reached."""

    def __init__(self, game: Model, aims: list[StateSet]) -> None:
        self._game, self._aims = game, aims
        self.atoms = {f"x[{i}] = {k}": _mark(i, k) for i in range(9) for k in (1, 2)}

    def initial(self) -> list[State]:
        """The empty board."""
        return list(self._game.initial())

    def successors(self, state: State) -> list[tuple[Any, State]]:
        """The moves of X, and those of O that keep what O can reach."""
        steps = list(self._game.successors(state))
        if self._game.owner(state) != "player2":
            return steps
        return [step for step in steps if self._rank(step[1]) == self._rank(state)]

    def _rank(self, state: State) -> int:
        return sum(state in aim for aim in self._aims)

    def picture(self, state: State) -> str | None:
        """The board."""
        return self._game.picture(state)

    def show(self, state: State) -> Mapping[str, str] | str:
        """The values of the model."""
        return self._game.show(state)


def _mark(index: int, mark: int) -> Any:
    return partial(_is_marked, index, mark)


def _is_marked(index: int, mark: int, state: State) -> bool:
    return bool(state[index] == mark)


def _game(*aims: str) -> BestPlay:
    game = ttt_model.model()
    space = StateSpace(game)
    return BestPlay(game, [space.where(aim) for aim in aims])


def system() -> BestPlay:
    """O keeps a win or, if it has none, a draw."""
    return _game(ttt_model.ATL[2], f"!{ttt_model.ATL[1]}")


def unbeaten() -> BestPlay:
    """O keeps X from forcing a win."""
    return _game(f"!{ttt_model.ATL[1]}")
