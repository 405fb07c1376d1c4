"""Sets of what is asked, as bits of ints, without those that ask more than another one."""

from __future__ import annotations

from collections.abc import Iterable

from .room import Room


def least(sets: Iterable[int], room: Room) -> list[int]:
    """Those of which no other one is a part, the smaller ones first.

    Raises `Refused` where the room is too small.

    >>> least([0b110, 0b111, 0b001, 0b010], Room())
    [1, 2]
    """
    kept: list[int] = []
    for one in sorted(set(sets), key=size):
        room.compare(len(kept))
        others = ~one
        for smaller in kept:
            if not smaller & others:
                break
        else:
            kept.append(one)
    room.require_few(len(kept))
    return kept


def size(one: int) -> tuple[int, int]:
    """How large a set is; of sets that are equally large the order is always the same."""
    return one.bit_count(), one
