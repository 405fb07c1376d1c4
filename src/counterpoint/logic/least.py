"""Sets of what is asked, as bits of ints, without those that ask more than another one."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import Refused

MOST = 1 << 14
"""Sets at most of which none is part of another: to find so many takes some seconds."""

MOST_MOVES = 1 << 17
"""Moves of an automaton at most, before it is made small."""


def least(sets: Iterable[int]) -> list[int]:
    """Those of which no other one is a part, the smaller ones first; raises `Refused` for too many.

    >>> least([0b110, 0b111, 0b001, 0b010])
    [1, 2]
    """
    kept: list[int] = []
    for one in sorted(set(sets), key=size):
        left = ~one
        for smaller in kept:
            if not smaller & left:
                break
        else:
            kept.append(one)
            require_few(len(kept))
    return kept


def size(one: int) -> tuple[int, int]:
    """What sets are sorted by."""
    return one.bit_count(), one


def require_few(ways: int, moves: int = 0) -> None:
    """Raise `Refused` for so many ways to go on from one state, or so many moves in all."""
    if ways > MOST or moves > MOST_MOVES:
        said = f"{ways:,} ways to go on from one state" if ways > MOST else f"{moves:,} steps"
        raise Refused(
            f"an automaton of this formula would be too large: {said} and more. Ask for the parts "
            "of the formula one by one"
        )
