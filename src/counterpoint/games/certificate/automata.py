"""Decide formulas about piles of any size: find a shortest word that an automaton accepts.

The solutions of a formula are a regular relation of binary numbers; see Bruyère, Hansel, Michaux
and Villemaire, "Logic and p-recognizable sets of integers", 1994.
"""

from __future__ import annotations

from collections import deque
from time import monotonic
from typing import TypeAlias

from ...data import dataclass
from ...tuning import USUAL, Tuning
from .engine import GaveUp, Solution
from .machine import Column, Machine, State
from .pile_term import Formula, NewSize, Size

_Ways: TypeAlias = dict[State, tuple[State, Column] | None]


@dataclass(frozen=True, slots=True)
class Automata:
    """Decides formulas about piles of any size. A solution has as few bits as possible.

    Gives up at `deadline`, a time of `time.monotonic`, or beyond `limit` states.
    """

    deadline: float = float("inf")
    limit: int = 500_000
    name: str = "automata"
    width: None = None
    tuning: Tuning = USUAL

    def solve(self, formula: Formula, piles: int) -> Solution | None:
        """Sizes that make the formula true; None if there are none. Raises `GaveUp`."""
        machine = Machine(formula, self.tuning)
        columns = self._shortest(machine)
        if columns is None:
            return None
        tracks = zip(*columns, strict=True) if columns else ((),) * len(machine.variables)
        numbers = dict(zip(machine.variables, map(_number, tracks), strict=True))
        sizes = tuple(numbers.get(Size(pile), 0) for pile in range(piles))
        return Solution(sizes, numbers.get(NewSize(), 0))

    def _shortest(self, machine: Machine) -> list[Column] | None:
        ways: _Ways = dict.fromkeys(machine.starts())
        queue = deque(ways)
        while queue:
            here = queue.popleft()
            if machine.accepts(here):
                return _way_to(here, ways)
            for column, there in machine.steps(here):
                if there not in ways:
                    ways[there] = here, column
                    queue.append(there)
            self._look_at_limits(len(ways))
        return None

    def _look_at_limits(self, states: int) -> None:
        if states > self.limit:
            raise GaveUp(f"the automaton has more than {self.limit:,} states")
        if monotonic() > self.deadline:
            raise GaveUp("the time is up")


def _way_to(state: State, ways: _Ways) -> list[Column]:
    columns = []
    while (before := ways[state]) is not None:
        state, column = before
        columns.append(column)
    return columns[::-1]


def _number(track: tuple[int, ...]) -> int:
    """The number with these bits, the most significant bit first."""
    value = 0
    for bit in track:
        value = 2 * value + bit
    return value
