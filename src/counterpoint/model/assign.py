"""Assignments: what a step sets, as one update for each variable that may change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..errors import BadModel
from ..terms.apply import TRUE, apply, recast
from ..terms.array import Array, Cell
from ..terms.lift import lift
from ..terms.sort import Enumeration, Interval, Sort, text_of_sort
from ..terms.term import Op, Term, Variable
from ..terms.text import text_of
from .scope import Scope


def updates_of(given: Mapping[Any, object], scope: Scope) -> tuple[tuple[Variable, Term], ...]:
    """The updates in `set={...}`; raises `BadModel` for what cannot be set."""
    if not isinstance(given, Mapping):
        raise BadModel(f"set= takes a dict from variables to their new values, not {given!r}")
    found: dict[str, tuple[Variable, Term]] = {}
    fixed: set[str] = set()
    for target, value in _cell_by_cell(given, scope):
        for variable, here in target.cells:
            scope.check(variable, "it sets")
            if here == TRUE:
                if variable.name in fixed:
                    raise BadModel(f"it sets {variable.name} twice")
                fixed.add(variable.name)
            _, old = found.get(variable.name, (variable, variable))
            found[variable.name] = variable, apply(Op.ITE, here, _new(variable, value, scope), old)
    return tuple(found.values())


def _cell_by_cell(given: Mapping[Any, object], scope: Scope) -> Iterator[tuple[Cell, object]]:
    for target, value in given.items():
        if isinstance(target, Array):
            yield from _whole(target, value)
        elif isinstance(target, Cell):
            yield target, value
        else:
            if target in scope.variables or target in scope.arrays:
                raise BadModel(f"it sets the text {target!r}: write the variable, without quotes")
            shown = text_of(target.term) if hasattr(target, "term") else repr(target)
            raise BadModel(
                f"it sets {shown}, which is not a variable; the variables are {scope.names()}"
            )


def _whole(array: Array, value: object) -> Iterator[tuple[Cell, object]]:
    """The cells of an array, each with its new value."""
    if isinstance(value, Mapping):
        for index, of in value.items():
            yield array[index], of
        return
    values = list(value) if isinstance(value, Iterable) and not isinstance(value, str) else None
    if values is None or len(values) != len(array):
        raise BadModel(
            f"{array.name} is an array of {len(array)}: set {array.name}[index], or give as many "
            "values in the order of its indices, or a mapping"
        )
    yield from zip(array, values, strict=True)


def _new(variable: Variable, value: object, scope: Scope) -> Term:
    """The new value as a term of a sort that may fit the variable; raises `BadModel`."""
    term = recast(lift(value, variable.sort), variable.sort)
    scope.check_all(term, f"the new value of {variable.name} reads", choosing=True)
    if not _can_fit(term.sort, variable.sort):
        raise BadModel(
            f"it sets {variable.name} to {text_of(term)}, which is never in "
            f"{text_of_sort(variable.sort)}"
        )
    return term


def _can_fit(sort: Sort, within: Sort) -> bool:
    match sort, within:
        case Interval(low, high), Interval(least, greatest):
            return low <= greatest and least <= high
        case Enumeration(members), Enumeration(others):
            return bool(set(members) & set(others))
    return sort == within
