"""What an engine says of formulas, checked one state at a time against one step of the reference.

A least set is justified by ranks: in a state of rank r the body holds with the states of smaller
rank. A state outside of it is refuted with the whole set: there the body fails although all of the
set may be used. So each set is closed, and no smaller one would do. For greatest sets it is the
other way round. That is the local form of an attractor, of a winning region and of any closed
fixpoint of the mu-calculus (Jurdzinski, Small progress measures for solving parity games, STACS
2000); where fixpoints depend on each other, `definition` takes over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
"""For each variable of a fixpoint, the states that it may stand for."""

NO_RANKS = "how far states are from what makes a fixpoint true: the engine does not say it"
NO_LASSOS = "that runs exist which the engine does not show"
NO_RUNS = "that no run does what is claimed of none"
NESTED = "fixpoints that depend on each other"


class Formulas:
    """Claims about a formula and its parts, to be checked in states.

    Of the parts in `open` the engine gives no local reason, so that they have to be checked on the
    whole graph; `unchecked` says what is claimed of them.
    """

    def __init__(self, goal: Core, reference: Reference, claims: Claims) -> None:
        self._reference = reference
        self._claims = claims
        self._tests: dict[Core, Test] = {}
        self.unchecked: dict[str, None] = {}
        self.open: dict[Core, None] = {}
        self._parts = [
            (part, self.claimed(part), borne_out)
            for part in closed_parts(goal)
            if (borne_out := self._borne_out(part)) is not None
        ]

    def examine(self, seen: Seen) -> None:
        """Raise `Wrong` where what is claimed of a part cannot be true, given the smaller parts."""
        for part, claimed, borne_out in self._parts:
            said = claimed(seen)
            if borne_out(seen) is not said:
                raise Wrong(f"{core_text(part)} is said to be {str(said).lower()}", seen)

    def _leave(self, goal: Core, what: str) -> None:
        """Note a claim that takes the whole graph to check."""
        self.unchecked[what] = None
        self.open[goal] = None

    def compare(self, whole: Definition) -> None:
        """Raise `Wrong` where a part that is open is not as its definition says.

        What single states were enough for is taken as it was claimed.
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
        """What is claimed of a closed part, state by state."""
        test = self._tests.get(part)
        if test is None:
            test = self._tests[part] = self._claims.test(part)
        return test

    def _borne_out(self, goal: Core) -> Test | None:
        """What a closed formula has to be, given what is claimed; None where that takes more."""
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
        """A run has to be shown where one is claimed; that there is none cannot be seen locally."""
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
        """Whether a formula is true, its closed parts being as is claimed of them.

        What it gives does not hold the object itself, so that all ends with the last who asks.
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
    """The states that may be used for one of rank `limit`.

    Of a least set those of smaller rank; of a greatest one all but those outside of smaller rank.
    """

    def is_nearer(there: Seen) -> bool:
        if claimed(there) is not goal.least:
            return not goal.least
        far = rank(there)
        return (far is not None and far < limit[0]) is goal.least

    return is_nearer


def closed_parts(goal: Core) -> Iterator[Core]:
    """A formula and the parts of it that no fixpoint around them binds a variable of.

    >>> from counterpoint.logic.lower import to_core
    >>> from counterpoint.logic.parser import parse
    >>> [core_text(part) for part in closed_parts(to_core(parse("EF (p & q)")))]
    ['EF (p & q)', 'p & q', 'p', 'q']
    """
    for part in dict.fromkeys(everything_in(goal)):
        if not free_variables(part):
            yield part
