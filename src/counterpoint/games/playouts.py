"""Random playouts: how to rank moves that a search finds equal."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ..model.system import State
from .budget import Meter, Spent
from .game import Step
from .umpire import Umpire


class Playouts:
    """Random plays after each of several moves, within the allowance of a meter.

    Sequential halving (Karnin, Koren and Somekh, ICML 2013): the allowance is spent in equal parts,
    and after each part the better half of the moves is kept.
    """

    def __init__(self, umpire: Umpire, meter: Meter, chance: random.Random) -> None:
        self._umpire, self._meter, self._chance = umpire, meter, chance
        self._sums: dict[Step, float] = {}
        self._plays: dict[Step, int] = {}

    def means(self, moves: Sequence[Step]) -> dict[Step, float]:
        """The mean outcome after each move, best first; empty if there was too little to spend.

        An outcome is 1 for a win of the player, -1 for a loss, 0 for a draw.
        """
        self._sums = dict.fromkeys(moves, 0.0)
        self._plays = dict.fromkeys(moves, 0)
        left, worse = list(self._sums), list[Step]()
        try:
            while len(left) > 1:
                self._play_all(left)
                left.sort(key=self._mean, reverse=True)
                half = (len(left) + 1) // 2
                worse = left[half:] + worse
                left = left[:half]
        except Spent:
            left.sort(key=self._mean, reverse=True)
        if not all(self._plays.values()):
            return {}
        return {step: self._mean(step) for step in (*left, *worse)}

    def _mean(self, step: Step) -> float:
        return self._sums[step] / max(1, self._plays[step])

    def _play_all(self, moves: Sequence[Step]) -> None:
        """Play each move again and again, until one part of the allowance is spent."""
        part = self._meter.part((len(moves) - 1).bit_length())
        while True:
            for step in moves:
                self._sums[step] += self._outcome(step[1])
                self._plays[step] += 1
            if part.spent:
                return

    def _outcome(self, state: State) -> float:
        """The outcome of a random play from `state`; a play that does not end is a draw."""
        for ply in range(self._umpire.tuning.playout_longest):
            self._meter.spend()
            if (decided := self._umpire.decided(state, ply)) is not None:
                return float((decided > 0) - (decided < 0))
            steps = self._umpire.turn(state).steps
            _, there = steps[int(self._chance.random() * len(steps))]
            if there == state and len(steps) == 1:
                return 0.0
            state = there
        return 0.0
