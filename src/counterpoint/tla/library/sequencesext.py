"""SequencesExt: building, searching and changing sequences."""

from __future__ import annotations

from typing import Any

from ...errors import NoValue
from ..values import (
    BoundedSequences,
    FunctionSet,
    Injections,
    Truth,
    a_set,
    equal,
    function,
    interval,
    members,
    normal,
    shortly,
    truth,
    updated,
    values_of,
)
from . import checks
from .checks import holds, number, sequence
from .finitesets import cardinality
from .functions import folded_function, values
from .module import LibraryModule, Operator, module
from .numbers import modulo
from .sequences import append, joined, length, subsequence
from .subsequences import OPERATORS as PARTS
from .tlc import sorted_sequence

_Sequence = tuple[Any, ...]


def _to_bag(s: Any) -> Any:
    counts: dict[Any, int] = {}
    for item in values_of(checks.function(s, "ToBag")):
        counts[item] = counts.get(item, 0) + 1
    return function(counts)


def to_sequence(values: Any) -> _Sequence:
    """SetToSeq(values): the elements of a set as a sequence, in ascending order.

    >>> to_sequence(frozenset({3, 1}))
    (1, 3)
    """
    return tuple(members(values))


def _all_orders(values: Any) -> Injections:
    return Injections(interval(1, cardinality(values)), values)


def _sorted_set(values: Any, before: Operator) -> _Sequence:
    return sorted_sequence(to_sequence(values), before)


def _all_orders_of_parts(values: Any) -> frozenset[Any]:
    whole = a_set(values)
    lengths = range(len(whole) + 1)
    return frozenset(s for n in lengths for s in Injections(interval(1, n), whole))


def _tuples(values: Any, count: Any) -> FunctionSet:
    return FunctionSet(interval(1, count), values)


def _bounded(values: Any, count: Any) -> Any:
    if number(count, "SeqOf") < 0:
        return frozenset()
    return BoundedSequences(values, count)


def contains(s: Any, item: Any) -> Truth:
    """Contains(s, item)."""
    return truth(any(equal(one, item) for one in sequence(s, "Contains")))


def _is_sorted(s: Any, before: Operator) -> Truth:
    items = sequence(s, "IsSorted")
    pairs = ((a, b) for place, b in enumerate(items) for a in items[:place])
    return truth(all(holds(before(a, b), "IsSorted") for a, b in pairs))


def reversed_sequence(s: Any) -> _Sequence:
    """Reverse(s)."""
    return sequence(s, "Reverse")[::-1]


def _without(s: Any, item: Any) -> _Sequence:
    return tuple(one for one in sequence(s, "Remove") if not equal(one, item))


def _replaced(s: Any, old: Any, new: Any) -> _Sequence:
    new = normal(new)
    return tuple(new if equal(one, old) else one for one in sequence(s, "ReplaceAll"))


def selected_in(s: Any, test: Operator) -> int:
    """SelectInSeq(s, test): the index, from 1, of the first item that passes; 0 if none does."""
    for place, item in enumerate(sequence(s, "SelectInSeq"), 1):
        if holds(test(item), "SelectInSeq"):
            return place
    return 0


def _last_selected_in(s: Any, test: Operator) -> int:
    items = sequence(s, "SelectLastInSeq")
    for place in range(len(items), 0, -1):
        if holds(test(items[place - 1]), "SelectLastInSeq"):
            return place
    return 0


def _selected_between(s: Any, first: Any, last: Any, test: Operator) -> int:
    found = selected_in(subsequence(s, first, last), test)
    return found and found + number(first, "SelectInSubSeq") - 1


def _last_selected_between(s: Any, first: Any, last: Any, test: Operator) -> int:
    found = _last_selected_in(subsequence(s, first, last), test)
    return found and found + number(first, "SelectLastInSubSeq") - 1


def _inserted(s: Any, place: Any, item: Any) -> _Sequence:
    items = sequence(s, "InsertAt")
    before = subsequence(items, 1, number(place, "InsertAt") - 1)
    return (*before, normal(item), *subsequence(items, place, len(items)))


def _replaced_at(s: Any, place: Any, item: Any) -> Any:
    return updated(s, (normal(place),), lambda _: item)


def removed_at(s: Any, place: Any) -> _Sequence:
    """RemoveAt(s, place).

    >>> removed_at((7, 8, 9), 2)
    (7, 9)
    """
    items = sequence(s, "RemoveAt")
    before = subsequence(items, 1, number(place, "RemoveAt") - 1)
    return (*before, *subsequence(items, place + 1, len(items)))


