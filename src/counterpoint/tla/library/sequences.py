"""Sequences; as in TLC, some of its operators also accept strings."""

from __future__ import annotations

from typing import Any

from ...errors import NoValue
from ..values import Domain, Sequences, is_finite, normal, shortly
from .checks import holds, needs, number, sequence, text_or_sequence
from .module import LibraryModule, Operator, module

LONGEST = 1 << 20
"""The most items, or characters, that a concatenation may have."""


def seq(base: Any) -> Sequences:
    """Seq(base)."""
    is_finite(base)  # raises if it is not a set
    return Sequences(base)


def length(s: Any) -> int:
    """Len(s).

    >>> length((7, 8)), length("abc")
    (2, 3)
    """
    if type(s) is tuple and not (s and type(s[0]) is Domain):
        return len(s)
    return len(text_or_sequence(s, "Len"))


def head(s: Any) -> Any:
    """Head(s)."""
    if not (type(s) is tuple and s and type(s[0]) is not Domain):
        s = _not_empty(sequence(s, "Head"), "Head")
    return s[0]


def tail(s: Any) -> Any:
    """Tail(s)."""
    if type(s) is tuple and s and type(s[0]) is not Domain:
        return s[1:]
    return _not_empty(text_or_sequence(s, "Tail"), "Tail")[1:]


def append(s: Any, item: Any) -> tuple[Any, ...]:
    """Append(s, item)."""
    if type(s) is not tuple or (s and type(s[0]) is Domain):
        s = sequence(s, "Append")
    return (*s, normal(item))


def joined(s: Any, t: Any) -> Any:
    r"""s \o t.

    >>> joined((1,), (2, 3)), joined("ab", "c")
    ((1, 2, 3), 'abc')
    """
    if type(s) is not str:
        s, t = sequence(s, "\\o"), sequence(t, "\\o")
    elif type(t) is not str:
        raise needs(f"{shortly(s)} \\o ...", "another string", t)
    if len(s) + len(t) > LONGEST:
        raise NoValue(
            f"{shortly(s, 40)} \\o {shortly(t, 40)} is too long: at most {LONGEST:,} items are "
            "joined"
        )
    return s + t


def subsequence(s: Any, first: Any, last: Any) -> Any:
    """SubSeq(s, first, last).

    >>> subsequence((7, 8, 9), 2, 3)
    (8, 9)
    """
    s = text_or_sequence(s, "SubSeq")
    if number(first, "SubSeq") > number(last, "SubSeq"):
        return "" if type(s) is str else ()
    for end in (first, last):
        if not 1 <= end <= len(s):
            raise NoValue(
                f"SubSeq({shortly(s)}, {first}, {last}): there is no item {end}, "
                f"the length is {len(s)}"
            )
    return s[first - 1 : last]


def selected(s: Any, test: Operator) -> tuple[Any, ...]:
    """SelectSeq(s, test)."""
    return tuple(x for x in sequence(s, "SelectSeq") if holds(test(x), "SelectSeq"))


def _not_empty(s: Any, asker: str) -> Any:
    if not s:
        raise NoValue(f"{asker} is applied to the empty {'string' if s == '' else 'sequence'}")
    return s


SEQUENCES: LibraryModule = module(
    "Sequences",
    {
        "Seq": seq,
        "Len": length,
        "Head": head,
        "Tail": tail,
        "Append": append,
        "\\o": joined,
        "SubSeq": subsequence,
        "SelectSeq": selected,
    },
    standard=True,
)

MODULES = (SEQUENCES,)
