"""Solutions: the values of variables that make a condition true."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .apply import conjuncts, variables_of
from .evaluate import Meaning, meaning
from .sort import is_member, size, values
from .term import Apply, Literal, Op, Term, Variable

LISTED = 1 << 16
"""The size of a sort up to which its filtered values are kept in a list."""


def solutions(condition: Term, variables: Sequence[Variable]) -> Iterator[tuple[Any, ...]]:
    """The tuples of values that make the condition true, in the order of their codes.

    The variables are set one by one, the first one outermost (backtracking). Each part of a
    conjunction is tested as soon as all its variables are set.

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


def _candidates(variable: Variable, parts: list[Term]) -> Iterable[Any]:
    """The values of a variable that satisfy the conditions on this variable alone."""
    found: Sequence[Any] | None = None
    for part in parts:
        match part:
            case Apply(Op.EQ, (Variable(), Literal(value, _)), _):
                found = [value] if is_member(variable.sort, value) else []
                break
    passing = _Passing(variable, found, [meaning(part) for part in parts])
    return passing if found is None and size(variable.sort) > LISTED else list(passing)


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


def _backtrack(
    names: list[str], candidates: list[Iterable[Any]], asked: list[list[Meaning]]
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
    """Choose the next value that passes the tests; returns whether there is one."""
    for value in untried:
        chosen[name] = value
        if all(holds(chosen) for holds in asked):
            return True
    return False
