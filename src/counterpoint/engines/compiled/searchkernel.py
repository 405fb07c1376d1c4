"""The searches of a model, in restricted Python: breadth first, some states at a time.

The successors of AT_ONCE states are computed, the memory that they will be looked up in is asked
for, and only then are they looked up, so that the processor need not wait for each.

Glossary: i state being expanded, n states found, e end of those at once, k steps so far, j one of
them, r rank, h hash.
"""

from __future__ import annotations

from typing import TypeVar

from ...native import Ptr, at, prefetch, u32, u64
from .kernel import (
    NO_STEPS,
    WORDS,
    counted,
    hash_ahead,
    mixed,
    number_of,
    rank_of,
    successors,
    unrank,
)

Cell = TypeVar("Cell", bound=int)

# Slots of the status block.
FOUND = 0
NEXT = 1
LEVELS = 2
STEPS = 3
EDGES = 4
STATUS_SLOTS = 5

# What a call came back for.
DONE = 0
PAUSED = 1
FULL = 2
FAULT = 3
LEVEL = 4

AT_ONCE = 1
"""How many states are expanded together: bound by `Code.constants`."""


def begins_level(i: u64, n: u64, levels: Ptr[u64], status: Ptr[u64]) -> u64:
    """1 where state i is the first of a level; the level after it then begins at n."""
    if i != levels[status[LEVELS]]:
        return 0
    status[LEVELS] += 1
    levels[status[LEVELS]] = n
    return 1


def end_of(i: u64, levels: Ptr[u64], status: Ptr[u64]) -> u64:
    """Where the states end that are expanded together with i: AT_ONCE of them, of one level."""
    e = i + AT_ONCE
    return e if e < levels[status[LEVELS]] else levels[status[LEVELS]]


def enter(n: u64, count: u64, states: Ptr[u64], queue: Ptr[u64], table: Ptr[u64], mask: u64) -> u64:
    """The number of states known when `count` more have been entered that may be known."""
    for i in range(count):
        state = at(states, i * WORDS)
        n += number_of(state, mixed(state), n, queue, table, mask) == n
    return n


def rehash(n: u64, queue: Ptr[u64], table: Ptr[u64], mask: u64) -> u64:
    """Enter the first n states into a new, empty table."""
    for i in range(n):
        h = mixed(at(queue, i * WORDS))
        slot = h & mask
        while table[slot] != 0:
            slot = (slot + 1) & mask
        table[slot] = (h & 0xFFFFFFFF00000000) | (i + 1)
    return n


def expand_packed(
    i: u64, e: u64, edge: u64, edge_room: u64, queue: Ptr[u64], out: Ptr[u64], kinds: Ptr[u32],
    edge_start: Ptr[u64], status: Ptr[u64],
) -> u64:  # fmt: skip
    """How many steps the states i up to e have; writes them down one after the other.

    NO_STEPS at a fault; it was in state number status[NEXT].
    """
    k = 0
    while i < e:
        if edge_room != 0:
            edge_start[i] = edge + k
        steps = successors(at(queue, i * WORDS), 0, at(out, k * WORDS), at(kinds, k))
        if steps == NO_STEPS:
            status[NEXT] = i
            return NO_STEPS
        status[STEPS] += counted(at(out, k * WORDS), at(kinds, k), steps, WORDS)
        k += steps
        i += 1
    return k


def add_packed(
    k: u64, n: u64, edge: u64, edge_room: u64, out: Ptr[u64], kinds: Ptr[u32], hashes: Ptr[u64],
    queue: Ptr[u64], table: Ptr[u64], mask: u64, edge_target: Ptr[u32], edge_kind: Ptr[u32],
) -> u64:  # fmt: skip
    """How many states are known with those that k steps lead to; writes the steps down as edges."""
    for j in range(k):
        t = number_of(at(out, j * WORDS), hashes[j], n, queue, table, mask)
        n += t == n
        if edge_room != 0:
            edge_target[edge + j] = t
            edge_kind[edge + j] = kinds[j]
    return n


def explore_packed(
    until: u64, most: u64, room: u64, edge_room: u64, level_room: u64, queue: Ptr[u64],
    table: Ptr[u64], mask: u64, levels: Ptr[u64], out: Ptr[u64], kinds: Ptr[u32],
    hashes: Ptr[u64], edge_start: Ptr[u64], edge_target: Ptr[u32], edge_kind: Ptr[u32],
    status: Ptr[u64],
) -> u64:  # fmt: skip
    """Expand packed states in the order they were found; says why it came back.

    `levels[l]` is the number of the first state at distance l. With room for edges, all steps
    are written down: those of state i stand at edge_start[i] and after it.
    """
    i = status[NEXT]
    n = status[FOUND]
    edge = status[EDGES]
    while i < n:
        if i >= until:
            return PAUSED
        if n + AT_ONCE * most > room or status[LEVELS] + 1 >= level_room:
            return FULL
        if edge_room != 0 and edge + AT_ONCE * most > edge_room:
            return FULL

        begins_level(i, n, levels, status)
        e = end_of(i, levels, status)
        k = expand_packed(i, e, edge, edge_room, queue, out, kinds, edge_start, status)
        if k == NO_STEPS:
            return FAULT
        hash_ahead(k, out, hashes, queue, table, mask)
        n = add_packed(
            k, n, edge, edge_room, out, kinds, hashes, queue, table, mask, edge_target, edge_kind
        )  # fmt: skip

        i = e
        if edge_room != 0:
            edge += k
            edge_start[i] = edge
        status[FOUND] = n
        status[NEXT] = i
        status[EDGES] = edge
    return DONE


