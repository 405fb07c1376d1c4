"""A model compiled to decision diagrams: its bits, steps and initial states."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from ...errors import Misuse, Refused
from ...model.model import Model
from ...terms.sort import size
from ...tuning import USUAL, Tuning
from .diagram import Diagram, Diagrams, Manager
from .encoding import Encoding, Places
from .moves import Batch, Compiler, Step, batches, needs_next
from .order import order_of
from .support import Supports
from .translate import Translator
from .with_dd import DdManager
from .with_oxidd import OxiddManager

BACKENDS: dict[str, Callable[[int, int, Tuning], Manager]] = {
    "oxidd": OxiddManager,
    "dd": DdManager,
}
"""The available packages: OxiDD, with a fixed order of bits, and CUDD through dd, which sifts."""


def diagrams(backend: str, bits: int, memory: int, tuning: Tuning = USUAL) -> Diagrams:
    """The functions of `bits` bits, in at most `memory` bytes.

    Raises `Misuse` for an unknown backend, `Refused` if its package is missing.

    >>> on = diagrams("oxidd", 2, 1 << 20)
    >>> (on.bit(0) | on.bit(1)).count(2)
    3
    """
    if backend not in BACKENDS:
        raise Misuse(f"there is no backend {backend!r}; there are {', '.join(BACKENDS)}")
    return Diagrams(BACKENDS[backend](bits, memory, tuning))


class Machine:
    """A model compiled for one manager of decision diagrams.

    Operations expect sets of states with valid codes, such as `start` and all reachable states.
    """

    def __init__(self, model: Model, backend: str, memory: int, tuning: Tuning = USUAL) -> None:
        self.model = model
        self.tuning = tuning
        self.parts = parts = model.parts
        if any(action.chosen for action in parts.actions):
            raise Refused("decision diagrams do not hold actions that choose values")
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
        """All steps, grouped by the part `far` of their guards."""
        return batches((step.far, step.moves) for step in self.steps)

    @cached_property
    def enabled(self) -> Diagram:
        """The states in which some action is enabled."""
        return self.where_enabled((step.near, step.far) for step in self.steps)

    def where_enabled(self, guards: Iterable[tuple[Diagram, Diagram]]) -> Diagram:
        """The states in which both parts of some guard are true; a common `far` is used once."""
        by_far: dict[Diagram, Diagram] = {}
        for near, far in guards:
            by_far[far] = by_far.get(far, self.on.false) | near
        return self.on.union(far & near for far, near in by_far.items())

    @cached_property
    def outside(self) -> Diagram:
        """The states in which some action would give a variable a value outside its sort."""
        return self.on.union(step.outside for step in self.steps)


def _require_narrow(sizes: Mapping[str, int], widest: int) -> None:
    """Raise `Refused` for a variable with more than `widest` values."""
    for name, values in sizes.items():
        if values > widest:
            raise Refused(
                f"{name} ranges over {values:,} values, and decision diagrams split terms by the "
                f"values they can have: at most {widest:,}. Ask the explicit engine"
            )


def image(parts: Iterable[Batch], region: Diagram) -> Diagram:
    """The successors of the region by one step of the batches."""
    return region.on.union(part.image(region) for part in parts)


def preimage(parts: Iterable[Batch], region: Diagram, among: Diagram) -> Diagram:
    """The states of `among` from which some step of the batches leads into the region."""
    return region.on.union(part.preimage(region, among) for part in parts)
