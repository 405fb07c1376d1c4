"""How workers make the steps of a target that is sent to them, without anything of its author's."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any, Protocol

from ....data import dataclass
from ....errors import Refused
from ....logic.core import Core, Prop
from ....logic.fragments import everything_in, is_of_steps
from ....model.model import Model
from ....model.parts import Parts
from ....tuning import Tuning
from ...base.limits import Limits
from .of_model import ModelStepper
from .shared_values import Numbers
from .stepper import Stepper


class Recipe(Protocol):
    """How a worker makes the steps of the target; it can be sent to another process."""

    @property
    def values(self) -> Sequence[Sequence[Any]] | None:
        """The values that have numbers already, table by table, if states consist of such."""

    def sharing(self, numbers: Numbers) -> Recipe:
        """The same for a worker that shares the numbers of values with others."""

    def stepper(self, room: int) -> Stepper:
        """The steps, for so many at a time."""


class WithoutValues:
    """A part of a `Recipe` for states in which nothing is numbered on the way."""

    __slots__ = ()

    @property
    def values(self) -> None:
        """As `Recipe.values`."""
        return None

    def sharing(self, numbers: Numbers) -> Any:
        """As `Recipe.sharing`."""
        return self


@dataclass(frozen=True, slots=True)
class ModelRecipe(WithoutValues):
    """A model without its pictures, and the questions that are asked."""

    parts: Parts
    questions: tuple[Core, ...]
    limits: Limits
    tuning: Tuning

    def stepper(self, room: int) -> ModelStepper:
        """As `Recipe.stepper`."""
        model = Model.of("model", self.parts)
        return ModelStepper(model, self.questions, self.limits, self.tuning).apart(room)


def recipe_of(
    model: Model, questions: tuple[Core, ...], limits: Limits, tuning: Tuning
) -> ModelRecipe:
    """The recipe of a model; raises `Refused` if it has values that cannot be sent."""
    props = (p for goal in questions for p in everything_in(goal) if isinstance(p, Prop))
    texts = {prop.text for prop in props if not is_of_steps(prop)}
    parts = model.parts
    recipe = ModelRecipe(
        Parts(
            variables=parts.variables,
            start=parts.start,
            actions=parts.actions,
            atoms={text: model.predicate(text) for text in sorted(texts)},
        ),
        questions,
        limits,
        tuning,
    )
    sendable(recipe)
    return recipe


def sendable(recipe: object) -> bytes:
    """What is sent of a model; raises `Refused` if it has values that cannot be sent."""
    try:
        return pickle.dumps(recipe)
    except Exception as error:  # whatever a value raises when it is copied
        raise Refused(f"the model cannot be sent to workers: {error}") from None
