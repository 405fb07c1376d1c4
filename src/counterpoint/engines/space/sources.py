"""What there is to search with states on disk, and to ask of the states that are found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ...data import dataclass
from ...errors import Refused
from ...logic.core import Prop
from ...model.model import Model
from ...model.network import Network
from ..base.memory import NO_MEMORY, Memory
from ..base.task import Task
from ..search.backward.choices import NO_STEPS, Choices, ChoicesRecipe
from ..search.backward.of_model import ModelChoices, choices_recipe
from ..search.backward.of_product import ProductChoices, product_recipe
from ..search.levels.of_model import ModelStepper
from ..search.levels.of_product import ProductRecipe, ProductStepper
from ..search.levels.product import product_of
from ..search.levels.recipe import Recipe, recipe_of
from ..search.levels.stepper import Stepper
from .ground import Ground
from .prepared import Prepared
from .sweepground import StateGround


class Source(Protocol):
    """A target with states that can be packed, and what is asked of those that were found."""

    @property
    def game(self) -> Model | None:
        """The model, if its steps and players can be asked about."""

    @property
    def note(self) -> str:
        """As `Space.note`."""

    @property
    def memory(self) -> Memory:
        """As `Space.memory`."""

    def show(self, state: Any) -> object:
        """As `Space.show`."""

    def as_json(self, state: Any) -> object:
        """As `Space.as_json`."""

    def ground(self, space: Any) -> Ground:
        """As `Space.ground`."""

    @property
    def counted(self) -> str | None:
        """An atom that is true in the states that count; None if all do."""

    @property
    def counts_steps(self) -> bool:
        """Whether a search counts each step between states, and nothing else, as a step."""

    def choices(self, task: Task, room: int) -> Choices:
        """What is asked of states that were found."""

    def choices_recipe(self, task: Task, texts: Sequence[str]) -> ChoicesRecipe:
        """The same for workers, who know these atoms."""


class Searchable(Source, Protocol):
    """A target that can be searched as soon as it is known."""

    def stepper(self, task: Task) -> Stepper:
        """The steps, without questions."""

    def recipe(self, task: Task) -> Recipe:
        """The same for workers."""


class _Whole:
    """A target of which all states and steps count."""

    __slots__ = ()

    counted = None
    counts_steps = True


@dataclass(frozen=True, slots=True)
class ModelSource(_Whole):
    """A model that was prepared for a question."""

    of: Prepared

    @property
    def game(self) -> Model:
        return self.of.model

    @property
    def note(self) -> str:
        return self.of.note

    @property
    def memory(self) -> Memory:
        return self.of.memory

    def show(self, state: Any) -> object:
        return self.of.model.show(state)

    def as_json(self, state: Any) -> object:
        return self.of.model.as_json(state)

    def ground(self, space: Any) -> Ground:
        return StateGround(space, self.of.model, self.of.plain)

    def stepper(self, task: Task) -> Stepper:
        return ModelStepper(self.of.model, (), task.limits, task.tuning)

    def recipe(self, task: Task) -> Recipe:
        return recipe_of(self.of.model, (), task.limits, task.tuning)

    def choices(self, task: Task, room: int) -> ModelChoices:
        return ModelChoices(self.of.model, task.tuning, room)

    def choices_recipe(self, task: Task, texts: Sequence[str]) -> ChoicesRecipe:
        return choices_recipe(self.of.model, texts, task.tuning)


@dataclass(frozen=True, slots=True)
class ProgramSource(_Whole):
    """A network of which all local states are known beforehand; its steps are not asked about."""

    network: Network
    game: None = None
    note: str = ""
    memory: Memory = NO_MEMORY

    def show(self, state: Any) -> object:
        return self.network.show(state)

    def as_json(self, state: Any) -> object:
        return self.network.show(state)

    def ground(self, space: Any) -> Ground:
        raise Refused(NO_STEPS)

    def stepper(self, task: Task) -> Stepper:
        return ProductStepper(product_of(self.network, ()), 1)

    def recipe(self, task: Task) -> Recipe:
        return ProductRecipe(product_of(self.network, ()))

    def choices(self, task: Task, room: int) -> Choices:
        return ProductChoices(lambda text: product_of(self.network, (Prop(text),)), room)

    def choices_recipe(self, task: Task, texts: Sequence[str]) -> ChoicesRecipe:
        return product_recipe(product_of(self.network, [Prop(text) for text in texts]))
