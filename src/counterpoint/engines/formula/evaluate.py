"""Evaluate formulas to sets of states: CTL, ATL and the mu-calculus, on any algebra.

Nested fixpoints resume from their previous value (Emerson and Lei, Efficient model checking in
fragments of the propositional mu-calculus, LICS 1986): an inner fixpoint is reset only when an
enclosing fixpoint of the other kind has changed. Attractors are left to the algebra, which has
faster algorithms for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import Generic, TypeVar, assert_never

from ...alarm import require_going_on
from ...data import dataclass
from ...logic.automata.automaton import Automaton
from ...logic.automata.budget import Budget
from ...logic.automata.ltl_to_automaton import ltl_to_automaton
from ...logic.core import (
    All,
    Bound,
    Core,
    Fixpoint,
    Kind,
    Linear,
    Paths,
    Prop,
    Some,
    Step,
    Truth,
)
from ...logic.fragments import fixpoints, free_variables
from ...logic.lower import negated
from .algebra import Algebra, Region

R = TypeVar("R", bound=Region)


def satisfying(goal: Core, on: Algebra[R]) -> R:
    """The region where `goal`, a closed formula, holds."""
    return Evaluator(on).region(goal)


@dataclass(eq=False)
class Evaluator(Generic[R]):
    """Evaluates closed formulas on one algebra, each one only once.

    `known` has the region of each closed formula evaluated so far. `attractors` has the result of
    `Algebra.until` for each fixpoint computed by it: the region of a least fixpoint, and the
    complement of the region of a greatest one.
    """

    on: Algebra[R]
    known: dict[Core, R] = field(default_factory=dict)
    attractors: dict[Fixpoint, R] = field(default_factory=dict)
    budget: Budget = field(default_factory=Budget)
    """The budget for all automata of one question."""
    _automata: dict[Linear, Automaton] = field(default_factory=dict)
    _values: dict[str, R] = field(default_factory=dict)

    def region(self, goal: Core) -> R:
        """The region where `goal`, a closed formula, holds."""
        return self._eval(goal, None)

    def automaton(self, path: Linear) -> Automaton:
        """The automaton of a path formula; raises `Refused` if it would be too large."""
        if path not in self._automata:
            self._automata[path] = ltl_to_automaton(path, self.budget)
        return self._automata[path]

    def _eval(self, goal: Core, around: Fixpoint | None) -> R:
        """The region of a formula; `around` is the fixpoint that encloses it most closely."""
        closed = not free_variables(goal)
        if closed and goal in self.known:
            return self.known[goal]
        found = self._compute(goal, None if closed else around)
        if closed:
            self.known[goal] = found
        return found

    def _compute(self, goal: Core, around: Fixpoint | None) -> R:
        require_going_on()
        match goal:
            case Truth(value):
                return self.on.everything if value else self.on.nothing
            case Prop(text, positive):
                return self.on.prop(text) if positive else ~self._eval(Prop(text), None)
            case Bound(name):
                return self._values[name]
            case All(parts):
                return self._meet(parts, around)
            case Some(parts):
                return self._join(parts, around)
            case Step(kind, of, label, team):
                return self.on.step(kind, self._eval(of, around), label, team)
            case Fixpoint():
                return self._fixpoint(goal, around)
            case Paths():
                return self._paths(goal)
            case _:
                assert_never(goal)

    def _meet(self, parts: Iterable[Core], around: Fixpoint | None) -> R:
        region = self.on.everything
        for part in parts:
            region = region & self._eval(part, around)
        return region

    def _join(self, parts: Iterable[Core], around: Fixpoint | None) -> R:
        region = self.on.nothing
        for part in parts:
            region = region | self._eval(part, around)
        return region

    def _fixpoint(self, goal: Fixpoint, around: Fixpoint | None) -> R:
        reach = attractor_of(goal)
        if reach is not None:
            return self._attractor(goal, reach, around)
        if around is None or around.least != goal.least:
            self._start_afresh(goal)
        while True:
            before = self._values[goal.variable]
            now = self._eval(goal.of, goal)
            if now == before:
                return now
            self._values[goal.variable] = now

    def approximants(self, goal: Fixpoint) -> Iterator[R]:
        """The approximants of a closed fixpoint: from the empty or the full set to the fixpoint.

        No inner fixpoint may depend on this one.
        """
        now = self._extreme(goal)
        while True:
            require_going_on()
            yield now
            self._values[goal.variable] = now
            wider = self._eval(goal.of, goal)
            if wider == now:
                return
            now = wider

    def _start_afresh(self, goal: Fixpoint) -> None:
        """Reset this fixpoint, and the inner fixpoints of its kind that have free variables."""
        for inner in fixpoints(goal):
            if inner.least == goal.least and (inner is goal or free_variables(inner)):
                self._values[inner.variable] = self._extreme(inner)

    def _extreme(self, of: Fixpoint) -> R:
        return self.on.nothing if of.least else self.on.everything

    def _attractor(self, goal: Fixpoint, reach: Attractor, around: Fixpoint | None) -> R:
        kind, team = reach.kind, reach.team
        if goal.least:
            hold, aim = self._meet(reach.hold, around), self._join(reach.goal, around)
            found = self.attractors[goal] = self.on.until(kind, team, hold, aim)
            return found
        stay, release = self._meet(reach.goal, around), self._join(reach.hold, around)
        found = self.attractors[goal] = self.escape(kind, team, stay, release)
        return ~found

    def trap(self, kind: Kind, team: frozenset[str], stay: R, release: R) -> R:
        """The greatest X = stay & (release | step(kind, X))."""
        return ~self.escape(kind, team, stay, release)

    def escape(self, kind: Kind, team: frozenset[str], stay: R, release: R) -> R:
        """The complement of `trap` with the same arguments: an attractor."""
        return self.on.until(kind.dual, team, ~release, ~stay)

    def _paths(self, goal: Paths) -> R:
        if not goal.some:
            return ~self._eval(negated(goal), None)
        automaton = self.automaton(goal.path)
        return self.on.paths(automaton, [self._eval(of, None) for of in automaton.letters])


@dataclass(frozen=True, slots=True)
class Attractor:
    """A fixpoint in the form of an attractor, or of the complement of an attractor.

    The least X = some(goal) | (all(hold) & step(kind, X)), or the greatest X = all(goal) &
    (some(hold) | step(kind, X)).
    """

    kind: Kind
    team: frozenset[str]
    hold: tuple[Core, ...]
    goal: tuple[Core, ...]

    @property
    def team_chooses(self) -> bool | None:
        """True if the team achieves it, False if the others do; None if it is not about a team."""
        return {Kind.FORCE: True, Kind.ALLOW: False}.get(self.kind)


def attractor_of(goal: Fixpoint) -> Attractor | None:
    """A fixpoint in the form of an attractor; None if it has another form.

    >>> from counterpoint.logic.core import Bound, Fixpoint, Kind, Prop, Some, Step
    >>> reach = Fixpoint(True, "X", Some((Prop("p"), Step(Kind.SOME, Bound("X")))))
    >>> attractor_of(reach).goal
    (Prop(text='p', positive=True),)
    """
    outer, inner = (Some, All) if goal.least else (All, Some)
    parts = goal.of.parts if isinstance(goal.of, outer) else (goal.of,)
    again = [part for part in parts if goal.variable in free_variables(part)]
    if len(again) != 1:
        return None
    beside = again[0].parts if isinstance(again[0], inner) else (again[0],)
    steps = [part for part in beside if goal.variable in free_variables(part)]
    match steps:
        case [Step(kind, Bound(name), None, team)] if name == goal.variable:
            return Attractor(
                kind,
                team,
                tuple(part for part in beside if part is not steps[0]),
                tuple(part for part in parts if part is not again[0]),
            )
    return None
