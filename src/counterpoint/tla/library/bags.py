"""Bags (multisets), and the operators that BagsExt adds.

A bag is a function from each of its elements to the number of copies, which is positive.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from ...errors import NoValue
from ..values import (
    FALSE,
    TRUE,
    Truth,
    collected,
    domain,
    function,
    is_function,
    items,
    make,
    members,
    normal,
    shortly,
    truth,
    values_of,
)
from . import checks
from .finitesets import mapped_and_folded
from .module import LibraryModule, Operator, module
from .numbers import plus, times


def is_a_bag(bag: Any) -> Truth:
    """IsABag(bag).

    >>> is_a_bag((2, 1)), is_a_bag((0,))
    (TRUE, FALSE)
    """
    if not is_function(bag):
        return FALSE
    return truth(all(type(count) is int and count > 0 for count in values_of(bag)))


def _counted(bag: Any, asker: str) -> dict[Any, int]:
    """The number of copies of each element of a bag; raises `NoValue` if `bag` is not a bag."""
    if is_a_bag(bag) is TRUE:
        return dict(items(bag))
    raise checks.needs(asker, "a bag", bag)


def _numbered(bag: Any, asker: str) -> dict[Any, int]:
    """The counts of a bag, for operators where TLC also accepts counts that are not positive."""
    if is_function(bag) and all(type(count) is int for count in values_of(bag)):
        return dict(items(bag))
    raise checks.needs(asker, "a bag", bag)


def _bag(counts: dict[Any, int]) -> Any:
    return function({element: count for element, count in counts.items() if count > 0})


def _set_to_bag(values: Any) -> Any:
    return make(values, [1] * len(members(values)))


def bag_in(element: Any, bag: Any) -> Truth:
    """BagIn(element, bag)."""
    return truth(copies_in(element, bag) > 0)


def copies_in(element: Any, bag: Any) -> int:
    """CopiesIn(element, bag)."""
    return _numbered(bag, "CopiesIn").get(normal(element), 0)


def bag_sum(a: Any, b: Any) -> Any:
    """a (+) b.

    >>> bag_sum((1, 1), (2,))
    (3, 1)
    """
    counts = _counted(a, "(+)")
    for element, count in _counted(b, "(+)").items():
        counts[element] = counts.get(element, 0) + count
    return _bag(counts)


def bag_difference(a: Any, b: Any) -> Any:
    """a (-) b.

    >>> bag_difference((3, 1), (1, 1))
    (2,)
    """
    taken = _numbered(b, "(-)")
    counts = _numbered(a, "(-)")
    return _bag({element: count - taken.get(element, 0) for element, count in counts.items()})


def _bag_union(bags: Any) -> Any:
    counts: dict[Any, int] = {}
    for bag in members(bags):
        for element, count in _numbered(bag, "BagUnion").items():
            counts[element] = counts.get(element, 0) + count
    return function(counts)


def _is_subbag(a: Any, b: Any) -> Truth:
    wide = _numbered(b, "\\sqsubseteq")
    counts = _numbered(a, "\\sqsubseteq").items()
    return truth(all(count <= wide.get(element, 0) for element, count in counts))


def _subbags(bag: Any) -> frozenset[Any]:
    counts = _counted(bag, "SubBag")
    choices = collected(product(*(range(count + 1) for count in counts.values())))
    return frozenset(_bag(dict(zip(counts, choice, strict=True))) for choice in choices)


def _bag_of_all(image: Operator, bag: Any) -> Any:
    counts: dict[Any, int] = {}
    for element, count in _numbered(bag, "BagOfAll").items():
        value = normal(image(element))
        counts[value] = counts.get(value, 0) + count
    return function(counts)


def bag_cardinality(bag: Any) -> int:
    """BagCardinality(bag)."""
    return sum(_counted(bag, "BagCardinality").values())


def bag_add(bag: Any, element: Any) -> Any:
    """BagAdd(bag, element)."""
    return bag_sum(bag, function({normal(element): 1}))


def _bag_remove(bag: Any, element: Any) -> Any:
    return bag_difference(bag, function({normal(element): 1}))


def _bag_remove_all(bag: Any, element: Any) -> Any:
    counts = _counted(bag, "BagRemoveAll")
    counts.pop(normal(element), None)
    return _bag(counts)


def _mapped_and_folded(op: Operator, base: Any, image: Operator, choose: Operator, bag: Any) -> Any:
    counts = _counted(bag, "MapThenFoldBag")

    def all_copies(element: Any) -> Any:
        result = base
        for _ in range(counts[element]):
            result = op(result, image(element))
        return result

    # The TLA+ definition ignores its parameter `choose` and uses CHOOSE.
    return mapped_and_folded(op, base, all_copies, lambda rest: members(rest)[0], domain(bag))


def folded_bag(op: Operator, base: Any, bag: Any) -> Any:
    """FoldBag(op, base, bag): as in TLC, `op` is applied once for each copy."""
    for element, count in _counted(bag, "FoldBag").items():
        for _ in range(count):
            base = op(base, element)
    return base


def _sum(bag: Any) -> Any:
    return folded_bag(plus, 0, bag)


def _product(bag: Any) -> Any:
    return folded_bag(times, 1, bag)


def _bag_to_set(bag: Any) -> Any:
    if not is_function(bag):
        raise NoValue(f"BagToSet needs a bag, not {shortly(bag)}")
    return domain(bag)


BAGS: LibraryModule = module(
    "Bags",
    {
        "IsABag": is_a_bag,
        "BagToSet": _bag_to_set,
        "SetToBag": _set_to_bag,
        "BagIn": bag_in,
        "EmptyBag": (),
        "(+)": bag_sum,
        "\\oplus": bag_sum,
        "(-)": bag_difference,
        "\\ominus": bag_difference,
        "BagUnion": _bag_union,
        "\\sqsubseteq": _is_subbag,
        "SubBag": _subbags,
        "BagOfAll": _bag_of_all,
        "BagCardinality": bag_cardinality,
        "CopiesIn": copies_in,
    },
    extends="TLC",
    standard=True,
)

BAGS_EXT: LibraryModule = module(
    "BagsExt",
    {
        "BagAdd": bag_add,
        "BagRemove": _bag_remove,
        "BagRemoveAll": _bag_remove_all,
        "MapThenFoldBag": _mapped_and_folded,
        "FoldBag": folded_bag,
        "SumBag": _sum,
        "ProductBag": _product,
    },
)

MODULES = (BAGS, BAGS_EXT)
