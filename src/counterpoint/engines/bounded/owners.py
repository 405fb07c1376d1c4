"""Who chooses a step of a model, as signals, and what a team can force."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from .circuit import FALSE, TRUE, Signal
from .modelled import ModelCircuit

Taken: TypeAlias = tuple[int | None, Signal, Signal]
"""A step: the number of its action, None for a rest; if it can be taken; if it leads to a goal."""


class Owners:
    """The owners of the steps of a model."""

    def __init__(self, of: ModelCircuit) -> None:
        self._of = of
        self._circuit = of.circuit

    def forced(self, team: Iterable[str], steps: Sequence[Taken]) -> Signal:
        """Whether a team can force the next state into a goal, whatever the others do.

        Every step of the others leads to the goal, and if the team has a step, one of its does.
        """
        circuit = self._circuit
        others, own, good = [], [], []
        for number, taken, leads in steps:
            mine = self._owned(number, team)
            others.append(circuit.both(circuit.both(taken, mine ^ 1), leads ^ 1))
            own.append(circuit.both(taken, mine))
            good.append(circuit.both(own[-1], leads))
        some = circuit.either(circuit.any(own) ^ 1, circuit.any(good))
        return circuit.both(circuit.any(others) ^ 1, some)

    def contested(self, enabled: Mapping[int, Signal]) -> Signal:
        """Whether two players may choose in a state, given which actions are enabled."""
        circuit, players = self._circuit, self._of.parts.players
        chooses = [
            circuit.any(circuit.both(on, self._owned(n, (player,))) for n, on in enabled.items())
            for player in players
        ]
        return circuit.any(
            circuit.both(one, other) for at, one in enumerate(chooses) for other in chooses[:at]
        )

    def _owned(self, number: int | None, team: Iterable[str]) -> Signal:
        """Whether one of the team chooses a step with this action."""
        if number is None:
            return FALSE
        owner = self._of.parts.actions[number].owner
        if owner is not None:
            return TRUE if owner in team else FALSE
        turns = self._of.parts.turns
        return self._circuit.any(
            self._of.condition(turns[player]) for player in team if player in turns
        )
