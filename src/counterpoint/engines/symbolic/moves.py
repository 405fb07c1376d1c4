"""Actions as maps of regions: a transition relation partitioned into one small part per action.

A *move* maps only the variables that an action changes; all others keep their values. If the new
values are constants, the image quantifies the old values and adds the new ones. Otherwise the move
is a relation between the current and the next bits of the changed variables, as it is for actions
that choose values.

Burch, Clarke and Long: Symbolic model checking with partitioned transition relations. VLSI 1991.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import prod
from typing import Any, Protocol, TypeAlias

from ...data import dataclass
from ...model.action import Action
from ...terms.apply import conjuncts
from ...terms.sort import Bool, SetOf, code, is_member, size
from ...terms.term import Literal, Term, Variable
from ...tuning import Tuning
from .diagram import Diagram
from .encoding import Encoding
from .relate import Bits, Part, Relate, Schedule
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
class Step:
    """An action in decision diagrams; it is enabled where `near` and `far` are true.

    `near` depends on changed variables only, and is part of the moves. `outside` are the states in
    which the action would give a variable a value outside its sort. Where the action chooses
    values, `choice` has what else it needs, and then `near` is true and `outside` false.
    """

    action: Action
    near: Diagram
    far: Diagram
    outside: Diagram
    moves: tuple[Move, ...]
    choice: Choice | None = None

    def enabled(self, among: Diagram) -> Diagram:
        """The states of `among` in which it is enabled."""
        here = among & self.far & self.near
        return here if self.choice is None or not here else self.choice.guard.of(here)

    @property
    def relation(self) -> Relate | None:
        """Its only move, if that is a relation."""
        move = self.moves[0] if self.moves else None
        return move if isinstance(move, Relate) else None

    def within(self, region: Diagram, most: int) -> Step | None:
        """The same step from the states of a region, as one diagram; None if it needs more than
        `most` nodes, or is no relation."""
        relation = self.relation
        found = None if relation is None else relation.within(region & self.far, most)
        return None if found is None else replace(self, moves=(found,))

    def leaving(self, among: Diagram) -> Diagram:
        """The states of `among` in which it would give a variable a value outside its sort."""
        here = among & self.outside
        if self.choice is None:
            return here
        return here.on.union(of.of(among & self.far) for of in self.choice.outside)


@dataclass(frozen=True, slots=True)
class Choice:
    """What an action chooses: where some choice satisfies the guard, and for each variable that may
    get a value outside its sort, where some choice that satisfies the guard gives it one."""

    guard: Schedule
    outside: tuple[Schedule, ...]


Sizes: TypeAlias = Mapping[str, int]
"""The number of values of each variable, by its name."""


def needs_next(action: Action, sizes: Sizes, supports: Supports, tuning: Tuning) -> bool:
    """Whether an action is a relation: it chooses values, or may have too many combinations of new
    values for one `Put` each."""
    if action.chosen:
        return True
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
        if action.chosen:
            return self._choosing(action)
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
            moves: tuple[Move, ...] = (self._relate(action),)
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

    # Relations

    def _relate(self, action: Action) -> Relate:
        changed = {variable.name for variable, _ in action.updates}
        guard = [
            self._part(term)
            for term in conjuncts(action.guard)
            if self.supports.of(term) <= changed
        ]
        return self._relation(guard, action.updates, ())

    def _choosing(self, action: Action) -> Step:
        chosen = {variable.name for variable in action.chosen}
        far, guard = self._on.true, [self._valid(variable) for variable in action.chosen]
        for term in conjuncts(action.guard):
            if self.supports.of(term) & chosen:
                guard.append(self._part(term))
            else:
                far = far & self.translator.truth(term)
        updates = [(v, term) for v, term in action.updates if not _is(term, v.name)]
        bits = [bit for name in chosen for bit in self.encoding.places.of(name)]
        outside = [part for v, term in updates for part in self._outside(v, term)]
        choice = Choice(
            Schedule(self._on, guard, bits),
            tuple(Schedule(self._on, [*guard, part], bits) for part in outside),
        )
        moves = (self._relation(guard, updates, bits),)
        on = self._on
        return Step(action, on.true, far, on.false, moves, choice)

    def _relation(
        self,
        guard: Sequence[Part],
        updates: Sequence[tuple[Variable, Term]],
        chosen: Iterable[int],
    ) -> Relate:
        places = self.encoding.places
        parts = [*guard, *(part for v, term in updates for part in self._updated(v, term))]
        now = tuple(bit for v, _ in updates for bit in places.now[v.name])
        after = tuple(bit for v, _ in updates for bit in places.next[v.name])
        bits = Bits(now, after, frozenset(chosen) - set(after))
        return Relate(self._on, parts, bits, self.tuning.cluster_nodes)

    def _part(self, term: Term) -> Part:
        return Part(self.translator.truth(term), self._bits(term))

    def _bits(self, term: Term) -> frozenset[int]:
        places = self.encoding.places
        return frozenset(bit for name in self.supports.of(term) for bit in places.of(name))

    def _valid(self, variable: Variable) -> Part:
        """The codes of a chosen variable that stand for a value."""
        bits = self.encoding.places.of(variable.name)
        return Part(self.encoding.below(bits, size(variable.sort)), frozenset(bits))

    def _updated(self, variable: Variable, term: Term) -> Iterator[Part]:
        """Conjuncts that say that the next value of a variable is that of a term."""
        after, read = self.encoding.places.next[variable.name], self._bits(term)
        if _is(term, *self._standing(variable)):
            return
        if isinstance(variable.sort, SetOf) and term.sort == variable.sort:
            held = self.translator.members(term)
            for member, bit in zip(variable.sort.members, reversed(after), strict=True):
                yield self._bit(bit, held.get(member, self._on.false), read)
        elif isinstance(variable.sort, Bool) and term.sort == variable.sort:
            yield self._bit(after[0], self.translator.truth(term), read)
        else:
            codes = self._codes(variable, self.translator.partition(term))
            cubes = self.encoding.codes(variable.name, codes, after=True)
            holds = self._on.union(where & cubes[number] for number, where in codes.items())
            yield Part(holds, read | {*after})

    def _bit(self, bit: int, value: Diagram, read: frozenset[int]) -> Part:
        after = self._on.bit(bit)
        return Part(value.ite(after, ~after), read | {bit})

    def _standing(self, variable: Variable) -> list[str]:
        """The chosen variables that have the bits of the next value of a variable."""
        stands = self.encoding.places.stands
        return [name for name, of in stands.items() if of == variable.name]

    def _outside(self, variable: Variable, term: Term) -> Iterator[Part]:
        """Where a term has a value outside the sort of a variable; nothing if that cannot be."""
        if term.sort == variable.sort:
            return
        bad = self._on.union(
            where
            for (_, given), where in self.translator.partition(term).items()
            if not is_member(variable.sort, given)
        )
        if bad:
            yield Part(bad, self._bits(term))

    def _now(self, updates: Sequence[tuple[Variable, Codes]]) -> list[int]:
        return [bit for v, _ in updates for bit in self.encoding.places.now[v.name]]


def _is(term: Term, *names: str) -> bool:
    """Whether a term is one of the variables with these names."""
    return isinstance(term, Variable) and term.name in names


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
