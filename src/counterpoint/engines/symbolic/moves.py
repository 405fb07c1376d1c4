"""Actions as maps of regions: one small map an action, never one relation for the whole system.

A *move* is what an action does with the variables that it changes; all others stay untouched. Where
the new values are known, the image forgets the old ones and puts the new ones in their place.
Elsewhere a relation between the current and the next bits of the changed variables says it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import Any, Protocol, TypeAlias

from ...data import dataclass
from ...model.action import Action
from ...terms.apply import conjuncts
from ...terms.sort import code, is_member, size
from ...terms.term import Literal, Variable
from ...tuning import Tuning
from .diagram import Diagram
from .encoding import Encoding
from .support import Supports
from .translate import Partition, Translator


class Move(Protocol):
    """A map of regions; what else must be true for it is the `guard` of its batch."""

    def image(self, region: Diagram) -> Diagram:
        """Where it leads from the region."""

    def preimage(self, region: Diagram) -> Diagram:
        """From where it leads into the region."""


Codes: TypeAlias = Mapping[int, Diagram]
"""For each code that a new value can have, where it has it."""


@dataclass(frozen=True, slots=True)
class Put:
    """Where `when` is true, the changed variables get the values that `then` says."""

    when: Diagram
    then: Diagram
    changed: Any

    def image(self, region: Diagram) -> Diagram:
        return region.and_exists(self.when, self.changed) & self.then

    def preimage(self, region: Diagram) -> Diagram:
        return self.when & region.and_exists(self.then, self.changed)


@dataclass(frozen=True, slots=True)
class Relate:
    """The current bits and the next bits of the changed variables stand in this relation."""

    relation: Diagram
    now: Any
    next: Any
    advance: Any
    back: Any

    def image(self, region: Diagram) -> Diagram:
        return region.and_exists(self.relation, self.now).rename(self.advance)

    def preimage(self, region: Diagram) -> Diagram:
        return region.rename(self.back).and_exists(self.relation, self.next)


@dataclass(frozen=True, slots=True)
class Step:
    """An action over decision diagrams; it can happen where `near` and `far` are true.

    `near` is about changed variables only, and the moves know it. `outside` is where a new value
    would not be one of its variable's.
    """

    action: Action
    near: Diagram
    far: Diagram
    outside: Diagram
    moves: tuple[Move, ...]

    @property
    def enabled(self) -> Diagram:
        """Where it can happen."""
        return self.near & self.far


Sizes: TypeAlias = Mapping[str, int]
"""How many values each variable has, by its name."""


def needs_next(action: Action, sizes: Sizes, supports: Supports, tuning: Tuning) -> bool:
    """Whether an action may have too many combinations of new values to look at each."""
    terms = [term for _, term in action.updates if not isinstance(term, Literal)]
    read = frozenset[str]().union(*map(supports.of, terms))
    results = prod(size(term.sort) for term in terms)
    return min(results, prod(sizes[name] for name in read)) > tuning.cases_most


class Compiler:
    """Actions brought into decision diagrams."""

    def __init__(
        self, encoding: Encoding, translator: Translator, supports: Supports, tuning: Tuning
    ) -> None:
        self.tuning = tuning
        self.encoding = encoding
        self.translator = translator
        self.supports = supports
        self._on = encoding.on
        self._sizes = {v.name: size(v.sort) for v in encoding.variables}

    def step(self, action: Action) -> Step:
        """One action as a step."""
        near, far = self._guard(action)
        updates = [(v, self.translator.partition(term)) for v, term in action.updates]
        outside = self._on.union(
            where
            for variable, partition in updates
            for (_, given), where in partition.items()
            if not is_member(variable.sort, given)
        )
        inside = [(v, self._codes(v, partition)) for v, partition in updates]
        if outside:
            outside = outside & near & far
        if needs_next(action, self._sizes, self.supports, self.tuning):
            moves: tuple[Move, ...] = (self._relate(near, inside),)
        else:
            moves = tuple(self._puts(near, inside))
        return Step(action, near, far, outside, moves)

    def _guard(self, action: Action) -> tuple[Diagram, Diagram]:
        """The parts of the guard that are about changed variables only, and all others."""
        changed = {variable.name for variable, _ in action.updates}
        near, far = self._on.true, self._on.true
        for term in conjuncts(action.guard):
            if self.supports.of(term) <= changed:
                near = near & self.translator.truth(term)
            else:
                far = far & self.translator.truth(term)
        return near, far

    def _codes(self, variable: Variable, partition: Partition) -> Codes:
        """The partition by code, without what is outside of the variable's sort."""
        return {
            code(variable.sort, given): where
            for (_, given), where in partition.items()
            if is_member(variable.sort, given)
        }

    def _puts(self, near: Diagram, updates: Sequence[tuple[Variable, Codes]]) -> Iterator[Put]:
        cases: list[tuple[Diagram, list[tuple[int, bool]]]] = [(near, [])]
        for variable, codes in updates:
            cases = [
                (both, literals + self.encoding.literals(variable.name, number))
                for when, literals in cases
                for number, where in codes.items()
                if (both := when & where)
            ]
        changed = self._on.quantifier(self._now(updates))
        return (Put(when, self._on.cube(literals), changed) for when, literals in cases)

    def _relate(self, near: Diagram, updates: Sequence[tuple[Variable, Codes]]) -> Relate:
        relation = near
        for variable, codes in updates:
            relation = relation & self._on.union(
                where & self.encoding.has_code(variable.name, number, after=True)
                for number, where in codes.items()
            )
        now = self._now(updates)
        after = [bit for v, _ in updates for bit in self.encoding.places.next[v.name]]
        return Relate(
            relation,
            self._on.quantifier(now),
            self._on.quantifier(after),
            self._on.renaming(zip(after, now, strict=True)),
            self._on.renaming(zip(now, after, strict=True)),
        )

    def _now(self, updates: Sequence[tuple[Variable, Codes]]) -> list[int]:
        return [bit for v, _ in updates for bit in self.encoding.places.now[v.name]]


@dataclass(frozen=True, slots=True)
class Batch:
    """Moves that have the rest of their guards, `far`, in common."""

    far: Diagram
    moves: tuple[Move, ...]

    def image(self, region: Diagram) -> Diagram:
        """Where the moves lead from the region."""
        base = region & self.far
        return base.on.union(move.image(base) for move in self.moves if base)

    def preimage(self, region: Diagram, among: Diagram) -> Diagram:
        """Of the states in `among`, those from which some move leads into the region."""
        base = self.far & among if region else region
        if not base:
            return base
        return base & region.on.union(move.preimage(region) for move in self.moves)


def batches(parts: Iterable[tuple[Diagram, Sequence[Move]]]) -> list[Batch]:
    """Batches of moves from pairs of a `far` guard and moves, in their order."""
    found: dict[Diagram, list[Move]] = {}
    for far, moves in parts:
        if far:
            found.setdefault(far, []).extend(moves)
    return [Batch(far, tuple(moves)) for far, moves in found.items()]
