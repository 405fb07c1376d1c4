"""Actions as maps of regions: a transition relation partitioned into one small part per action.

A *move* maps only the variables that an action changes; all others keep their values. If the new
values are constants, the image quantifies the old values and adds the new ones. Otherwise the move
is a relation between the current and the next bits of the changed variables.

Burch, Clarke and Long: Symbolic model checking with partitioned transition relations. VLSI 1991.
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
    """A map of regions; the rest of its guard is `far` in its batch."""

    def image(self, region: Diagram) -> Diagram:
        """The successors of the region."""

    def preimage(self, region: Diagram) -> Diagram:
        """The predecessors of the region."""


Codes: TypeAlias = Mapping[int, Diagram]
"""For each code that a new value can have, the states in which it has that code."""


@dataclass(frozen=True, slots=True)
class Put:
    """Where `when` is true, the `changed` variables get the values in the cube `then`."""

    when: Diagram
    then: Diagram
    changed: Any

    def image(self, region: Diagram) -> Diagram:
        return region.and_exists(self.when, self.changed) & self.then

    def preimage(self, region: Diagram) -> Diagram:
        return self.when & region.and_exists(self.then, self.changed)


@dataclass(frozen=True, slots=True)
class Relate:
    """A relation between the current and the next bits of the changed variables.

    `now` and `next` quantify these bits; `advance` renames next bits to current ones, `back` the
    reverse.
    """

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
    """An action in decision diagrams; it is enabled where `near` and `far` are true.

    `near` depends on changed variables only, and is part of the moves. `outside` are the states in
    which the action would give a variable a value outside its sort.
    """

    action: Action
    near: Diagram
    far: Diagram
    outside: Diagram
    moves: tuple[Move, ...]

    @property
    def enabled(self) -> Diagram:
        """The states in which it is enabled."""
        return self.near & self.far


Sizes: TypeAlias = Mapping[str, int]
"""The number of values of each variable, by its name."""


def needs_next(action: Action, sizes: Sizes, supports: Supports, tuning: Tuning) -> bool:
    """Whether an action may have too many combinations of new values for one `Put` each."""
    terms = [term for _, term in action.updates if not isinstance(term, Literal)]
    read = frozenset[str]().union(*map(supports.of, terms))
    results = prod(size(term.sort) for term in terms)
    return min(results, prod(sizes[name] for name in read)) > tuning.cases_most


class Compiler:
    """Compiles actions to decision diagrams."""

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
        """Compile one action."""
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
        """The conjuncts of the guard that depend on changed variables only, and all others."""
        changed = {variable.name for variable, _ in action.updates}
        near, far = self._on.true, self._on.true
        for term in conjuncts(action.guard):
            if self.supports.of(term) <= changed:
                near = near & self.translator.truth(term)
            else:
                far = far & self.translator.truth(term)
        return near, far

    def _codes(self, variable: Variable, partition: Partition) -> Codes:
        """The partition by codes, without values outside the variable's sort."""
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
    """Moves with the same rest of their guards, `far`."""

    far: Diagram
    moves: tuple[Move, ...]

    def image(self, region: Diagram) -> Diagram:
        """The successors of the region by the moves."""
        base = region & self.far
        return base.on.union(move.image(base) for move in self.moves if base)

    def preimage(self, region: Diagram, among: Diagram) -> Diagram:
        """The states of `among` from which some move leads into the region."""
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
