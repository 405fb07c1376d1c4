"""Check an engine's claims about formulas, one state and one step of the reference at a time.

A least fixpoint is justified by ranks: in a state of rank r, the body holds using only states of
smaller rank. A state outside of it is refuted with the whole set: the body fails there even if all
of the set may be used. So the set is closed, and no smaller one is. For greatest fixpoints it is
the other way round. This is the local form of an attractor, of a winning region and of any closed
fixpoint of the mu-calculus (Jurdzinski, Small progress measures for solving parity games, STACS
2000). Fixpoints that depend on each other are checked by `definition`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias, assert_never

from ..certificate import Claims, Rank, Seen, Test
from ..logic.core import All, Bound, Core, Fixpoint, Paths, Prop, Some, Step, Truth
from ..logic.core_text import core_text
from ..logic.fragments import everything_in, free_variables
from ..logic.lower import negated
from .reference import Reference
from .runs import require_run, satisfies
from .wrong import Wrong

if TYPE_CHECKING:
    from .definition import Definition

Bounds: TypeAlias = Mapping[str, Test]
"""For each bound variable, a test of the states in its set."""

NO_RANKS = "how far states are from what makes a fixpoint true: the engine does not say it"
NO_LASSOS = "that runs exist which the engine does not show"
NO_RUNS = "that no run does what is claimed of none"
NESTED = "fixpoints that depend on each other"


class Formulas:
    """The claims about formulas and their parts, to be checked in single states.

    For the parts in `open` the engine gives no local reason, so they must be checked on the whole
    graph; `unchecked` describes these claims.
    """

    def __init__(self, goals: Iterable[Core], reference: Reference, claims: Claims) -> None:
        self._reference = reference
        self._claims = claims
        self._tests: dict[Core, Test] = {}
        self.unchecked: dict[str, None] = {}
        self.open: dict[Core, None] = {}
        self._parts = [
            (part, self.claimed(part), borne_out)
            for part in dict.fromkeys(chain.from_iterable(map(closed_parts, goals)))
            if (borne_out := self._borne_out(part)) is not None
        ]

    def examine(self, seen: Seen) -> None:
        """Raise `Wrong` if the claim about a part contradicts the claims about smaller parts."""
        for part, claimed, borne_out in self._parts:
            said = claimed(seen)
            if borne_out(seen) is not said:
                raise Wrong(f"{core_text(part)} is said to be {str(said).lower()}", seen)

    def _leave(self, goal: Core, what: str) -> None:
        """Record a claim that can only be checked on the whole graph."""
        self.unchecked[what] = None
        self.open[goal] = None

    def compare(self, whole: Definition) -> None:
        """Raise `Wrong` if the claim about an open part differs from its definition.

        The claims that were checked in single states are taken as true.
        """
        for part, said, _ in self._parts:
            if part not in self.open:
                whole.settled.setdefault(part, _region(whole, said))
        for part in self.open:
            if (found := whole.region(part)) != (claimed := _region(whole, self.claimed(part))):
                number = min(found ^ claimed)
                said_so = str(number in claimed).lower()
                raise Wrong(f"{core_text(part)} is said to be {said_so}", whole.states[number])
        self.unchecked.clear()

    def claimed(self, part: Core) -> Test:
        """What is claimed of a closed part, as a test of states."""
        test = self._tests.get(part)
        if test is None:
            test = self._tests[part] = self._claims.test(part)
        return test

    def _borne_out(self, goal: Core) -> Test | None:
        """The value that a closed formula must have, given the claims; None if not local."""
        match goal:
            case Fixpoint():
                return self._fixpoint(goal)
            case Paths():
                return self._paths(goal)
            case _:
                return self._value(goal, {})

    def _fixpoint(self, goal: Fixpoint) -> Test | None:
        if any(isinstance(p, Fixpoint) and free_variables(p) for p in everything_in(goal.of)):
            self._leave(goal, NESTED)
            return None
        claimed = self.claimed(goal)
        whole = self._value(goal.of, {goal.variable: claimed})
        rank = self._claims.rank(goal)
        if rank is None:
            self._leave(goal, NO_RANKS)
            return whole
        limit = [0]
        nearer = self._value(goal.of, {goal.variable: _nearer(goal, claimed, rank, limit)})

        def borne_out(seen: Seen) -> bool:
            if claimed(seen) is not goal.least:
                return whole(seen)
            far = rank(seen)
            if far is None:
                return not goal.least
            limit[0] = far
            return nearer(seen)

        return borne_out

    def _paths(self, goal: Paths) -> Test | None:
        """The check of a claim about runs.

        Where a run is claimed to exist, the run shown is checked. That there is none cannot be
        checked locally.
        """
        some = goal if goal.some else negated(goal)
        assert isinstance(some, Paths)
        claimed, reference, claims = self.claimed(goal), self._reference, self._claims
        unchecked, still_open = self.unchecked, self.open

        def borne_out(seen: Seen) -> bool:
            if claimed(seen) is goal.some:
                if (found := claims.lasso(some.path, seen)) is not None:
                    require_run(reference, seen, *found)
                    return satisfies(some.path, seen, *found, claims.test) is goal.some
                unchecked[NO_LASSOS] = None
            else:
                unchecked[NO_RUNS] = None
            still_open[goal] = None
            return claimed(seen)

        return borne_out

    def _value(self, goal: Core, bound: Bounds) -> Test:
        """A test whether a formula is true, using the claims for its closed parts.

        The test has no reference to this object, so that no reference cycle keeps the object alive.
        """
        reference = self._reference
        match goal:
            case Truth(value):
                return lambda seen: value
            case Prop(text, positive):
                return lambda seen: reference.atom(text, seen) is positive
            case Bound(name):
                return bound[name]
            case All(parts):
                tests = [self._part(part, bound) for part in parts]
                return lambda seen: all(test(seen) for test in tests)
            case Some(parts):
                tests = [self._part(part, bound) for part in parts]
                return lambda seen: any(test(seen) for test in tests)
            case Step(kind, of, label, team):
                within = self._part(of, bound)
                return lambda seen: reference.leads(kind, seen, within, label, team)
            case Fixpoint() | Paths():
                return self.claimed(goal)
            case _:
                assert_never(goal)

    def _part(self, goal: Core, bound: Bounds) -> Test:
        return self._value(goal, bound) if free_variables(goal) else self.claimed(goal)


def _region(whole: Definition, test: Test) -> frozenset[int]:
    return frozenset(number for number, seen in enumerate(whole.states) if test(seen))


def _nearer(goal: Fixpoint, claimed: Test, rank: Rank, limit: list[int]) -> Test:
    """The states that may be used to justify a state of rank `limit`.

    For a least fixpoint, its states of smaller rank; for a greatest one, all states except those
    outside of it with smaller rank.
    """

    def is_nearer(there: Seen) -> bool:
        if claimed(there) is not goal.least:
            return not goal.least
        far = rank(there)
        return (far is not None and far < limit[0]) is goal.least

    return is_nearer


def closed_parts(goal: Core) -> Iterator[Core]:
    """The subformulas without free variables, including the formula itself if it has none.

    >>> from counterpoint.logic.lower import to_core
    >>> from counterpoint.logic.parser import parse
    >>> [core_text(part) for part in closed_parts(to_core(parse("EF (p & q)")))]
    ['EF (p & q)', 'p & q', 'p', 'q']
    """
    for part in dict.fromkeys(everything_in(goal)):
        if not free_variables(part):
            yield part
