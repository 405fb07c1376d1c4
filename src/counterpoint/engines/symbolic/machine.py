"""A model in decision diagrams: its bits, its steps, its initial states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from ...errors import Refused
from ...model.model import Model
from ...terms.sort import size
from ...tuning import USUAL, Tuning
from .backend import diagrams
from .diagram import Diagram, Diagrams
from .encoding import Encoding, Places
from .moves import Batch, Compiler, Step, batches, needs_next
from .order import order_of
from .support import Supports
from .translate import Translator


class Machine:
    """A model compiled for one manager of decision diagrams.

    What is asked of it are sets of valid codes, such as `start` and all that is reached from there.
    """

    def __init__(self, model: Model, backend: str, memory: int, tuning: Tuning = USUAL) -> None:
        self.model = model
        self.tuning = tuning
        self.parts = parts = model.parts
        supports = Supports()
        sizes = {variable.name: size(variable.sort) for variable in parts.variables}
        _require_narrow(sizes, tuning.values_split)
        twice = {
            variable.name
            for action in parts.actions
            if needs_next(action, sizes, supports, tuning)
            for variable, _ in action.updates
        }
        places = Places(parts.variables, order_of(parts, supports, tuning), twice)
        self.on: Diagrams = diagrams(backend, places.bits, memory, tuning)
        self.encoding = Encoding(parts.variables, places, self.on)
        self.translator = Translator(self.encoding)
        compiler = Compiler(self.encoding, self.translator, supports, tuning)
        self.steps: tuple[Step, ...] = tuple(map(compiler.step, parts.actions))
        self.valid = self.encoding.valid
        self.start = self.valid & self.translator.truth(parts.start)

    @cached_property
    def batches(self) -> list[Batch]:
        """All steps, those with a common guard together."""
        return batches((step.far, step.moves) for step in self.steps)

    @cached_property
    def enabled(self) -> Diagram:
        """Where something can happen."""
        return self.where_enabled((step.near, step.far) for step in self.steps)

    def where_enabled(self, guards: Iterable[tuple[Diagram, Diagram]]) -> Diagram:
        """Where both halves of some guard are true; what stands in many guards is met once."""
        by_far: dict[Diagram, Diagram] = {}
        for near, far in guards:
            by_far[far] = by_far.get(far, self.on.false) | near
        return self.on.union(far & near for far, near in by_far.items())

    @cached_property
    def outside(self) -> Diagram:
        """Where some action would give a variable a value that is not one of its sort."""
        return self.on.union(step.outside for step in self.steps)


def _require_narrow(sizes: Mapping[str, int], widest: int) -> None:
    """Raise `Refused` for a variable of so many values that terms cannot be split by them."""
    for name, values in sizes.items():
        if values > widest:
            raise Refused(
                f"{name} ranges over {values:,} values, and decision diagrams split terms by the "
                f"values they can have: at most {widest:,}. Ask the explicit engine"
            )


def image(parts: Iterable[Batch], region: Diagram) -> Diagram:
    """Where the batches lead from the region in one step."""
    return region.on.union(part.image(region) for part in parts)


def preimage(parts: Iterable[Batch], region: Diagram, among: Diagram) -> Diagram:
    """Of the states in `among`, those from which some step of the batches leads into the region."""
    return region.on.union(part.preimage(region, among) for part in parts)
