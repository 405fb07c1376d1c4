"""How workers of a cluster make the steps of a specification."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ....data import dataclass
from ....depth import roomy
from ....errors import Refused
from ....tuning import Tuning
from ...base.cluster import needs_ray
from ...base.limits import Limits
from ...base.task import Task
from ..levels.of_factored import FactoredStepper, Saved
from ..levels.shared_values import Numbers


@dataclass(frozen=True, slots=True)
class SpecifiedRecipe:
    """A specification and what is asked of it, as bytes: a `Recipe`."""

    data: bytes
    """A compressed pickle of a function that makes the factored system with a division."""
    saved: Saved
    identity: str
    limits: Limits
    tuning: Tuning
    numbers: Numbers | None = None

    @property
    def values(self) -> Sequence[Sequence[Any]]:
        """As `Recipe.values`."""
        found: Sequence[Sequence[Any]] = self.saved.division.values
        return found

    def sharing(self, numbers: Numbers) -> SpecifiedRecipe:
        """As `Recipe.sharing`."""
        return replace(self, numbers=numbers)

    def stepper(self, room: int) -> FactoredStepper:
        """As `Recipe.stepper`."""
        division, numbers = self.saved.division, self.numbers
        if numbers is not None:
            division = replace(division, source=numbers.numbered)
        system = self.make()(division=division)
        stepper = FactoredStepper(system, self.task, self.identity, self.saved.bits)
        if numbers is not None:
            stepper.share(numbers)
        return stepper.apart(room)

    def make(self) -> Any:
        """The function that makes the factored system with a `division`."""
        return roomy(lambda: pickle.loads(zlib.decompress(self.data)))

    @property
    def task(self) -> Task:
        """What the search of a worker heeds."""
        return Task(limits=self.limits, tuning=self.tuning)


def recipe_of(make: Any, stepper: FactoredStepper, task: Task) -> SpecifiedRecipe:
    """The recipe of a stepper; `make` can make its system again.

    Raises `Refused` without Ray, or if the specification cannot be sent.
    """
    try:
        from ray import cloudpickle  # which can send closures too
    except ImportError as error:
        raise needs_ray(error) from None
    try:
        dumps: Callable[[Any], bytes] = cloudpickle.dumps
        data = zlib.compress(roomy(lambda: dumps(make)))
    except Exception as error:  # whatever a value raises when it is copied
        raise Refused(f"the module cannot be sent to workers: {error}") from None
    return SpecifiedRecipe(data, stepper.saved, stepper.identity, task.limits, task.tuning)
