"""Reads, compares and looks up the states of a model, in restricted Python.

`successors`, `unrank`, `rank_of`, `label_of`, `holds`, `mover`, `fetch` and the constants WORDS,
RESTS and PLAIN are bound by `build`; the definitions here are those for a model without actions. A
*place* is the position of a state's bits in a region: its rank, or its number if states are packed.

Glossary: h hash, i number of a state, j step or state, k number of steps, n states or steps so far,
r rank, w word.
"""

from __future__ import annotations

from ....native import Ptr, at, prefetch, u8, u16, u32, u64
from ...base.hashtable import NUMBER, candidate, fill, following, prefetch_slot
from .records import Buffers, States

NO_STEPS = 0xFFFFFFFFFFFFFFFF
"""The result of `successors` at a fault, and of `find` for an unknown state."""

WORDS = 1
"""The number of words of a packed state."""

RESTS = 0xFFFFFFFF
"""The number of the first kind that is a rest; steps of these kinds are not counted."""

PLAIN = 1
"""1 if all steps count, and no two steps of a state have the same label and target; else 0."""


def label_of(kind: u64) -> u64:
    """The same number for all kinds with the same label."""
    return kind


def successors(here: Ptr[u64], rank: u64, out: Ptr[u64], kinds: Ptr[u32]) -> u64:
    """Write the targets and kinds of the steps of a state; returns the number of steps."""
    return 0


def unrank(rank: u64, digits: Ptr[u64], here: Ptr[u64]) -> u64:
    """Write the words of the state with a rank; returns 0."""
    here[0] = rank
    return 0


def rank_of(here: Ptr[u64]) -> u64:
    """The rank of the state with these words."""
    return here[0]


def holds(here: Ptr[u64]) -> u64:
    """1 if a condition is true in the state with these words."""
    return 1


def fetch_packed(i: u64, here: Ptr[u64], states: States) -> u64:
    """Write the words of state i; returns its place, which is its number."""
    for w in range(WORDS):
        here[w] = states.queue[i * WORDS + w]
    return i


def fetch_ranked(i: u64, here: Ptr[u64], states: States) -> u64:
    """Write the words of state i; returns its place, which is its rank."""
    unrank(states.queue[i], states.digits, here)
    return states.queue[i]


def fetch_whole(i: u64, here: Ptr[u64], states: States) -> u64:
    """Write the words of the state of rank i, if every rank is a state; returns its place, i."""
    unrank(i, states.digits, here)
    return i


fetch = fetch_packed


def mover(here: Ptr[u64]) -> u64:
    """The player to move, from 1; 0 if there is none."""
    return 0


def same(states: Ptr[u64], i: u64, others: Ptr[u64], j: u64, width: u64) -> u64:
    """1 if state i of `states` is equal to state j of `others`, else 0."""
    for w in range(width):
        if states[i * width + w] != others[j * width + w]:
            return 0
    return 1


def is_new(out: Ptr[u64], kinds: Ptr[u32], n: u64, width: u64) -> u64:
    """1 unless an earlier step of the same kind has the same target as step n; then 0."""
    for j in range(n):
        if kinds[j] == kinds[n] and same(out, j, out, n, width) != 0:
            return 0
    return 1


def repeats(out: Ptr[u64], kinds: Ptr[u32], n: u64, width: u64) -> u64:
    """1 if an earlier step has the same label and target as step n, else 0."""
    for i in range(n):
        if label_of(kinds[i]) == label_of(kinds[n]) and same(out, i, out, n, width) != 0:
            return 1
    return 0


def counted(out: Ptr[u64], kinds: Ptr[u32], n: u64, width: u64) -> u64:
    """How many of n steps count: not rests, nor those that differ from others only in the owner."""
    if PLAIN != 0:
        return n
    found = 0
    for j in range(n):
        if kinds[j] < RESTS and repeats(out, kinds, j, width) == 0:
            found += 1
    return found


def mixed(state: Ptr[u64]) -> u64:
    """The hash of the words of a state."""
    h = 0
    for w in range(WORDS):
        h = (h ^ state[w]) * 0x9E3779B97F4A7C15
        h = (h ^ h >> 32) * 0xD6E8FEB86659FD93
        h ^= h >> 29
    return h


def slot_of(state: Ptr[u64], h: u64, states: States) -> u64:
    """The index of the slot that has a state, or of the empty slot where it would be."""
    slot = candidate(h, h, states)
    while states.slots[slot] != 0:
        j = (states.slots[slot] & NUMBER) - 1
        w = 0
        while w < WORDS and states.queue[j * WORDS + w] == state[w]:
            w += 1
        if w == WORDS:
            return slot
        slot = candidate(following(slot, states), h, states)
    return slot


def number_of(state: Ptr[u64], h: u64, states: States) -> u64:
    """The number of a state; a state that is not known is added."""
    slot = slot_of(state, h, states)
    if states.slots[slot] != 0:
        return (states.slots[slot] & NUMBER) - 1
    n = states.count
    for w in range(WORDS):
        states.queue[n * WORDS + w] = state[w]
    states.count = n + 1
    return fill(slot, n, h, states)


def find(state: Ptr[u64], h: u64, states: States) -> u64:
    """The number of a state with hash h; NO_STEPS if it is not known."""
    slot = slot_of(state, h, states)
    return (states.slots[slot] & NUMBER) - 1 if states.slots[slot] != 0 else NO_STEPS


def lookup(state: Ptr[u64], states: States) -> u64:
    """Like `find`, but computes the hash."""
    return find(state, mixed(state), states)


def hash_ahead(k: u64, b: Buffers, states: States) -> u64:
    """Write the hashes of k packed states, and prefetch what looking them up reads; returns k.

    All slots are prefetched first, and then the states to compare with: by the time that the last
    slot is requested, the first may have arrived.
    """
    hashes = b.hashes
    for j in range(k):
        h = mixed(at(b.out, j * WORDS))
        hashes[j] = h
        prefetch_slot(h, states)
    for j in range(k):
        slot = states.slots[hashes[j] & states.mask]
        if (slot ^ hashes[j]) >> 32 == 0:
            prefetch(states.queue, (slot & NUMBER) * WORDS - WORDS)
    return k


def filtered(first: u64, end: u64, digits: Ptr[u64], here: Ptr[u64], ranks: Ptr[u64]) -> u64:
    """Write the ranks from `first` up to `end` that satisfy the condition; returns their number."""
    n = 0
    for r in range(first, end):
        unrank(r, digits, here)
        ranks[n] = r
        n += holds(here) != 0
    return n


def each(first: u64, end: u64, here: Ptr[u64], found: Ptr[u8], states: States) -> u64:
    """Write for each state whether the condition is true in it; returns `end`."""
    for i in range(first, end):
        fetch(i, here, states)
        found[i] = holds(here) != 0
    return end


def movers(first: u64, end: u64, here: Ptr[u64], found: Ptr[u16], states: States) -> u64:
    """Write for each state the player to move; returns `end`."""
    for i in range(first, end):
        fetch(i, here, states)
        found[i] = mover(here)
    return end
