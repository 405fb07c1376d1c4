"""Fair paths: the states from which an automaton accepts some infinite run that is fair.

The automaton is explicit and the states are diagrams: a set of pairs has one diagram for each state
of the automaton. The algorithm computes the greatest set Z of pairs each of which has a step within
Z; a path within Z to each acceptance mark; for each weak fairness condition, a path within Z to one
of its steps, or to a state where none is enabled; and for each strong one, if one of its steps is
enabled in the pair, a path within Z to such a step. From every pair of Z, a run can enter a bottom
component of Z, in which it satisfies all this infinitely often.

Emerson and Lei: Modalities for model checking. Sci. Comput. Programming 8, 1987. Kesten, Pnueli and
Raviv: Algorithmic verification of linear temporal logic specifications. ICALP 1998.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from typing import TypeAlias

from ...data import dataclass
from ...logic.automata.automaton import Automaton
from .diagram import Diagram
from .explore import Space
from .machine import preimage
from .moves import Batch, batches

Pairs: TypeAlias = list[Diagram]
"""A set of pairs of an automaton state and a state of the space: a diagram per automaton state."""

Back: TypeAlias = Callable[[Pairs], Pairs]
"""Returns the pairs from which steps of a certain kind lead into the given ones."""


def fair_paths(space: Space, automaton: Automaton, letters: Sequence[Diagram]) -> Diagram:
    """The states from which the automaton accepts some fair path."""
    product = Product(space, automaton, letters)
    fair = product.reaching([space.everything] * automaton.states, product.core())
    return space.machine.on.union(fair[number] for number in automaton.initial)


@dataclass(frozen=True, slots=True)
class Edge:
    """A transition of the automaton, with the states that it can read."""

    source: int
    target: int
    reads: Diagram
    marks: frozenset[int]


@dataclass(frozen=True, slots=True)
class _Condition:
    """A fairness condition: its steps, and the states in which none of them is enabled."""

    strong: bool
    steps: list[Batch]
    none: Diagram


class Product:
    """Pairs of a state of an automaton and a state of a space, with the steps between them."""

    def __init__(self, space: Space, automaton: Automaton, letters: Sequence[Diagram]) -> None:
        self.machine = space.machine
        self.everything = space.everything
        self.rests = space.everything - space.enabled
        self.automaton = automaton
        self._cores, self._key = space.cores, (automaton, tuple(letters))
        self.edges = list(self._edges(letters))
        self.fairness_conditions = [
            self._condition(f.strong, f.labels) for f in self.machine.parts.fairness
        ]

    def _edges(self, letters: Sequence[Diagram]) -> Iterator[Edge]:
        for transition in self.automaton.transitions:
            reads = self.everything
            for letter in sorted(transition.true):
                reads = reads & letters[letter]
            for letter in sorted(transition.false):
                reads = reads - letters[letter]
            if reads:
                yield Edge(transition.source, transition.target, reads, transition.marks)

    def _condition(self, strong: bool, labels: Sequence[str]) -> _Condition:
        steps = [step for step in self.machine.steps if step.action.label in labels]
        enabled = self.machine.where_enabled(((step, step.far) for step in steps), self.everything)
        moves = batches((step.far, step.moves) for step in steps)
        return _Condition(strong, moves, self.everything - enabled)

    def core(self) -> Pairs:
        """Pairs from which a fair run is accepted; those visited infinitely often are all in it.

        The space keeps it: the run that shows an answer starts where the answer ended.
        """
        if self._key not in self._cores:
            self._cores[self._key] = self._core()
        return self._cores[self._key]

    def _core(self) -> Pairs:
        pairs = [self.everything] * self.automaton.states
        aims = list(self._aims())
        while True:
            before = pairs
            pairs = both(pairs, self.before(pairs))
            for back, excused in aims:
                near = self.reaching(pairs, both(pairs, back(pairs)))
                pairs = [n | (p & excused) for n, p in zip(near, pairs, strict=True)]
            if pairs == before:
                return pairs

    def _aims(self) -> Iterator[tuple[Back, Diagram]]:
        """The goals that must be reachable: each the last step to it, and the states exempted."""
        for mark in range(self.automaton.acceptance):
            yield self._marked(mark), self.machine.on.false
        for condition in self.fairness_conditions:
            if condition.strong:
                yield self._taken(condition), condition.none
            else:
                yield self._taken_or_none(condition), self.machine.on.false

    def _marked(self, mark: int) -> Back:
        return lambda pairs: self.before(pairs, self.marked(mark))

    def marked(self, mark: int) -> list[Edge]:
        """The transitions of an acceptance set."""
        return [edge for edge in self.edges if mark in edge.marks]

    def _taken(self, condition: _Condition) -> Back:
        return lambda pairs: self._read(
            [self._led_to(p, condition.steps) for p in pairs], self.edges
        )

    def _taken_or_none(self, condition: _Condition) -> Back:
        taken = self._taken(condition)

        def back(pairs: Pairs) -> Pairs:
            idle = [before & condition.none for before in self.before(pairs)]
            return [t | i for t, i in zip(taken(pairs), idle, strict=True)]

        return back

    def reaching(self, held: Pairs, goal: Pairs) -> Pairs:
        """The goal, and the pairs from which a path through `held` leads to it."""
        found, fresh = goal, goal
        while any(fresh):
            fresh = [
                (before & hold) - old
                for before, hold, old in zip(self.before(fresh), held, found, strict=True)
            ]
            found = [old | new for old, new in zip(found, fresh, strict=True)]
        return found

    def before(self, pairs: Pairs, edges: Sequence[Edge] | None = None) -> Pairs:
        """The pairs from which a step leads into the given ones, by some of the transitions."""
        read = self.edges if edges is None else edges
        return self._read([self._step_to(p) for p in pairs], read)

    def _step_to(self, states: Diagram) -> Diagram:
        """The states from which a step, or a rest, leads into the given ones."""
        found = self._led_to(states, self.machine.batches)
        return found | self.rests & states if self.rests else found

    def _led_to(self, states: Diagram, steps: Sequence[Batch]) -> Diagram:
        return preimage(steps, states, self.everything)

    def _read(self, before: Pairs, edges: Sequence[Edge]) -> Pairs:
        """The source pairs of edges that read a state which `before` has for their target."""
        found = [self.machine.on.false] * self.automaton.states
        for edge in edges:
            found[edge.source] = found[edge.source] | edge.reads & before[edge.target]
        return found


def both(left: Pairs, right: Pairs) -> Pairs:
    return [one & other for one, other in zip(left, right, strict=True)]


def one_of(parts: Iterable[Pairs]) -> Pairs:
    """The pairs that are in some of the parts, of which there must be one."""
    return reduce(lambda left, right: [a | b for a, b in zip(left, right, strict=True)], parts)
