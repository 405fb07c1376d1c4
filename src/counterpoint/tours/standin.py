"""The target itself in place of an implementation that is to be tested."""

from __future__ import annotations

from typing import Any

from ..model.system import State
from ..verdict import system_of
from .observed import Observed, observe_of


class StandIn:
    """A target that runs are tried on: what they expect is found, or an assertion fails.

    It begins in the initial states of which `start` is observed. There are several if these look
    alike, and then it goes on in each of them.

    >>> from counterpoint.examples.nim import model
    >>> nim = StandIn(model(piles=(1, 2)), {"pile0": "1", "pile1": "2", "t": "1"})
    >>> nim.perform("take(0,0)", {"pile0": "0", "pile1": "2", "t": "2"})
    >>> nim.observe()
    {'pile0': '0', 'pile1': '2', 't': '2'}
    """

    def __init__(self, target: Any, start: Observed) -> None:
        self._system = system_of(target)
        self._observe = observe_of(self._system)
        initial = dict.fromkeys(self._system.initial())
        self._states: list[State] = self._chosen(list(initial), start)

    def perform(self, event: str, expected: Observed) -> None:
        """Take a step with the label `event`, to the state of which `expected` is observed.

        It goes to any other that the label leads to, if there is no such state. Raises
        `AssertionError` if there is no step with this label.
        """
        found = {
            there: None
            for state in self._states
            for label, there in self._system.successors(state)
            if str(label) == event
        }
        if not found:
            raise AssertionError(f"{event} is not possible here: {self.observe()}")
        self._states = self._chosen(list(found), expected)

    def observe(self) -> Observed:
        """What is observed of the state."""
        return self._observe(self._states[0])

    def _chosen(self, states: list[State], expected: Observed) -> list[State]:
        """The states that look as expected; all, if there is none."""
        return [state for state in states if self._observe(state) == expected] or states
