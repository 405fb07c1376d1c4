"""Whether a condition can be true at all, over all values of its variables."""

from __future__ import annotations

from math import prod

from ...terms.apply import FALSE, TRUE, all_true, conjuncts, variables_of
from ...terms.solve import Solver, planned
from ...terms.sort import size, values
from ...terms.substitute import Substitution
from ...terms.term import Literal, Term, Variable


def is_possible(condition: Term, most: int) -> bool | None:
    """Whether some values make a condition true; None if more than `most` steps would be needed.

    Variables are set one by one, and the condition is simplified each time (Davis, Putnam, Logemann
    and Loveland).

    >>> from ...terms.sort import Interval
    >>> from ...terms.apply import apply, constant
    >>> from ...terms.term import Op
    >>> x = Variable("x", Interval(0, 3))
    >>> is_possible(apply(Op.EQ, apply(Op.MUL, x, x), constant(5)), 100)
    False
    """
    parts, variables = conjuncts(condition), _variables(condition)
    if not isinstance(condition, Literal) and prod(size(v.sort) for v in variables) <= most:
        return next(iter(Solver(planned(parts, variables)).of({})), None) is not None
    todo = [condition]
    while todo:
        here = todo.pop()
        if here == TRUE:
            return True
        if here == FALSE:
            continue
        if most <= 0:
            return None
        variable = _next(here)
        for value in values(variable.sort):
            most -= 1
            todo.append(_with(here, variable, value))
    return False


def _with(condition: Term, variable: Variable, value: object) -> Term:
    literal = Literal(value, variable.sort)
    by = Substitution({variable.name: literal})
    found: list[Term] = []
    for part in conjuncts(condition):
        new = by.of(part)
        if new == FALSE:
            return FALSE
        found.append(new)
    return all_true(found)


def _variables(condition: Term) -> list[Variable]:
    return list({variable.name: variable for variable in variables_of(condition)}.values())


def _next(condition: Term) -> Variable:
    """A variable of the conjunct with the fewest combinations of values."""
    best: list[Variable] = []
    fewest: float = float("inf")
    for part in conjuncts(condition):
        found = list(variables_of(part))
        count = 1
        for variable in found:
            count *= size(variable.sort)
        if count < fewest:
            best, fewest = found, count
    return best[0]
