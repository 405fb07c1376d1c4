"""Certificates of what was found in a space: its states, and the truth of formulas in each."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ...certificate import Past, Rank, Seen, Steps, Test
from ...logic.automata.ltl_to_automaton import ltl_to_automaton
from ...logic.core import Core, Fixpoint, Linear
from ...model.system import REST, Label
from ..base.edges import steps_of
from ..formula.evaluate import Evaluator
from ..space.ground import Steps as GroundSteps
from ..space.space import GraphSpace, Place, Space


class Finder:
    """Finds states in a space; up to `kept` places are cached, because each is asked for often."""

    def __init__(self, space: Space[Any], kept: int = 10_000) -> None:
        self.space = space
        self._state = space.memory.state
        self._places: dict[Seen, Place | None] = {}
        self._kept = kept

    def place(self, seen: Seen) -> Place | None:
        """The place of a state in the space; None if the space does not have it."""
        try:
            return self._places[seen]
        except KeyError:
            if len(self._places) >= self._kept:
                self._places.clear()
            place = self._places[seen] = self.space.place(self._state(seen))
            return place


class SpaceCover:
    """The states of a space in the form of a certificate: a `Cover`."""

    def __init__(self, finder: Finder, *, reached: bool = True) -> None:
        self._find = finder.place
        self._space = finder.space
        self._all = finder.space.algebra.everything
        self.are_reached = reached

    @property
    def watched(self) -> tuple[Past, ...]:
        return self._space.memory.past

    @property
    def states(self) -> int:
        return self._space.states

    @property
    def transitions(self) -> int | None:
        return self._space.transitions

    def every(self) -> Iterator[Seen]:
        return map(self._space.memory.seen, self._space.members(self._all))

    def sample(self, count: int, rng: random.Random) -> Iterable[Seen]:
        return map(self._space.memory.seen, self._space.sample(self._all, count, rng))

    def has(self, seen: Seen) -> bool:
        return self._find(seen) is not None

    def before(self, seen: Seen) -> Seen | None:
        place = self._find(seen)
        found = None if place is None else self._space.before(place)
        return None if found is None else self._space.memory.seen(found)

    def steps(self, seen: Seen) -> Iterator[tuple[Label, Seen]] | None:
        place, space = self._find(seen), self._space
        if place is None or not isinstance(space, GraphSpace):
            return None
        graph, whole = space.graph, space.memory.seen
        return (
            (graph.labels[event], whole(graph.state(target)))
            for event, target in steps_of(graph.edges, place)
            if graph.labels[event] is not REST
        )


class Evaluated:
    """What an evaluator found about formulas in a space, in the form of a certificate: `Claims`.

    Runs, and ranks that are not known yet, are computed only in a space of up to `most` states, and
    runs that take long to find only if they have up to `longest` steps.
    """

    def __init__(
        self, finder: Finder, evaluator: Evaluator[Any], most: int, longest: int | None = None
    ) -> None:
        self._find = finder.place
        self._space = finder.space
        self._evaluator = evaluator
        self._longest = longest
        self._seeks = finder.space.states <= most
        self._ranks: dict[Fixpoint, Rank | None] = {}

    def test(self, goal: Core) -> Test:
        region = self._evaluator.region(goal)
        find, is_at = self._find, self._space.is_at

        def holds(seen: Seen) -> bool:
            place = find(seen)
            return place is not None and is_at(region, place)

        return holds

    def rank(self, goal: Fixpoint) -> Rank | None:
        """As `Claims.rank`; formulas that are audited together have most fixpoints in common."""
        if goal not in self._ranks:
            self._ranks[goal] = self._rank(goal)
        return self._ranks[goal]

    def _rank(self, goal: Fixpoint) -> Rank | None:
        self._evaluator.region(goal)
        attracted = self._evaluator.attractors.get(goal)
        known = None if attracted is None else self._space.ranks(attracted)
        if known is None and self._seeks:
            known = self._approximants(goal)
        if known is None:
            return None
        rank, find = known, self._find

        def of(seen: Seen) -> int | None:
            place = find(seen)
            return None if place is None else rank(place)

        return of

    def _approximants(self, goal: Fixpoint) -> Callable[[Place], int | None]:
        """The index of the first approximant with a state (least set) or without it (greatest).

        They are computed when they are first asked for: a sample may end before that.
        """
        sets: list[Any] = []
        is_at = self._space.is_at

        def of(place: Place) -> int:
            if not sets:
                sets.extend(self._evaluator.approximants(goal))
            return bisect_left(sets, True, key=lambda region: is_at(region, place) is goal.least)

        return of

    def lasso(self, path: Linear, seen: Seen) -> tuple[Steps, Steps] | None:
        if not self._seeks:
            return None
        automaton = ltl_to_automaton(path)
        letters = [self._evaluator.region(of) for of in automaton.letters]
        found = self._space.ground.lasso(automaton, letters, self._find(seen), self._longest)
        return None if found is None else (self._steps(found[0]), self._steps(found[1]))

    def _steps(self, steps: GroundSteps) -> Steps:
        space, seen = self._space, self._space.memory.seen
        if isinstance(space, GraphSpace):
            return tuple((label, seen(space.graph.state(there))) for label, there in steps)
        return tuple((label, seen(there)) for label, there in steps)
