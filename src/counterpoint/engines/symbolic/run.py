"""Runs through regions: steps picked by diagrams, however many steps a state has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from ...errors import Fault
from ...logic.automata.automaton import Automaton
from ...model.system import REST, Label
from .diagram import Diagram
from .explore import Space, first_state
from .fair import Edge, Pairs, Product, both
from .moves import Batch

State: TypeAlias = tuple[Any, ...]

Taken: TypeAlias = list[tuple[Label, State]]
"""Steps, each with the state that it leads to."""


def step_into(
    space: Space, at: State, among: Diagram, counts: Callable[[Label], bool] = lambda _label: True
) -> tuple[Label, State] | None:
    """A step from a state into a region, or its rest; None if there is none.

    Only steps by labels that `counts` accepts are looked at.

    >>> from counterpoint.engines.symbolic.explore import explore
    >>> from counterpoint.examples.peterson import model
    >>> space = explore(peterson := model())
    >>> (start, *_) = peterson.initial()
    >>> step_into(space, start, space.everything) in peterson.successors(start)
    True
    """
    here = space.machine.encoding.point(at)
    for step in space.machine.steps:
        if counts(step.action.label) and (found := Batch(step.far, step.moves).image(here) & among):
            return step.action.label, first_state(space, found)
    rests = counts(REST) and here & among and not here & space.enabled
    return (REST, at) if rests else None


def lasso(
    space: Space, automaton: Automaton, letters: Sequence[Diagram], at: State
) -> tuple[Taken, Taken] | None:
    """A stem and a loop from a state that an automaton accepts; None if there is none.

    Fairness of actions is not considered.
    """
    return _Finder(space, automaton, letters).lasso(at)


class _Finder:
    """Finds runs in the product of a space and an automaton."""

    def __init__(self, space: Space, automaton: Automaton, letters: Sequence[Diagram]) -> None:
        self._space = space
        self._automaton = automaton
        self._product = Product(space, automaton, letters)
        self._core = self._product.core()

    def lasso(self, at: State) -> tuple[Taken, Taken] | None:
        everything = [self._space.everything] * self._automaton.states
        for mode in self._automaton.initial:
            way = self._way((at, mode), self._core, everything)
            if way is not None:
                stem, at_core = way
                return self._closed(stem, at_core)
        return None

    def _closed(self, stem: Taken, pair: tuple[State, int]) -> tuple[Taken, Taken]:
        """The stem continued until a loop through all acceptance sets closes, and that loop.

        Where a round does not come back, it has left a component for a later one, for good.
        """
        while True:
            loop, end = self._round(pair)
            back = self._way(end, self._point(pair), self._core)
            if back is not None:
                return stem, [*loop, *back[0]]
            stem, pair = [*stem, *loop], end

    def _round(self, pair: tuple[State, int]) -> tuple[Taken, tuple[State, int]]:
        """Steps within the core that take a transition of each acceptance set; at least one."""
        taken: Taken = []
        every = [self._product.marked(mark) for mark in range(self._automaton.acceptance)]
        for edges in every or [self._product.edges]:
            aim = both(self._core, self._product.before(self._core, edges))
            way = self._way(pair, aim, self._core)
            if way is None:
                raise Fault("a pair from which a fair run is accepted leads nowhere")
            steps, pair = way
            label, pair = self._step(pair, edges, self._core)
            taken += [*steps, (label, pair[0])]
        return taken, pair

    def _way(
        self, pair: tuple[State, int], goal: Pairs, among: Pairs
    ) -> tuple[Taken, tuple[State, int]] | None:
        """A shortest way from a pair to a goal, and where it ends; None if there is none."""
        rings = [goal]
        seen = goal
        while not self._has(rings[-1], pair):
            before = both(self._product.before(rings[-1]), among)
            ring = [new - old for new, old in zip(before, seen, strict=True)]
            if not any(ring):
                return None
            seen = [old | new for old, new in zip(seen, ring, strict=True)]
            rings.append(ring)
        taken: Taken = []
        for ring in reversed(rings[:-1]):
            label, pair = self._step(pair, self._product.edges, ring)
            taken.append((label, pair[0]))
        return taken, pair

    def _step(
        self, pair: tuple[State, int], edges: Sequence[Edge], into: Pairs
    ) -> tuple[Label, tuple[State, int]]:
        """A step by one of some transitions to one of some pairs; there must be one."""
        at, mode = pair
        here = self._space.machine.encoding.point(at)
        for edge in edges:
            if edge.source == mode and here & edge.reads:
                found = step_into(self._space, at, into[edge.target])
                if found is not None:
                    return found[0], (found[1], edge.target)
        raise Fault(f"no step leads on from {at!r}")

    def _has(self, pairs: Pairs, pair: tuple[State, int]) -> bool:
        return bool(self._space.machine.encoding.point(pair[0]) & pairs[pair[1]])

    def _point(self, pair: tuple[State, int]) -> Pairs:
        """The set of one pair."""
        nothing = [self._space.machine.on.false] * self._automaton.states
        nothing[pair[1]] = self._space.machine.encoding.point(pair[0])
        return nothing
