"""The operators of SequencesExt about prefixes, suffixes and other parts of a sequence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any, Final

from ...errors import NoValue
from ..values import Truth, collected, equal, members, shortly, truth
from .checks import number, sequence, text_or_sequence
from .sequences import joined, subsequence


def starts_with(s: Any, t: Any) -> bool:
    """Whether s is a prefix of t.

    >>> starts_with((1,), (1, 2))
    True
    """
    s, t = text_or_sequence(s, "IsPrefix"), text_or_sequence(t, "IsPrefix")
    return equal(s, t[: len(s)])


def _is_prefix(s: Any, t: Any) -> Truth:
    return truth(starts_with(s, t))


def _is_strict_prefix(s: Any, t: Any) -> Truth:
    return truth(starts_with(s, t) and not equal(s, t))


def _ends_with(s: Any, t: Any) -> bool:
    return starts_with(sequence(s, "IsSuffix")[::-1], sequence(t, "IsSuffix")[::-1])


def _is_suffix(s: Any, t: Any) -> Truth:
    return truth(_ends_with(s, t))


def _is_strict_suffix(s: Any, t: Any) -> Truth:
    return truth(_ends_with(s, t) and not equal(s, t))


def prefixes(s: Any) -> frozenset[Any]:
    """Prefixes(s): the set of all prefixes, including the empty one and `s`.

    >>> sorted(prefixes((1, 2)))
    [(), (1,), (1, 2)]
    """
    items = text_or_sequence(s, "Prefixes")
    return frozenset(items[:count] for count in range(len(items) + 1))


def _common_prefixes(values: Any) -> frozenset[Any]:
    if not members(values):
        return frozenset()
    return frozenset.intersection(*map(prefixes, members(values)))


def _longest_common_prefix(values: Any) -> Any:
    common = _common_prefixes(values)
    if not common:
        raise NoValue("LongestCommonPrefix({}) has no value: the set is empty")
    return max(common, key=len)


def _suffixes(s: Any) -> frozenset[Any]:
    items = sequence(s, "Suffixes")
    return frozenset(items[count:] for count in range(len(items) + 1))


def _all_between(s: Any) -> frozenset[Any]:
    items = text_or_sequence(s, "SubSeqs")
    ends = range(len(items) + 1)
    return frozenset(items[i:j] for j in ends for i in range(j + 1))


def _all_parts(s: Any) -> frozenset[Any]:
    items = sequence(s, "AllSubSeqs")
    parts = (part for n in range(len(items) + 1) for part in combinations(items, n))
    return frozenset(collected(parts))


def first_place(s: Any, t: Any, begin: int = 0) -> int:
    """The first index in `t`, at or after `begin`, where `s` occurs; -1 if it does not.

    Indexes count from 0.
    """
    for place in range(begin, len(t) - len(s) + 1):
        if t[place : place + len(s)] == s:
            return place
    return -1


def _index_of(s: Any, t: Any) -> int:
    s, t = text_or_sequence(s, "IndexFirstSubSeq"), text_or_sequence(t, "IndexFirstSubSeq")
    place = first_place(s, t)
    if place < 0:
        raise NoValue(f"IndexFirstSubSeq: {shortly(s)} does not occur in {shortly(t)}")
    return place + 1


def _replaced_at(place: Any, new: Any, old: Any, s: Any) -> Any:
    s, old = text_or_sequence(s, "ReplaceSubSeqAt"), text_or_sequence(old, "ReplaceSubSeqAt")
    place = number(place, "ReplaceSubSeqAt")
    before = subsequence(s, 1, place - 1)
    return joined(joined(before, new), subsequence(s, place + len(old), len(s)))


def _first_replaced(new: Any, old: Any, s: Any) -> Any:
    asker = "ReplaceFirstSubSeq"
    new, old, s = (text_or_sequence(part, asker) for part in (new, old, s))
    place = first_place(old, s)
    return s if place < 0 else joined(joined(s[:place], new), s[place + len(old) :])


def all_replaced(new: Any, old: Any, s: Any) -> Any:
    """ReplaceAllSubSeqs(new, old, s): occurrences are replaced from left to right.

    An empty `old` occurs before each item of `s`.

    >>> all_replaced((2, 2), (1, 1), (1, 1, 1))
    (2, 2, 1)
    """
    asker = "ReplaceAllSubSeqs"
    new, old, s = (text_or_sequence(part, asker) for part in (new, old, s))
    if equal(old, s):
        return new
    done, place = s[:0], 0
    if not old:
        for place in range(len(s)):
            done = joined(joined(done, new), s[place : place + 1])
        return done
    while (found := first_place(old, s, place)) >= 0:
        done = joined(joined(done, s[place:found]), new)
        place = found + len(old)
    return joined(done, s[place:])


OPERATORS: Final[Mapping[str, Callable[..., Any]]] = {
    "IsPrefix": _is_prefix,
    "IsStrictPrefix": _is_strict_prefix,
    "IsSuffix": _is_suffix,
    "IsStrictSuffix": _is_strict_suffix,
    "Prefixes": prefixes,
    "CommonPrefixes": _common_prefixes,
    "LongestCommonPrefix": _longest_common_prefix,
    "Suffixes": _suffixes,
    "SubSeqs": _all_between,
    "AllSubSeqs": _all_parts,
    "IndexFirstSubSeq": _index_of,
    "ReplaceSubSeqAt": _replaced_at,
    "ReplaceFirstSubSeq": _first_replaced,
    "ReplaceAllSubSeqs": all_replaced,
}
