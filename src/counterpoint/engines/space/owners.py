"""Whose choice the steps of one state of a model are, told from their labels."""

from __future__ import annotations

from typing import Any

from ...errors import Refused
from ...model.model import Model
from ...model.system import Label
from ...terms.evaluate import meaning


class Owners:
    """The players of a model: their actions, and when it is their turn.

    Steps are told apart by label, so an action of one player must not be called as one of another.
    """

    def __init__(self, model: Model) -> None:
        self._names = tuple(variable.name for variable in model.variables)
        self._turns = {player: meaning(term) for player, term in model.parts.turns.items()}
        self._of: dict[Label, str | None] = {}
        for action in model.actions:
            if self._of.setdefault(action.label, action.owner) != action.owner:
                raise Refused(f"{action.label} is what several players' actions are called")

    def turn(self, state: Any) -> str | None:
        """Whose turn it is in a state; None if it is nobody's."""
        values = dict(zip(self._names, state, strict=True))
        return next((player for player, is_his in self._turns.items() if is_his(values)), None)

    def of(self, label: Label, turn: str | None) -> str | None:
        """Whose choice a step is, where it is the `turn` of a player."""
        return self._of.get(label) or turn
