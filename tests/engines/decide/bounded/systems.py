"""Models as systems that only list their states and steps: nothing of the engines for models."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from counterpoint import Model
from counterpoint.model.system import Label
from counterpoint.terms.evaluate import evaluate


class Listed:
    """A model that is enumerated by Python."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.labels = (*(action.label for action in model.actions), *model.parts.impossible)
        names = [variable.name for variable in model.variables]
        self.atoms = {
            name: (lambda state, term=term: evaluate(term, dict(zip(names, state, strict=True))))
            for name, term in model.atoms.items()
        }

    def initial(self) -> list[Any]:
        return list(self.model.initial())

    def successors(self, state: Any) -> Iterable[tuple[Label, Any]]:
        return self.model.successors(state)

    def show(self, state: Any) -> str:
        return str(state)
