"""The steps out of a state, as far as they can be listed."""

from __future__ import annotations

from typing import Any, TypeAlias

from ...model.capabilities import some_steps_of
from ...model.system import REST, Label, State

MOST_CHOICES = 256
"""Choices of values that are tried in a state, where actions choose values."""

FEW_CHOICES = 8
"""Choices that are tried where only the number of steps matters."""

KEPT = 64
"""States with their steps that are kept."""

Steps: TypeAlias = tuple[list[tuple[Label, State]], bool]
"""Steps, and whether these are all."""


class Listed:
    """Lists the steps out of states of a system, without rests.

    >>> from counterpoint.examples.nim import model
    >>> Listed(model(piles=(1,))).steps((1, 1))
    ([('take(0,0)', (0, 2))], True)
    """

    def __init__(self, system: Any) -> None:
        self._system = system
        self._some_steps = some_steps_of(system)
        self._known: dict[State, Steps] = {}

    def steps(self, state: State) -> Steps:
        """The steps out of a state, and whether these are all."""
        known = self._known.pop(state, None) or listed_steps(self._system, state, MOST_CHOICES)
        if self._some_steps is not None:  # else listing them again is quick
            self._known[state] = known
            while len(self._known) > KEPT:
                del self._known[next(iter(self._known))]
        return known


def listed_steps(system: Any, state: State, most: int) -> Steps:
    """The steps out of a state without rests, and whether these are all.

    If an action chooses values, `most` of its choices are tried.
    """
    some_steps = some_steps_of(system)
    if some_steps is None:
        found, is_all = system.successors(state), True
    else:
        found, is_all = some_steps(state, most)
    return [step for step in dict.fromkeys(found) if step[0] is not REST], is_all