def _first_removed(s: Any, item: Any) -> _Sequence:
    return _first_match_removed(s, lambda one: truth(equal(one, item)))


def _first_match_removed(s: Any, test: Operator) -> _Sequence:
    place = selected_in(s, test)
    return removed_at(s, place) if place else sequence(s, "RemoveFirst")


def _put_before(item: Any, s: Any) -> _Sequence:
    return (normal(item), *sequence(s, "Cons"))


def _put_behind(item: Any, s: Any) -> _Sequence:
    return append(s, item)


def _front(s: Any) -> Any:
    return subsequence(s, 1, length(s) - 1)


def _last(s: Any) -> Any:
    items = sequence(s, "Last")
    if not items:
        raise NoValue("Last is applied to the empty sequence")
    return items[-1]


def _cyclic(a: Any, b: Any) -> int:
    return modulo(a, b) or int(b)


def folded_left(op: Operator, base: Any, s: Any) -> Any:
    """FoldLeft(op, base, s).

    >>> folded_left(lambda x, y: (x, y), 0, (1, 2))
    ((0, 1), 2)
    """
    for item in sequence(s, "FoldLeft"):
        base = op(base, item)
    return base


def folded_right(op: Operator, s: Any, base: Any) -> Any:
    """FoldRight(op, s, base).

    >>> folded_right(lambda x, y: (x, y), (1, 2), 0)
    (1, (2, 0))
    """
    for item in reversed(sequence(s, "FoldRight")):
        base = op(item, base)
    return base


def _places_folded_left(op: Operator, base: Any, s: Any) -> Any:
    return folded_left(op, base, tuple(range(1, len(sequence(s, "FoldLeftDomain")) + 1)))


def _places_folded_right(op: Operator, s: Any, base: Any) -> Any:
    return folded_right(op, tuple(range(1, len(sequence(s, "FoldRightDomain")) + 1)), base)


def flattened(s: Any) -> Any:
    """FlattenSeq(s): the concatenation of a sequence of sequences, or of strings.

    >>> flattened(((1, 2), (), (3,))), flattened(("a", "b"))
    ((1, 2, 3), 'ab')
    """
    items = s if s == "" else sequence(s, "FlattenSeq")
    if not items:
        return items
    whole = items[0]
    for item in items[1:]:
        whole = joined(whole, item)
    return whole


def _zipped(s: Any, t: Any) -> _Sequence:
    return tuple(zip(sequence(s, "Zip"), sequence(t, "Zip"), strict=False))


def _interleaved(s: Any, t: Any) -> _Sequence:
    first, second = sequence(s, "Interleave"), sequence(t, "Interleave")
    if len(first) != len(second):
        raise NoValue(f"Interleave: {shortly(s)} and {shortly(t)} have not the same length")
    if not first:
        return ((), ())
    return tuple((item,) for both in zip(first, second, strict=True) for item in both)


SEQUENCES_EXT: LibraryModule = module(
    "SequencesExt",
    {
        **PARTS,
        "ToSet": values,
        "ToBag": _to_bag,
        "SetToSeq": to_sequence,
        "SetToSeqs": _all_orders,
        "SetToSortSeq": _sorted_set,
        "SetToAllKPermutations": _all_orders_of_parts,
        "TupleOf": _tuples,
        "SeqOf": _bounded,
        "BoundedSeq": _bounded,
        "Contains": contains,
        "IsSorted": _is_sorted,
        "Reverse": reversed_sequence,
        "Remove": _without,
        "ReplaceAll": _replaced,
        "SelectInSeq": selected_in,
        "SelectInSubSeq": _selected_between,
        "SelectLastInSeq": _last_selected_in,
        "SelectLastInSubSeq": _last_selected_between,
        "InsertAt": _inserted,
        "ReplaceAt": _replaced_at,
        "RemoveAt": removed_at,
        "RemoveFirst": _first_removed,
        "RemoveFirstMatch": _first_match_removed,
        "Cons": _put_before,
        "Snoc": _put_behind,
        "Front": _front,
        "Last": _last,
        "SeqMod": _cyclic,
        "FoldSeq": folded_function,
        "FoldLeft": folded_left,
        "FoldRight": folded_right,
        "FoldLeftDomain": _places_folded_left,
        "FoldRightDomain": _places_folded_right,
        "FlattenSeq": flattened,
        "Zip": _zipped,
        "Interleave": _interleaved,
    },
    extends="Sequences Naturals FiniteSets FiniteSetsExt Folds Functions Bags TLC",
)

MODULES = (SEQUENCES_EXT,)
