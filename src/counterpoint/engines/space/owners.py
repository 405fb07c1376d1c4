"""The players who choose the steps of a model, determined by the labels of the steps."""

from __future__ import annotations

from typing import Any

from ...errors import Refused
from ...model.model import Model
from ...model.system import Label
from ...terms.evaluate import meaning


class Owners:
    """The players of a model: their actions, and the conditions of their turns.

    Steps are distinguished by label: raises `Refused` if actions of two players have one label.
    """

    def __init__(self, model: Model) -> None:
        self._names = tuple(variable.name for variable in model.variables)
        self._turns = {player: meaning(term) for player, term in model.parts.turns.items()}
        self._of: dict[Label, str | None] = {}
        for action in model.actions:
            if self._of.setdefault(action.label, action.owner) != action.owner:
                raise Refused(f"{action.label} is what several players' actions are called")

    def turn(self, state: Any) -> str | None:
        """The player who has the turn in a state; None if no player has."""
        values = dict(zip(self._names, state, strict=True))
        return next((player for player, is_his in self._turns.items() if is_his(values)), None)

    def of(self, label: Label, turn: str | None) -> str | None:
        """The player who chooses a step with this label, in a state where `turn` has the turn."""
        return self._of.get(label) or turn
