"""Sets of what is asked, as bits of ints, without those that ask more than another one."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import Refused

MOST_WAYS = 1 << 15
"""Ways to go on from one state of an automaton, at most."""

MOST_COMPARED = 1 << 29
"""Pairs of sets that are compared for one question, at most: that takes ten to twenty seconds."""

ASIDE = 1 << 26
"""The same for what nobody asked, such as which parts of a formula never mattered."""

PAIRS_A_STEP = 1 << 11
"""To make a step of an automaton, and to follow it, takes as long as to compare so many."""


class Room:
    """How large automata may become, and how much it may take to make those of one question."""

    def __init__(self, left: int = MOST_COMPARED) -> None:
        self._left = left

    def hold(self, ways: int) -> None:
        """Raise `Refused` for so many ways to go on from one state."""
        if ways > MOST_WAYS:
            raise _too_large(f"it has {ways:,} ways or more to go on from one state")

    def make(self, steps: int) -> None:
        """Raise `Refused` where so many more steps are not to be made."""
        self.compare(PAIRS_A_STEP * steps)

    def compare(self, pairs: int) -> None:
        """Raise `Refused` where so many more sets are not to be compared."""
        self._left -= pairs
        if self._left < 0:
            raise _too_large("it would take too long to make")


def _too_large(why: str) -> Refused:
    return Refused(
        f"an automaton of this formula would be too large: {why}. Ask for the parts of the formula "
        "one by one"
    )


def least(sets: Iterable[int], room: Room) -> list[int]:
    """Those of which no other one is a part, the smaller ones first; raises `Refused` for too many.

    >>> least([0b110, 0b111, 0b001, 0b010], Room())
    [1, 2]
    """
    kept: list[int] = []
    for one in sorted(set(sets), key=size):
        left = ~one
        room.compare(len(kept))
        for smaller in kept:
            if not smaller & left:
                break
        else:
            kept.append(one)
    room.hold(len(kept))
    return kept


def size(one: int) -> tuple[int, int]:
    """What sets are sorted by."""
    return one.bit_count(), one
