"""Planning how to find the solutions of a condition: which part binds which variables, and when.

The parts of a conjunction are taken in order, except that a part waits until the variables that it
needs are bound. `x in S` and `x = e` bind the variable, or the variables in a tuple, on their left;
`=` also binds those on its right. `V` binds what both sides bind, and `some` what its body binds.
All other parts are tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from ...data import dataclass
from ..tree import Binary, Chain, Expression, Name, Quantified, Tuple
from .known import Known
from .mentions import mentioned

Names: TypeAlias = frozenset[str]


@dataclass(frozen=True, slots=True)
class Test:
    """A step that tests a condition in which all variables are bound."""

    of: Expression


@dataclass(frozen=True, slots=True)
class Bind:
    """A step that matches a pattern with a value (`is_one`) or with each member of a set."""

    pattern: Expression
    of: Expression
    is_one: bool


@dataclass(frozen=True, slots=True)
class Either:
    """A step with the solutions of either of two conditions."""

    left: Plan
    right: Plan


@dataclass(frozen=True, slots=True)
class Within:
    """A step with the solutions of a condition for each choice of members of a quantifier."""

    bound: tuple[Bind, ...]
    body: Plan


Step: TypeAlias = Test | Bind | Either | Within


@dataclass(frozen=True, slots=True)
class Plan:
    """The steps that find the solutions of a condition, and the variables that they bind."""

    steps: tuple[Step, ...]
    names: Names
    is_plain: bool = True
    """Whether no solution is found twice."""


@dataclass(frozen=True, slots=True)
class Stuck:
    """A failed plan: the parts that are left, and the variables that nothing binds."""

    parts: tuple[Expression, ...]
    names: Names


def plan(condition: Expression, bound: Names, known: Known) -> Plan | Stuck:
    """The plan for a condition in which the variables `bound` are bound already."""
    parts = list(conjuncts(condition))
    variables = candidates(condition, known) - bound
    return _Planner(known, variables).all(parts, bound)


def conjuncts(condition: Expression) -> Iterator[Expression]:
    """The parts of a conjunction; a chain of comparisons is split, too."""
    match condition:
        case Binary("&", left, right):
            yield from conjuncts(left)
            yield from conjuncts(right)
        case Chain(first, rest) if len(rest) > 1:
            for operator, term in rest:
                yield Chain(first, ((operator, term),), at=condition.at)
                first = term
        case _:
            yield condition


def candidates(condition: Expression, known: Known) -> Names:
    """The names that a condition can bind."""
    found: set[str] = set()
    for part in conjuncts(condition):
        match part:
            case Binary("V", left, right):
                found |= candidates(left, known) | candidates(right, known)
            case Quantified(True, patterns, _, body):
                own = {name for pattern in patterns for name in pattern_names(pattern)}
                found |= candidates(body, known) - own
            case Chain(left, ((("in" | "=") as operator, right),)):
                found |= set(pattern_names(left))
                if operator == "=":
                    found |= set(pattern_names(right))
    return frozenset(name for name in found if not known.means(name))


def pattern_names(pattern: Expression) -> Iterator[str]:
    """The names in a pattern that may be variables."""
    match pattern:
        case Name(name):
            yield name
        case Tuple(parts):
            for part in parts:
                yield from pattern_names(part)


def _others(pattern: Expression) -> Iterator[Expression]:
    """The parts of a pattern that are terms, which values are compared with."""
    match pattern:
        case Name():
            pass
        case Tuple(parts):
            for part in parts:
                yield from _others(part)
        case _:
            yield pattern


@dataclass(frozen=True, slots=True)
class _Planner:
    known: Known
    variables: Names

    def all(self, parts: list[Expression], bound: Names) -> Plan | Stuck:
        """The plan for the conjunction of several parts."""
        steps: list[Step] = []
        start, is_plain = bound, True
        while parts:
            ways = ((number, self.one(part, bound)) for number, part in enumerate(parts))
            way = next(((number, found) for number, found in ways if found is not None), None)
            if way is None:
                return Stuck(tuple(parts), self.variables - bound)
            number, (step, names) = way
            del parts[number]
            steps.append(step)
            is_plain = is_plain and isinstance(step, Test | Bind)
            bound |= names
        return Plan(tuple(steps), bound - start, is_plain)

    def one(self, part: Expression, bound: Names) -> tuple[Step, Names] | None:
        """The step for a part and the variables it binds; None if others must be bound first."""
        if not self.needs(part) - bound:
            return Test(part), frozenset()
        match part:
            case Chain(left, (("in", right),)):
                return self.bind(left, right, bound, is_one=False)
            case Chain(left, (("=", right),)):
                return self.bind(left, right, bound, is_one=True) or self.bind(
                    right, left, bound, is_one=True
                )
            case Binary("V", left, right):
                return self.either(left, right, bound)
            case Quantified(True):
                return self.within(part, bound)
        return None

    def needs(self, part: Expression) -> Names:
        """The variables of this condition that a part mentions."""
        return mentioned(part) & self.variables

    def bind(
        self, pattern: Expression, of: Expression, bound: Names, *, is_one: bool
    ) -> tuple[Step, Names] | None:
        """The step that binds a pattern, and the variables it binds; None if it is not possible."""
        if isinstance(pattern, Name | Tuple) and not self.needs(of) - bound:
            needed = {name for other in _others(pattern) for name in self.needs(other)}
            names = frozenset(pattern_names(pattern)) & self.variables
            if not needed - bound and names:
                return Bind(pattern, of, is_one), names
        return None

    def either(
        self, left: Expression, right: Expression, bound: Names
    ) -> tuple[Step, Names] | None:
        """The step for a disjunction, and the variables it binds; None if a side has no plan."""
        one = self.all(list(conjuncts(left)), bound)
        other = self.all(list(conjuncts(right)), bound)
        if isinstance(one, Stuck) or isinstance(other, Stuck):
            return None
        return Either(one, other), one.names & other.names

    def within(self, part: Quantified, bound: Names) -> tuple[Step, Names] | None:
        """The step for a quantifier, and the variables it binds; None if its body has no plan."""
        if self.needs(part.among) - bound:
            return None
        own = frozenset(name for p in part.patterns for name in pattern_names(p))
        inner = _Planner(self.known, self.variables - own)
        body = inner.all(list(conjuncts(part.body)), bound - own)
        if isinstance(body, Stuck):
            return None
        binds = tuple(Bind(p, part.among, False) for p in part.patterns)
        return Within(binds, body), body.names
