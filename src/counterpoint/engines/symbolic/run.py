"""Runs through regions: steps picked by diagrams, however many steps a state has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from ...data import dataclass
from ...errors import Fault
from ...logic.automata.automaton import Automaton
from ...model.system import REST, Label
from .diagram import Diagram
from .explore import Space, first_state
from .fair import Edge, Pairs, Product, both, one_of
from .moves import Batch

State: TypeAlias = tuple[Any, ...]

Taken: TypeAlias = list[tuple[Label, State]]
"""Steps, each with the state that it leads to."""


def _every(_label: Label) -> bool:
    return True


def step_into(
    space: Space, at: State, among: Diagram, counts: Callable[[Label], bool] = _every
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
    found = _led_into(space, here, among, counts)
    return None if found is None else (found[0], first_state(space, found[1]))


def _led_into(
    space: Space, here: Diagram, among: Diagram, counts: Callable[[Label], bool] = _every
) -> tuple[Label, Diagram] | None:
    """As `step_into`, with the state as a region of one, and all states that one label leads to."""
    for step in space.machine.steps:
        if counts(step.action.label) and (found := Batch(step.far, step.moves).image(here) & among):
            return step.action.label, found
    rests = counts(REST) and here & among and not here & space.enabled
    return (REST, here) if rests else None


def lasso(
    space: Space,
    automaton: Automaton,
    letters: Sequence[Diagram],
    at: State,
    most: int | None = None,
) -> tuple[Taken, Taken] | None:
    """A stem and a loop from a state that an automaton accepts; None if there is none.

    None also if they need more than `most` steps. Fairness of actions is not considered.
    """
    try:
        return _Finder(space, automaton, letters, most).lasso(at)
    except _TooLong:
        return None


class _TooLong(Exception):
    """A run needs more steps than it may have."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """A state, as values and as a region of one, and a state of the automaton."""

    state: State
    here: Diagram
    mode: int


class _Finder:
    """Finds runs of up to `most` steps in the product of a space and an automaton."""

    def __init__(
        self,
        space: Space,
        automaton: Automaton,
        letters: Sequence[Diagram],
        most: int | None,
    ) -> None:
        self._left = most
        self._space = space
        self._automaton = automaton
        self._product = Product(space, automaton, letters)
        self._core = self._product.core()

    def lasso(self, at: State) -> tuple[Taken, Taken] | None:
        everything = [self._space.everything] * self._automaton.states
        for mode in self._automaton.initial:
            way = self._way(self._pair(at, mode), self._core, everything)
            if way is not None:
                stem, at_core = way
                return self._closed(stem, at_core)
        return None

    def _closed(self, stem: Taken, pair: _Pair) -> tuple[Taken, Taken]:
        """The stem continued until a loop through all acceptance sets closes, and that loop.

        Where a round does not come back, it has left a component for a later one, for good.
        """
        while True:
            loop, end = self._round(pair)
            back = self._way(end, self._only(pair), self._core)
            if back is not None:
                return stem, [*loop, *back[0]]
            stem, pair = [*stem, *loop], end

    def _round(self, pair: _Pair) -> tuple[Taken, _Pair]:
        """Steps within the core that take a transition of each acceptance set; at least one.

        The nearest set comes first: a run in circles then need not go round once for each.
        """
        taken: Taken = []
        every = [self._product.marked(mark) for mark in range(self._automaton.acceptance)]
        left = [
            (edges, both(self._core, self._product.before(self._core, edges)))
            for edges in every or [self._product.edges]
        ]
        while left:
            way = self._way(pair, one_of(aim for _, aim in left), self._core)
            if way is None:
                raise Fault("a pair from which a fair run is accepted leads nowhere")
            steps, pair = way
            near = next(of for of in left if pair.here & of[1][pair.mode])
            left.remove(near)
            label, pair = self._step(pair, near[0], self._core)
            taken += [*steps, (label, pair.state)]
        return taken, pair

    def _way(self, pair: _Pair, goal: Pairs, among: Pairs) -> tuple[Taken, _Pair] | None:
        """A shortest way from a pair to a goal, and where it ends; None if there is none."""
        rings = [goal]
        seen = goal
        while not pair.here & rings[-1][pair.mode]:
            before = both(self._product.before(rings[-1]), among)
            ring = [new - old for new, old in zip(before, seen, strict=True)]
            if not any(ring):
                return None
            self._count_step()
            seen = [old | new for old, new in zip(seen, ring, strict=True)]
            rings.append(ring)
        taken: Taken = []
        for ring in reversed(rings[:-1]):
            label, pair = self._step(pair, self._product.edges, ring)
            taken.append((label, pair.state))
        return taken, pair

    def _count_step(self) -> None:
        """Count a step of the run, as each ring becomes one; raises `_TooLong`."""
        if self._left is not None:
            if not self._left:
                raise _TooLong
            self._left -= 1

    def _step(self, pair: _Pair, edges: Sequence[Edge], into: Pairs) -> tuple[Label, _Pair]:
        """A step by one of some transitions to one of some pairs; there must be one."""
        for edge in edges:
            if edge.source == pair.mode and pair.here & edge.reads:
                found = _led_into(self._space, pair.here, into[edge.target])
                if found is not None:
                    label, there = found
                    return label, self._pair(first_state(self._space, there), edge.target)
        raise Fault(f"no step leads on from {pair.state!r}")

    def _pair(self, state: State, mode: int) -> _Pair:
        return _Pair(state, self._space.machine.encoding.point(state), mode)

    def _only(self, pair: _Pair) -> Pairs:
        """The set of one pair."""
        nothing = [self._space.machine.on.false] * self._automaton.states
        nothing[pair.mode] = pair.here
        return nothing
