"""And-gates: from the bytes of a binary file, or in an order in which inputs come first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from .circuit import Literal
from .cursor import Cursor

Gates: TypeAlias = dict[Literal, tuple[Literal, Literal]]

_SEVEN, _MORE = 7, 0x80
"""A number is written in groups of seven bits, the lowest first; all but the last have a mark."""

_MOST_GROUPS = 9


def decoded(cursor: Cursor, first: Literal, count: int) -> Gates:
    """The gates of a binary file, which have the literals `first`, `first` + 2, and so on.

    Raises `BadCircuit` with the offset of the byte if the file ends too early, or if an input of a
    gate is not smaller than the gate.
    """
    gates: Gates = {}
    for gate in range(first, first + 2 * count, 2):
        start = cursor.at
        one = gate - _number(cursor, gate)
        if not 0 <= one < gate:
            raise cursor.wrong_byte(
                f"the gate {gate} has the input {one}, not a smaller one", start
            )
        start = cursor.at
        other = one - _number(cursor, gate)
        if other < 0:
            raise cursor.wrong_byte(f"the gate {gate} has the input {other}, which is none", start)
        gates[gate] = (one, other)
    cursor.number = cursor.data.count(b"\n", 0, cursor.at)
    return gates


def _number(cursor: Cursor, gate: Literal) -> int:
    """The next number, in its encoding by groups of seven bits."""
    start, found = cursor.at, 0
    for group in range(_MOST_GROUPS):
        byte = cursor.byte(f"the gate {gate}")
        found |= (byte & ~_MORE) << _SEVEN * group
        if byte < _MORE:
            return found
    raise cursor.wrong_byte(f"the gate {gate} has a number that does not end", start)


def sorted_gates(gates: Mapping[Literal, tuple[Literal, Literal]]) -> Gates | Literal:
    """The gates in an order in which the inputs of each come first; if that is impossible, a gate.

    That gate is on a cycle.


    >>> list(sorted_gates({4: (6, 2), 6: (2, 2)})), sorted_gates({4: (6, 2), 6: (4, 2)})
    ([6, 4], 4)
    """
    found: Gates = {}
    open_: set[Literal] = set()
    for gate in gates:
        waiting = [gate]
        while waiting:
            here = waiting[-1]
            if here in found:
                waiting.pop()
                continue
            below = [lit & ~1 for lit in gates[here] if lit & ~1 in gates and lit & ~1 not in found]
            if not below:
                found[here] = gates[here]
                open_.discard(here)
                waiting.pop()
                continue
            open_.add(here)
            if cyclic := open_.intersection(below):
                return min(cyclic)
            waiting += below
    return found
