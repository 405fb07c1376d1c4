"""Fair paths, compared with a search for components in the product, pair by pair."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.engines.symbolic.algebra import SymbolicAlgebra
from counterpoint.engines.symbolic.explore import explore
from counterpoint.engines.symbolic.region import DiagramRegion
from counterpoint.logic.automata.automaton import Automaton, Transition
from counterpoint.logic.core import Truth
from counterpoint.model.model import Model
from counterpoint.model.step import Step, step
from counterpoint.terms.term import Term

from .brute_force import Brute, State, States
from .games import counters
from .models import conditions, models
from .trying import often

Pair: TypeAlias = tuple[State, int]

LETTERS = 2


@dataclass(frozen=True)
class Edge:
    source: Pair
    target: Pair
    label: object
    marks: frozenset[int]


@st.composite
def automata(draw: st.DrawFn) -> Automaton:
    """An automaton with up to three states, two letters and two acceptance sets."""
    states = draw(st.integers(1, 3))
    acceptance = draw(st.integers(0, 2))
    letters = st.frozensets(st.integers(0, LETTERS - 1), max_size=1)
    number = st.integers(0, states - 1)
    marks = st.frozensets(st.integers(0, acceptance - 1)) if acceptance else st.just(frozenset())
    transition = st.builds(Transition, number, letters, letters, number, marks)
    transitions = draw(st.lists(transition, min_size=3, max_size=8))
    initial = draw(st.lists(number, min_size=1, unique=True))
    closed = (Truth(True),) * LETTERS
    return Automaton(states, tuple(initial), closed, tuple(transitions), acceptance)


class Product:
    """The product of a model and an automaton, all of its edges written out."""

    def __init__(self, brute: Brute, automaton: Automaton, letters: list[States]) -> None:
        self.brute = brute
        self.automaton = automaton
        self.edges = [
            Edge((state, t.source), (move.target, t.target), move.label, t.marks)
            for t in automaton.transitions
            for state, moves in brute.moves.items()
            if all(state in letters[n] for n in t.true)
            and not any(state in letters[n] for n in t.false)
            for move in moves
        ]

    def fair(self) -> States:
        """The states from which some fair path is accepted."""
        good = set(self._accepting(self.edges))
        before: dict[Pair, list[Pair]] = {}
        for edge in self.edges:
            before.setdefault(edge.target, []).append(edge.source)
        waiting = list(good)
        while waiting:
            for pair in before.get(waiting.pop(), ()):
                if pair not in good:
                    good.add(pair)
                    waiting.append(pair)
        initial = self.automaton.initial
        return frozenset(s for s in self.brute.states if any((s, q) in good for q in initial))

    def _accepting(self, edges: list[Edge]) -> Iterator[Pair]:
        """The pairs of components in which a run can do all that it owes, for ever."""
        for inside in components(edges):
            pairs = {edge.source for edge in inside}
            needless = set()
            for fairness in self.brute.model.fairness:
                if fairness.strong and not any(e.label in fairness.labels for e in inside):
                    needless |= {p for p in pairs if self._enabled(p, fairness.labels)}
            if needless:
                kept = [e for e in inside if not {e.source, e.target} & needless]
                yield from self._accepting(kept)
            elif self._pays(inside, pairs):
                yield from pairs

    def _pays(self, inside: list[Edge], pairs: set[Pair]) -> bool:
        marks = frozenset[int]().union(*(edge.marks for edge in inside))
        return len(marks) == self.automaton.acceptance and all(
            any(edge.label in fairness.labels for edge in inside)
            or not all(self._enabled(pair, fairness.labels) for pair in pairs)
            for fairness in self.brute.model.fairness
            if not fairness.strong
        )

    def _enabled(self, pair: Pair, labels: Container[str]) -> bool:
        return any(move.label in labels for move in self.brute.moves[pair[0]])


def components(edges: list[Edge]) -> list[list[Edge]]:
    """The edges within each strongly connected component, by comparing what is reached."""
    after: dict[Pair, set[Pair]] = {}
    for edge in edges:
        after.setdefault(edge.source, set()).add(edge.target)
    order: list[Pair] = []
    seen: set[Pair] = set()
    for root in after:
        _finish(root, after, seen, order)
    before: dict[Pair, set[Pair]] = {}
    for edge in edges:
        before.setdefault(edge.target, set()).add(edge.source)
    of: dict[Pair, Pair] = {}
    for root in reversed(order):
        members: list[Pair] = []
        _finish(root, before, set(of), members)
        of.update((pair, root) for pair in members if pair not in of)
    found: dict[Pair, list[Edge]] = {}
    for edge in edges:
        if of[edge.source] == of[edge.target]:
            found.setdefault(of[edge.source], []).append(edge)
    return list(found.values())


def _finish(root: Pair, after: dict[Pair, set[Pair]], seen: set[Pair], order: list[Pair]) -> None:
    """Add what is reached from the root and was not seen, each pair after what it leads to."""
    if root in seen:
        return
    seen.add(root)
    waiting = [(root, iter(after.get(root, ())))]
    while waiting:
        pair, rest = waiting[-1]
        for target in rest:
            if target not in seen:
                seen.add(target)
                waiting.append((target, iter(after.get(target, ()))))
                break
        else:
            waiting.pop()
            order.append(pair)


@pytest.mark.slow
def test_fair_paths_are_those_of_brute_force(backend: str) -> None:
    @often(backend, 2)
    @given(models(), automata(), conditions(), conditions())
    def agree(model: Model, automaton: Automaton, one: Term, other: Term) -> None:
        brute = Brute(model)
        space = explore(model, backend=backend)
        truth = space.machine.translator.truth
        letters = [DiagramRegion(space, truth(term) & space.everything) for term in (one, other)]
        expected = Product(brute, automaton, [brute.where(one), brute.where(other)]).fair()
        assert set(SymbolicAlgebra(space).paths(automaton, letters)) == expected

    agree()


ALWAYS_OFF = Automaton(1, (0,), (Truth(True),), (Transition(0, frozenset(), frozenset({0}), 0),), 0)


@pytest.mark.parametrize(
    ("condition", "can_stay_off"), [("", True), ("weak", True), ("strong", False)]
)
def test_only_a_strong_promise_is_kept_where_steps_come_and_go(
    condition: str, can_stay_off: bool
) -> None:
    model = Model("door")
    closed, lit = model.var("closed", bool, init=True), model.var("lit", bool, init=False)

    @model.action
    def door() -> Step:
        return step(set={closed: ~closed})

    @model.action
    def light() -> Step:
        return step(when=closed & ~lit, set={lit: True})

    if condition:
        getattr(model, condition)("light")
    algebra = SymbolicAlgebra(explore(model))
    dark = algebra.paths(ALWAYS_OFF, [algebra.prop("lit")])
    assert bool(dark) == can_stay_off


def test_resting_for_ever_is_a_run() -> None:
    algebra = SymbolicAlgebra(explore(counters(2, 2)))
    done = algebra.prop("n[0] = 2 & n[1] = 2")
    always = Automaton(1, (0,), (Truth(True),), (Transition(0, frozenset({0}), frozenset(), 0),), 0)
    assert algebra.paths(always, [done]) == done
    assert not algebra.paths(always, [~done])
