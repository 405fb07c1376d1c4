"""Whether a condition can be true at all, over all values of its variables."""

from __future__ import annotations

from itertools import islice

from ...terms.apply import TRUE, conjuncts, variables_of
from ...terms.solve import Solver, planned
from ...terms.sort import size
from ...terms.term import Literal, Term, Variable


def is_possible(condition: Term, most: int) -> bool | None:
    """Whether some values make a condition true; None if more than `most` would have to be tried.

    >>> from ...terms.sort import Interval
    >>> from ...terms.apply import apply, constant
    >>> from ...terms.term import Op
    >>> x = Variable("x", Interval(0, 3))
    >>> is_possible(apply(Op.EQ, apply(Op.MUL, x, x), constant(5)), 100)
    False
    """
    if isinstance(condition, Literal):
        return condition == TRUE
    parts = conjuncts(condition)
    variables = _variables(condition)
    total = 1
    for variable in variables:
        total *= size(variable.sort)
    if total <= most:
        return _searched(parts, variables)
    return _alone(parts, most)


def _searched(parts: tuple[Term, ...], variables: list[Variable]) -> bool:
    solver = Solver(planned(parts, variables))
    return next(iter(islice(solver.of({}), 1)), None) is not None


def _alone(parts: tuple[Term, ...], most: int) -> bool | None:
    """False if conditions on few variables exclude each other already; None if that is unknown."""
    left = [part for part in parts if _count(_variables(part)) <= most]
    while left:
        first = left.pop()
        group, names = [first], {v.name for v in _variables(first)}
        for part in list(left):
            own = {v.name for v in _variables(part)}
            if own <= names:
                group.append(part)
                left.remove(part)
        if not _searched(tuple(group), _variables(*group)):
            return False
    return None


def _count(variables: list[Variable]) -> int:
    total = 1
    for variable in variables:
        total *= size(variable.sort)
    return total


def _variables(*terms: Term) -> list[Variable]:
    return list({variable.name: variable for variable in variables_of(*terms)}.values())

