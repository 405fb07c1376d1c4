"""FiniteSets, Folds and FiniteSetsExt."""

from __future__ import annotations

from itertools import product
from typing import Any

from ...errors import NoValue
from ..values import (
    LazySet,
    SizedSubsets,
    Truth,
    a_set,
    big_union,
    collected,
    cup,
    elements,
    is_finite,
    is_in,
    members,
    minus,
    normal,
    shortly,
    size,
    truth,
)
from .checks import holds, needs, number
from .module import LibraryModule, Operator, module
from .numbers import plus, times


def cardinality(values: Any) -> int:
    """Cardinality(values); raises `NoValue` if the set is infinite.

    >>> cardinality(frozenset({5, 6}))
    2
    """
    if type(values) is frozenset:
        return len(values)
    count = size(values)
    if count is None:
        raise NoValue(f"Cardinality({shortly(values)}): the set is infinite")
    return count


def is_finite_set(values: Any) -> Truth:
    """IsFiniteSet(values)."""
    return truth(is_finite(values))


def folded(op: Operator, base: Any, values: Any) -> Any:
    """FoldSet(op, base, values): as in TLC, `op` is applied to the smallest element first.

    >>> folded(lambda x, y: (x, y), 0, frozenset({1, 2}))
    (2, (1, 0))
    """
    for element in elements(values):
        base = op(element, base)
    return base


def _sum(values: Any) -> Any:
    return folded(plus, 0, values)


def _product(values: Any) -> Any:
    return folded(times, 1, values)


def _reduced(op: Operator, values: Any, base: Any) -> Any:
    return folded(op, base, values)


def _sum_of(op: Operator, values: Any) -> Any:
    return folded(lambda element, total: plus(op(element), total), 0, values)


def _symmetric_difference(a: Any, b: Any) -> Any:
    return cup(minus(a, b), minus(b, a))


def _quantity(values: Any, test: Operator) -> int:
    return sum(holds(test(element), "Quantify") for element in elements(values))


def _sized_subsets(count: Any, base: Any) -> LazySet:
    if not is_finite(base):
        raise needs("kSubset", "a finite set", base)
    return SizedSubsets(number(count, "kSubset"), base)


def largest(values: Any) -> int:
    """Max(values); raises `NoValue` if the set is empty.

    >>> largest(frozenset({3, 12}))
    12
    """
    return max(_numbers(values, "Max"))


def smallest(values: Any) -> int:
    """Min(values); raises `NoValue` if the set is empty."""
    return min(_numbers(values, "Min"))


def _numbers(values: Any, asker: str) -> list[int]:
    if size(values) == 0:
        raise NoValue(f"{asker}({{}}) has no value: the set is empty")
    return [number(element, asker) for element in members(values)]


def _choices(sets: Any) -> frozenset[Any]:
    return frozenset(map(frozenset, collected(product(*map(members, members(sets))))))


def _unique(values: Any, test: Operator) -> Any:
    found = [element for element in elements(values) if holds(test(element), "ChooseUnique")]
    if len(found) == 1:
        return found[0]
    count = "no element" if not found else "several elements"
    raise NoValue(f"ChooseUnique: {count} of {shortly(values)} passed the test")


def mapped_and_folded(
    op: Operator, base: Any, image: Operator, choose: Operator, values: Any
) -> Any:
    """MapThenFoldSet(op, base, image, choose, values): the first chosen element is outermost."""
    rest, chosen = a_set(values), []
    while rest:
        element = normal(choose(rest))
        if not is_in(element, rest):
            raise NoValue(
                f"MapThenFoldSet: {shortly(element)} was chosen, but is not in {shortly(rest)}"
            )
        chosen.append(element)
        rest -= {element}
    for element in reversed(chosen):
        base = op(image(element), base)
    return base


FINITE_SETS: LibraryModule = module(
    "FiniteSets",
    {"IsFiniteSet": is_finite_set, "Cardinality": cardinality},
    standard=True,
)

FOLDS: LibraryModule = module("Folds", {"MapThenFoldSet": mapped_and_folded})

FINITE_SETS_EXT: LibraryModule = module(
    "FiniteSetsExt",
    {
        "FoldSet": folded,
        "SumSet": _sum,
        "ProductSet": _product,
        "ReduceSet": _reduced,
        "MapThenSumSet": _sum_of,
        "FlattenSet": big_union,
        "SymDiff": _symmetric_difference,
        "Quantify": _quantity,
        "kSubset": _sized_subsets,
        "Max": largest,
        "Min": smallest,
        "Choices": _choices,
        "ChooseUnique": _unique,
    },
    extends="Integers FiniteSets Folds Functions",
)

MODULES = (FINITE_SETS, FOLDS, FINITE_SETS_EXT)
