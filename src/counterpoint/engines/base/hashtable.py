"""The hash table over states that the native searches use: open addressing with linear probing.

The table has numbers and parts of hashes only. Each search compares the states themselves, and
computes their hashes. A large table consists of parts, and probing stays in the part where it
began, so that several threads can fill it at once, each its own part. A part is so large that
random hashes fill no part of a table that has room for all.

Glossary: h hash, n number of a state.
"""

from __future__ import annotations

import numpy as np

from ...native import Ptr, Record, prefetch, u64
from ...stopped import NOT_STOPPED, Cause, Stopped
from .arrays import NOTHING

NUMBER = 0xFFFFFFFF
"""The bits of a slot for the number."""

MOST_STATES = NUMBER
"""The most states that a table can number."""


MOST_PARTS = 64
"""The most parts of a table."""

LEAST_PART = 1 << 10
"""The slots that a part has at least, if the table has as many."""


class HashTable(Record):
    """A slot is 0 if it is empty; else its upper half is that of a hash, its lower half n + 1.

    `mask` is the number of slots, a power of two, minus 1, and `shift` the logarithm of the number
    of slots in a part.
    """

    slots: Ptr[u64]
    mask: u64
    shift: u64


def part_of(h: u64, table: HashTable) -> u64:
    """The part in which the hash h has its slot."""
    return (h & table.mask) >> table.shift


def following(slot: u64, table: HashTable) -> u64:
    """The slot that is probed after this one: the next in its part, or the first one there."""
    inside = (1 << table.shift) - 1
    return (slot & ~inside) | ((slot + 1) & inside)


def candidate(slot: u64, h: u64, table: HashTable) -> u64:
    """The first slot from `slot` on that is empty or has a hash with the upper half of h."""
    slots = table.slots
    slot &= table.mask
    while slots[slot] != 0 and (slots[slot] ^ h) >> 32 != 0:
        slot = following(slot, table)
    return slot


def fill(slot: u64, n: u64, h: u64, table: HashTable) -> u64:
    """Write the number n, with the hash h, to an empty slot; returns n."""
    table.slots[slot] = (h & ~NUMBER) | (n + 1)
    return n


def append(n: u64, h: u64, table: HashTable) -> u64:
    """Enter a number that is not in the table, with the hash h; returns it."""
    slots = table.slots
    slot = h & table.mask
    while slots[slot] != 0:
        slot = following(slot, table)
    return fill(slot, n, h, table)


def prefetch_slot(h: u64, table: HashTable) -> u64:
    """Prefetch the first slot that is read for the hash h; returns 0."""
    prefetch(table.slots, h & table.mask)
    return 0


def parts(table: HashTable) -> int:
    """The number of parts of a table."""
    return (table.mask + 1) >> table.shift


def too_many(room: int) -> Stopped:
    """Why there can be no table with room for so many states; empty if there can."""
    if room <= MOST_STATES:
        return NOT_STOPPED
    return Stopped(f"no more than {MOST_STATES:,} states can be numbered", Cause.MEMORY)


def clear(table: HashTable, slots: int) -> None:
    """Give a table this many slots, a power of two, all empty."""
    table.slots = NOTHING  # frees the old array before the new one is allocated
    table.slots = np.zeros(slots, np.uint64)
    table.mask = slots - 1
    table.shift = max(slots // MOST_PARTS, min(slots, LEAST_PART)).bit_length() - 1
