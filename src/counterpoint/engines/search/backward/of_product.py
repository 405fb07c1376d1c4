"""What is asked of the states of a network; its steps are not."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ....data import dataclass
from ....errors import Refused
from ...base.arrays import U64, Bools
from ..levels.of_product import ProductStepper
from ..levels.product import Product
from .choices import NO_STEPS, Chosen
from .condition import Condition


class ProductChoices:
    """The atoms of a network, for states packed as in a search of it."""

    def __init__(self, product_for: Callable[[str], Product], room: int) -> None:
        """`product_for` gives the network with one question, an atom."""
        self._product_for, self._room = product_for, room
        self._steppers: dict[str, ProductStepper] = {}

    @property
    def identity(self) -> str:
        """As `Choices.identity`: nobody chooses."""
        return "a program"

    def apart(self) -> ProductChoices:
        """As `Choices.apart`."""
        return ProductChoices(self._product_for, self._room)

    def true(self, states: U64, text: str) -> Bools:
        """As `Choices.true`; raises `UnknownAtom`."""
        if text not in self._steppers:
            self._steppers[text] = ProductStepper(self._product_for(text), self._room)
        parts = (some.truths[0].copy() for some in self._steppers[text].expand(states, (0,)))
        found: Bools = np.concatenate([np.zeros(0, bool), *parts])
        return found

    def expand(self, states: U64, asked: Condition) -> Iterator[Chosen]:
        """As `Choices.expand`: refused."""
        raise Refused(NO_STEPS)

    def contested(self, states: U64) -> None:
        """As `Choices.contested`: nobody chooses."""


@dataclass(frozen=True, slots=True)
class ProductChoicesRecipe:
    """A network with one question, an atom."""

    product: Product

    @property
    def name(self) -> str:
        """As `ChoicesRecipe.name`."""
        return self.product.identity

    def choices(self, room: int) -> ProductChoices:
        """As `ChoicesRecipe.choices`."""
        return ProductChoices(lambda _: self.product, room)


def product_recipe(product: Product) -> ProductChoicesRecipe:
    """The recipe of a network with up to one question."""
    assert len(product.questions) <= 1
    return ProductChoicesRecipe(product)
