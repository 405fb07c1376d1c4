"""The actions that a step takes, with their arguments."""

from __future__ import annotations

from typing import Any

from ...data import dataclass
from ..values import shortly


@dataclass(frozen=True, slots=True)
class Action:
    """The name of an action and its arguments; an argument without a value is None.

    >>> str(Action("Move", ("player", "square"), ("X", (1, 1))))
    'Move("X", <<1, 1>>)'
    """

    name: str
    parameters: tuple[str, ...] = ()
    arguments: tuple[Any, ...] = ()

    def __str__(self) -> str:
        if not self.arguments:
            return self.name
        shown = ", ".join("?" if each is None else shortly(each) for each in self.arguments)
        return f"{self.name}({shown})"


@dataclass(frozen=True, slots=True)
class Taken:
    """The actions of a step, one for each conjunct; None for a conjunct that takes no action.

    >>> str(Taken((Action("Tick"), None, Action("Move"))))
    'Tick, Move'
    """

    actions: tuple[Action | None, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names by which formulas can refer to the step: those of its actions."""
        return tuple(str(action) for action in self.actions if action is not None)

    def __str__(self) -> str:
        return ", ".join(str(action) for action in self.actions if action is not None)
