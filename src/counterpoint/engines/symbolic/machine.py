"""A model compiled to decision diagrams: its bits, steps and initial states."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property

from ...errors import Misuse, Refused
from ...model.action import Action
from ...model.model import Model
from ...terms.sort import size
from ...terms.term import Variable
from ...tuning import USUAL, Tuning
from .diagram import Diagram, Diagrams, Exhausted, Manager
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
    return Diagrams(BACKENDS[backend](bits, memory, tuning), tuning.aside_nodes)


class Machine:
    """A model compiled for one manager of decision diagrams.

    Operations expect sets of states with valid codes, such as `start` and all reachable states.
    """

    def __init__(self, model: Model, backend: str, memory: int, tuning: Tuning = USUAL) -> None:
        self.model = model
        self.backend = backend
        self.tuning = tuning
        self.parts = parts = model.parts
        supports = Supports()
        chosen = parts.chosen
        stands = next_values(parts.actions)
        sizes = {of.name: size(of.sort) for of in (*parts.variables, *chosen)}
        _require_narrow(sizes, tuning.values_split)
        twice = {
            variable.name
            for action in parts.actions
            if needs_next(action, sizes, supports, tuning)
            for variable, _ in action.updates
        }
        order = order_of(parts, supports, tuning, stands)
        places = Places(parts.variables, order, twice, chosen, stands)
        self.on: Diagrams = diagrams(backend, places.bits, memory, tuning)
        self.encoding = Encoding(parts.variables, places, self.on, tuning)
        self.translator = Translator(self.encoding)
        compiler = Compiler(self.encoding, self.translator, supports, tuning)
        self.valid = self.encoding.valid
        self.steps: tuple[Step, ...] = tuple(map(compiler.step, parts.actions))
        if chosen and any(action.rests for action in parts.actions):
            self.steps = tuple(self._resting())
        self.start = self.valid & self.translator.truth(parts.start)

    def _resting(self) -> Iterator[Step]:
        """The steps, where rests are enabled only where nothing else is.

        If no action chooses values, the guards of rests say so already.
        """
        moving = [(step, step.far) for step in self.steps if not step.action.rests]
        nothing = ~self.where_enabled(moving, self.valid)
        for step in self.steps:
            yield replace(step, far=step.far & nothing) if step.action.rests else step

    def settle(self, states: Diagram) -> None:
        """From now on steps are taken from these states only, which can make relations simpler.

        The first relation that would need too large a diagram ends this: the others stay as well.
        """
        steps, left = list(self.steps), self.tuning.settled_nodes
        with suppress(Exhausted):
            for at, step in enumerate(steps):
                if step.relation is None:
                    continue
                found = step.within(states, left)
                if found is None or found.relation is None:
                    break
                steps[at] = found
                left -= found.relation.size
        self.steps = tuple(steps)
        vars(self).pop("batches", None)

    @cached_property
    def batches(self) -> list[Batch]:
        """All steps, grouped by the part `far` of their guards."""
        return batches((step.far, step.moves) for step in self.steps)

    def enabled(self, among: Diagram) -> Diagram:
        """The states of `among` in which some action is enabled."""
        return self.where_enabled(((step, step.far) for step in self.steps), among)

    def where_enabled(self, steps: Iterable[tuple[Step, Diagram]], among: Diagram) -> Diagram:
        """The states of `among` in which some step is enabled and its diagram is true.

        The diagram replaces the step's `far`, and implies it. A common one is used once.
        """
        by_far: dict[Diagram, Diagram] = {}
        found = self.on.false
        for step, far in steps:
            if step.choice is None:
                by_far[far] = by_far.get(far, self.on.false) | step.near
            else:
                found = found | step.enabled(among & far)
        return found | among & self.on.union(far & near for far, near in by_far.items())

    def leaving(self, among: Diagram) -> Diagram:
        """The states of `among` in which some action would give a value outside its sort."""
        return self.on.union(step.leaving(among) for step in self.steps)


def next_values(actions: Iterable[Action]) -> dict[str, str]:
    """The chosen variables that are the next value of a variable in every action that chooses them,
    with that variable."""
    found: dict[str, set[str]] = {}
    for action in actions:
        updated: dict[str, set[str]] = {}
        for variable, term in action.updates:
            if isinstance(term, Variable) and term.sort == variable.sort:
                updated.setdefault(term.name, set()).add(variable.name)
        for of in action.chosen:
            own = updated.get(of.name, set())
            found[of.name] = found.get(of.name, own) & own
    return {name: min(of) for name, of in found.items() if of}


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