def expand_ranked(
    i: u64, e: u64, queue: Ptr[Cell], digits: Ptr[u64], here: Ptr[u64], out: Ptr[u64],
    kinds: Ptr[u32], status: Ptr[u64],
) -> u64:  # fmt: skip
    """The same as `expand_packed` for states given by their ranks, without edges."""
    k = 0
    while i < e:
        unrank(queue[i], digits, here)
        steps = successors(here, queue[i], at(out, k), at(kinds, k))
        if steps == NO_STEPS:
            status[NEXT] = i
            return NO_STEPS
        status[STEPS] += counted(at(out, k), at(kinds, k), steps, 1)
        k += steps
        i += 1
    return k


def add_rank(r: u64, n: u64, ranks: Ptr[Cell], visited: Ptr[u64]) -> u64:
    """The number of ranks when r has been added to n of them, if it had no bit in `visited`.

    It is written in any case, and counted without a branch, which could not be foretold.
    """
    word = visited[r >> 6]
    ranks[n] = r
    visited[r >> 6] = word | 1 << (r & 63)
    return n + ((word >> (r & 63) & 1) ^ 1)


def explore_ranked(
    until: u64, most: u64, room: u64, level_room: u64, large: u64, queue: Ptr[Cell],
    visited: Ptr[u64], levels: Ptr[u64], digits: Ptr[u64], here: Ptr[u64], out: Ptr[u64],
    kinds: Ptr[u32], status: Ptr[u64],
) -> u64:  # fmt: skip
    """Expand states given by their ranks in the order they were found; says why it came back.

    `visited` has a bit for each rank. Comes back before a level of at least `large` states.
    """
    i = status[NEXT]
    n = status[FOUND]
    while i < n:
        if i >= until:
            return PAUSED
        if n + AT_ONCE * most > room or status[LEVELS] + 1 >= level_room:
            return FULL
        if begins_level(i, n, levels, status) != 0 and n - i >= large:
            return LEVEL

        e = end_of(i, levels, status)
        k = expand_ranked(i, e, queue, digits, here, out, kinds, status)
        if k == NO_STEPS:
            return FAULT
        for j in range(k):
            prefetch(visited, out[j] >> 6)
        for j in range(k):
            n = add_rank(out[j], n, queue, visited)

        i = e
        status[FOUND] = n
        status[NEXT] = i
    return DONE


def rank_all(first: u64, count: u64, states: Ptr[u64], ranks: Ptr[Cell]) -> u64:
    """Write the ranks of packed states."""
    for i in range(first, first + count):
        ranks[i] = rank_of(at(states, i * WORDS))
    return count


def mark(first: u64, count: u64, ranks: Ptr[Cell], visited: Ptr[u64]) -> u64:
    """Where the ranks end that had no bit yet: they are moved to the front, and have one now."""
    n = first
    for i in range(first, first + count):
        n = add_rank(ranks[i], n, ranks, visited)
    return n


def explore_whole(
    until: u64, end: u64, most: u64, edge_room: u64, digits: Ptr[u64], here: Ptr[u64],
    out: Ptr[u64], kinds: Ptr[u32], edge_start: Ptr[u64], edge_target: Ptr[u32],
    edge_kind: Ptr[u32], status: Ptr[u64],
) -> u64:  # fmt: skip
    """Look at the steps of every state there can be, in the order of their ranks."""
    i = status[NEXT]
    edge = status[EDGES]
    while i < end:
        if i >= until:
            return PAUSED
        if edge_room != 0 and edge + most > edge_room:
            return FULL
        unrank(i, digits, here)
        k = successors(here, i, out, kinds)
        if k == NO_STEPS:
            return FAULT
        if edge_room != 0:
            edge_start[i] = edge
            for j in range(k):
                edge_target[edge + j] = out[j]
                edge_kind[edge + j] = kinds[j]
            edge += k
            edge_start[i + 1] = edge
        i += 1
        status[STEPS] += counted(out, kinds, k, 1)
        status[EDGES] = edge
        status[NEXT] = i
    return DONE
