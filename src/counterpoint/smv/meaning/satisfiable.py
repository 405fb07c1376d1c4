"""Whether a condition can be true at all, over all values of its variables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from ...terms.apply import FALSE, TRUE, all_true, conjuncts, variables_of
from ...terms.solve import Solver, planned
from ...terms.sort import size, values
from ...terms.substitute import Substitution
from ...terms.term import Literal, Term, Variable


def is_possible(condition: Term, most: int) -> bool | None:
    """Whether some values make a condition true; None if more than `most` steps would be needed.

    A few conjuncts that contradict each other are looked for first: those about few variables. Then
    variables are set one by one, and conditions are tested as soon as they can be. If that takes
    too long, the condition is simplified each time (Davis, Putnam, Logemann and Loveland), which
    rules out more with each value, and takes longer.

    >>> from ...terms.sort import Interval
    >>> from ...terms.apply import apply, constant
    >>> from ...terms.term import Op
    >>> x = Variable("x", Interval(0, 3))
    >>> is_possible(apply(Op.EQ, apply(Op.MUL, x, x), constant(5)), 100)
    False
    """
    parts = conjuncts(condition)
    if any(_is_contradiction(some, most) for some in _small_parts(parts, most)):
        return False
    variables = _variables(condition)
    if all(size(variable.sort) <= most for variable in variables):
        found = Solver(planned(parts, variables)).has_some(most)
        if found is not None:
            return found
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


def _small_parts(parts: Sequence[Term], most: int) -> Iterator[list[Term]]:
    """For each set of variables that a conjunct reads, the conjuncts about these variables alone.

    Sets with more than `most` combinations of values are left out.
    """
    reads = [frozenset(v.name for v in variables_of(part)) for part in parts]
    sizes = {v.name: size(v.sort) for part in parts for v in variables_of(part)}
    for names in dict.fromkeys(reads):
        own = [part for part, read in zip(parts, reads, strict=True) if read <= names]
        if len(own) < len(parts) and prod(sizes[name] for name in names) <= most:
            yield own


def _is_contradiction(parts: Sequence[Term], most: int) -> bool:
    variables = _variables(all_true(parts))
    return Solver(planned(parts, variables)).has_some(most) is False


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
