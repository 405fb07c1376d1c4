"""Solutions: the values of variables for which a condition is true."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .apply import conjuncts, variables_of
from .evaluate import Meaning, meaning
from .sort import is_member, values
from .term import Apply, Literal, Op, Term, Variable


def solutions(condition: Term, variables: Sequence[Variable]) -> Iterator[tuple[Any, ...]]:
    """The tuples of values that make the condition true, in the order of their codes.

    The variables are set one by one, the first one outermost; each part of a conjunction is asked
    as soon as all of its variables are set.

    >>> from .sort import Bool, Interval
    >>> x, y = Variable("x", Interval(0, 2)), Variable("y", Interval(0, 2))
    >>> list(solutions(Apply(Op.LT, (x, y), Bool()), (x, y)))
    [(0, 1), (0, 2), (1, 2)]
    """
    place = {variable.name: at for at, variable in enumerate(variables)}
    alone: list[list[Term]] = [[] for _ in variables]
    asked: list[list[Meaning]] = [[] for _ in variables]
    for part in conjuncts(condition):
        at = sorted({place[variable.name] for variable in variables_of(part)})
        if len(at) == 1:
            alone[at[0]].append(part)
        elif at:
            asked[at[-1]].append(meaning(part))
        elif not meaning(part)({}):
            return
    candidates = [_candidates(*pair) for pair in zip(variables, alone, strict=True)]
    yield from _backtrack([variable.name for variable in variables], candidates, asked)


def _candidates(variable: Variable, parts: list[Term]) -> Sequence[Any]:
    """The values of a variable that the conditions on it alone allow."""
    found: Iterable[Any] = values(variable.sort)
    for part in parts:
        match part:
            case Apply(Op.EQ, (Variable(), Literal(value, _)), _):
                found = [value] if is_member(variable.sort, value) else []
                break
    tests = [meaning(part) for part in parts]
    return [v for v in found if all(holds({variable.name: v}) for holds in tests)]


def _backtrack(
    names: list[str], candidates: list[Sequence[Any]], asked: list[list[Meaning]]
) -> Iterator[tuple[Any, ...]]:
    if not names:
        yield ()
        return
    chosen: dict[str, Any] = {}
    untried = [iter(candidates[0])]
    while untried:
        at = len(untried) - 1
        if not _moved_on(chosen, names[at], untried[at], asked[at]):
            untried.pop()
        elif at + 1 < len(names):
            untried.append(iter(candidates[at + 1]))
        else:
            yield tuple(chosen[name] for name in names)


def _moved_on(
    chosen: dict[str, Any], name: str, untried: Iterator[Any], asked: list[Meaning]
) -> bool:
    """Whether there is a next value that passes what is asked; it is chosen."""
    for value in untried:
        chosen[name] = value
        if all(holds(chosen) for holds in asked):
            return True
    return False
