"""States as numbers, with their steps, as far as a log has led to them."""

from __future__ import annotations

from typing import Any

from ..model.system import Label, State
from .oracle import Oracle


class Graph:
    """The states of an oracle that were met so far, each with a number, and their steps.

    `held` counts what it holds: states and steps.
    """

    def __init__(self, oracle: Oracle) -> None:
        self._oracle = oracle
        self._numbers: dict[State, int] = {}
        self.states: list[Any] = []
        self._steps: list[tuple[tuple[Label, int], ...] | None] = []
        self.held = 0

    def number(self, state: State) -> int:
        """The number of a state, which gets the next one if it is met for the first time."""
        number = self._numbers.get(state)
        if number is None:
            number = self._numbers[state] = len(self.states)
            self.states.append(state)
            self._steps.append(None)
            self.held += 1
        return number

    def steps(self, number: int) -> tuple[tuple[Label, int], ...]:
        """The steps out of a state, each as its label and the number of the next state."""
        steps = self._steps[number]
        if steps is None:
            found = dict.fromkeys(self._oracle.steps(self.states[number]))
            steps = tuple((label, self.number(there)) for label, there in found)
            self._steps[number] = steps
            self.held += len(steps)
        return steps
