"""Solutions: the values of variables that make conditions true.

Variables are set one by one (backtracking). A condition is tested as soon as all its variables are
set, and a variable that an equation determines by then gets its value from there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..alarm import require_going_on
from ..data import dataclass
from .apply import FALSE, TRUE, conjuncts, variables_of
from .evaluate import Meaning, meaning
from .sort import is_member, size, values
from .term import Apply, Literal, Op, Term, Variable

LISTED = 1 << 16
"""The size of a sort up to which its filtered values are kept in a list."""


def solutions(condition: Term, variables: Sequence[Variable]) -> Iterator[tuple[Any, ...]]:
    """The tuples of values that make the condition true, in the order of their codes.

    >>> from .sort import Bool, Interval
    >>> x, y = Variable("x", Interval(0, 2)), Variable("y", Interval(0, 2))
    >>> list(solutions(Apply(Op.LT, (x, y), Bool()), (x, y)))
    [(0, 1), (0, 2), (1, 2)]
    """
    names = [variable.name for variable in variables]
    for found in Solver(in_turn(conjuncts(condition), variables)).of({}):
        yield tuple(found[name] for name in names)


@dataclass(frozen=True, slots=True)
class Turn:
    """A variable to set; if an equation determines it, `by` is that condition and `to` its value.

    `tests` are the conditions that can be decided when this variable is set.
    """

    variable: Variable
    by: Term | None
    to: Term | None
    tests: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """The variables to find, in the order in which they are set; and conditions without any."""

    before: tuple[Term, ...]
    turns: tuple[Turn, ...]


def in_turn(conditions: Iterable[Term], variables: Sequence[Variable]) -> Plan:
    """The plan that sets the variables in the given order."""
    planning = _Planning(conditions, variables)
    for variable in variables:
        planning.take(variable)
    return planning.plan()


def planned(conditions: Iterable[Term], variables: Sequence[Variable]) -> Plan:
    """A plan that sets the variables in an order of its own, and so has fewer values to try.

    Variables that an equation determines come first. Otherwise the next one is that which completes
    most conditions, and of those the one with the fewest values.

    >>> from .sort import Bool, Interval
    >>> x, y = Variable("x", Interval(0, 2)), Variable("y", Interval(0, 2))
    >>> [turn.variable.name for turn in planned([Apply(Op.EQ, (x, y), Bool())], (x, y)).turns]
    ['x', 'y']
    """
    planning = _Planning(conditions, variables)
    while planning.waiting:
        planning.take(planning.best())
    return planning.plan()


class _Planning:
    """A plan in the making: the variables not placed yet, and the conditions that wait for them."""

    def __init__(self, conditions: Iterable[Term], variables: Sequence[Variable]) -> None:
        self.waiting = {variable.name: variable for variable in variables}
        self._before: list[Term] = []
        self._turns: list[Turn] = []
        self._open: list[tuple[Term, set[str]]] = []
        for part in conditions:
            names = {v.name for v in variables_of(part)} & self.waiting.keys()
            if names:
                self._open.append((part, names))
            else:
                self._before.append(part)

    def plan(self) -> Plan:
        return Plan(tuple(self._before), tuple(self._turns))

    def best(self) -> Variable:
        """The variable to set next."""
        complete: dict[str, int] = {}
        touched: dict[str, int] = {}
        for part, names in self._open:
            if len(names) == 1:
                (name,) = names
                if _determined(part, self.waiting[name]) is not None:
                    return self.waiting[name]
                complete[name] = complete.get(name, 0) + 1
            for name in names:
                touched[name] = touched.get(name, 0) + 1

        def merit(name: str) -> tuple[int, int, int]:
            return (
                -complete.get(name, 0),
                size(self.waiting[name].sort),
                -touched.get(name, 0),
            )

        return self.waiting[min(self.waiting, key=merit)]

    def take(self, variable: Variable) -> None:
        """Set the variable next."""
        del self.waiting[variable.name]
        tests = []
        by: Term | None = None
        to: Term | None = None
        still = []
        for part, names in self._open:
            names.discard(variable.name)
            if names:
                still.append((part, names))
            elif to is None and (found := _determined(part, variable)) is not None:
                by, to = part, found
            else:
                tests.append(part)
        self._open = still
        self._turns.append(Turn(variable, by, to, tuple(tests)))


def _determined(part: Term, variable: Variable) -> Term | None:
    """The term that a variable must be equal to if the condition is true; None if unknown."""
    match part:
        case Variable(name, _) if name == variable.name:
            return TRUE
        case Apply(Op.NOT, (Variable(name, _),), _) if name == variable.name:
            return FALSE
        case Apply(Op.EQ, (Variable(name, _), other), _) if name == variable.name:
            pass
        case Apply(Op.EQ, (other, Variable(name, _)), _) if name == variable.name:
            pass
        case _:
            return None
    return None if any(v.name == variable.name for v in variables_of(other)) else other


class Solver:
    """Finds the values of the variables of a plan, given the values of all other variables.

    >>> from .sort import Bool, Interval
    >>> x, y = Variable("x", Interval(0, 2)), Variable("y", Interval(0, 2))
    >>> [found["y"] for found in Solver(planned([Apply(Op.LT, (x, y), Bool())], [y])).of({"x": 0})]
    [1, 2]
    """

    def __init__(self, plan: Plan) -> None:
        self._before = [meaning(part) for part in plan.before]
        self._stages = [_stage(turn) for turn in plan.turns]

    def has_some(self, most: int) -> bool | None:
        """Whether there is a solution; None if more than `most` values would have to be set."""
        found: dict[str, Any] = {}
        return next(self._steps(found, most), False)

    def of(self, known: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        """The values of all variables, for each solution; valid until the next one is asked for."""
        found = dict(known)
        return (found for _ in self._steps(found, None))

    def _steps(self, found: dict[str, Any], most: int | None) -> Iterator[bool | None]:
        """True whenever `found` is a solution; None, as the last one, after `most` values."""
        if not all(holds(found) for holds in self._before):
            return
        stages = self._stages
        if not stages:
            yield True
            return
        last, count = len(stages) - 1, 0
        untried = [stages[0].tried(found)]
        while untried:
            require_going_on()
            count += 1
            if most is not None and count > most:
                yield None
                return
            at = len(untried) - 1
            if not stages[at].moves_on(found, untried[at]):
                untried.pop()
            elif at < last:
                untried.append(stages[at + 1].tried(found))
            else:
                yield True


class _Stage:
    """One variable to set: its candidates, or the term that determines it, and what is tested."""

    def __init__(
        self,
        variable: Variable,
        candidates: Iterable[Any],
        to: Meaning | None,
        tests: Sequence[Meaning],
    ) -> None:
        self._variable, self._candidates, self._to, self._tests = variable, candidates, to, tests

    def tried(self, found: Mapping[str, Any]) -> Iterator[Any]:
        """The values to try, when the variables of earlier stages are set."""
        if self._to is None:
            return iter(self._candidates)
        value = self._to(found)
        return iter((value,) if is_member(self._variable.sort, value) else ())

    def moves_on(self, found: dict[str, Any], untried: Iterator[Any]) -> bool:
        """Set the next value that passes the tests; returns whether there is one."""
        name, tests = self._variable.name, self._tests
        for value in untried:
            found[name] = value
            if all(holds(found) for holds in tests):
                return True
        return False


def _stage(turn: Turn) -> _Stage:
    variable = turn.variable
    if turn.to is not None and not isinstance(turn.to, Literal):
        return _Stage(variable, (), meaning(turn.to), [meaning(part) for part in turn.tests])
    alone = [part for part in turn.tests if _reads_only(part, variable)]
    others = [meaning(part) for part in turn.tests if not _reads_only(part, variable)]
    return _Stage(variable, _candidates(variable, turn.to, alone), None, others)


def _reads_only(part: Term, variable: Variable) -> bool:
    return all(read.name == variable.name for read in variables_of(part))


def _candidates(variable: Variable, to: Literal | None, alone: Sequence[Term]) -> Iterable[Any]:
    """The values of a variable that satisfy the conditions on this variable alone."""
    given = None
    if to is not None:
        given = [to.value] if is_member(variable.sort, to.value) else []
    passing = _Passing(variable, given, [meaning(part) for part in alone])
    return passing if given is None and size(variable.sort) > LISTED else list(passing)


class _Passing:
    """The values of a variable that pass tests.

    They are computed anew by each iteration, because they may be too many to keep. If values are
    `given`, only these are tried.
    """

    def __init__(
        self, variable: Variable, given: Sequence[Any] | None, tests: Sequence[Meaning]
    ) -> None:
        self._variable, self._given, self._tests = variable, given, tests

    def __iter__(self) -> Iterator[Any]:
        name, tests = self._variable.name, self._tests
        tried = values(self._variable.sort) if self._given is None else self._given
        return (v for v in tried if all(holds({name: v}) for holds in tests))
