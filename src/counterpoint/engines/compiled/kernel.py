"""The searches of a model, in restricted Python: breadth first, eight states at a time.

The successors of eight states are computed, the memory that they will be looked up in is asked for,
and only then are they looked up, so that the processor need not wait for each.

`successors`, `unrank` and the constants WORDS and RESTS are bound by `build`: what stands here is
their meaning for a model without actions. A *place* is where a state's bits stand in a region: its
rank, or its number.

Glossary: i state being expanded, n states found, e end of the eight, k steps so far, j one of them,
h hash, W words of a state.
"""

from __future__ import annotations

from typing import TypeVar

from ...native import Ptr, at, prefetch, u8, u16, u32, u64

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

NO_STEPS = 0xFFFFFFFFFFFFFFFF
"""What `successors` gives at a fault."""

AT_ONCE = 8

WORDS = 1
"""The words of a packed state."""

RESTS = 0xFFFFFFFF
"""The first kind of steps that stand for rests, and are not counted."""


PLAIN = 1
"""Whether all steps count, and no two of a state are alike in label and target."""


def label_of(kind: u64) -> u64:
    """A number that the kinds with one label have in common."""
    return kind


def successors(here: Ptr[u64], rank: u64, out: Ptr[u64], kinds: Ptr[u32]) -> u64:
    """The number of steps of a state; writes where they lead and of what kind they are."""
    return 0


def unrank(rank: u64, digits: Ptr[u64], here: Ptr[u64]) -> u64:
    """0; writes the words of the state with a rank."""
    here[0] = rank
    return 0


def rank_of(here: Ptr[u64]) -> u64:
    """The rank of the state with these words."""
    return here[0]


def holds(here: Ptr[u64]) -> u64:
    """1 where a condition is true."""
    return 1


def fetch_packed(i: u64, queue: Ptr[Cell], digits: Ptr[u64], here: Ptr[u64]) -> u64:
    """The place of state number i, its number; writes its words."""
    for w in range(WORDS):
        here[w] = queue[i * WORDS + w]
    return i


def fetch_ranked(i: u64, queue: Ptr[Cell], digits: Ptr[u64], here: Ptr[u64]) -> u64:
    """The place of state number i, its rank; writes its words."""
    unrank(queue[i], digits, here)
    return queue[i]


def fetch_whole(i: u64, queue: Ptr[Cell], digits: Ptr[u64], here: Ptr[u64]) -> u64:
    """The place of the state of rank i, where every state is meant; writes its words."""
    unrank(i, digits, here)
    return i


fetch = fetch_packed


def mover(here: Ptr[u64]) -> u64:
    """Whose turn it is, 0 for nobody's."""
    return 0


def is_new(out: Ptr[u64], kinds: Ptr[u32], n: u64, width: u64) -> u64:
    """1 unless an earlier step of the same kind leads to the same state as step n."""
    for j in range(n):
        if kinds[j] == kinds[n]:
            w = 0
            while w < width and out[j * width + w] == out[n * width + w]:
                w += 1
            if w == width:
                return 0
    return 1


def counted(out: Ptr[u64], kinds: Ptr[u32], n: u64, width: u64) -> u64:
    """How many of the steps of a state count: rests do not, nor what only another owner repeats."""
    if PLAIN != 0:
        return n
    found = 0
    for j in range(n):
        if kinds[j] < RESTS:
            found += 1
            for i in range(j):
                if label_of(kinds[i]) == label_of(kinds[j]):
                    w = 0
                    while w < width and out[i * width + w] == out[j * width + w]:
                        w += 1
                    if w == width:
                        found -= 1
                        break
    return found


def mixed(state: Ptr[u64]) -> u64:
    """The hash of the words of a state."""
    h = 0
    for w in range(WORDS):
        h = (h ^ state[w]) * 0x9E3779B97F4A7C15
        h = (h ^ h >> 32) * 0xD6E8FEB86659FD93
        h ^= h >> 29
    return h


def number_of(state: Ptr[u64], h: u64, n: u64, queue: Ptr[u64], table: Ptr[u64], mask: u64) -> u64:
    """The number of a state, or n where it is not known; it then has that number from now on."""
    slot = h & mask
    while table[slot] != 0:
        if (table[slot] ^ h) >> 32 == 0:
            j = (table[slot] & 0xFFFFFFFF) - 1
            w = 0
            while w < WORDS and queue[j * WORDS + w] == state[w]:
                w += 1
            if w == WORDS:
                return j
        slot = (slot + 1) & mask
    table[slot] = (h & 0xFFFFFFFF00000000) | (n + 1)
    for w in range(WORDS):
        queue[n * WORDS + w] = state[w]
    return n


def find(state: Ptr[u64], h: u64, queue: Ptr[Cell], table: Ptr[u64], mask: u64) -> u64:
    """The number of a state, NO_STEPS where it has none."""
    slot = h & mask
    while table[slot] != 0:
        if (table[slot] ^ h) >> 32 == 0:
            j = (table[slot] & 0xFFFFFFFF) - 1
            w = 0
            while w < WORDS and queue[j * WORDS + w] == state[w]:
                w += 1
            if w == WORDS:
                return j
        slot = (slot + 1) & mask
    return NO_STEPS


def lookup(state: Ptr[u64], queue: Ptr[u64], table: Ptr[u64], mask: u64) -> u64:
    """The same as `find`, from the words alone."""
    return find(state, mixed(state), queue, table, mask)


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
        if i == levels[status[LEVELS]]:
            status[LEVELS] += 1
            levels[status[LEVELS]] = n
        e = i + AT_ONCE
        if e > levels[status[LEVELS]]:
            e = levels[status[LEVELS]]
        k = 0
        while i < e:
            if edge_room != 0:
                edge_start[i] = edge + k
            steps = successors(at(queue, i * WORDS), 0, at(out, k * WORDS), at(kinds, k))
            if steps == NO_STEPS:
                status[NEXT] = i
                return FAULT
            status[STEPS] += counted(at(out, k * WORDS), at(kinds, k), steps, WORDS)
            k += steps
            i += 1
        for j in range(k):
            h = mixed(at(out, j * WORDS))
            hashes[j] = h
            prefetch(table, h & mask)
        for j in range(k):
            slot = table[hashes[j] & mask]
            if (slot ^ hashes[j]) >> 32 == 0:
                prefetch(queue, (slot & 0xFFFFFFFF) * WORDS - WORDS)
        for j in range(k):
            t = number_of(at(out, j * WORDS), hashes[j], n, queue, table, mask)
            n += t == n
            if edge_room != 0:
                edge_target[edge + j] = t
                edge_kind[edge + j] = kinds[j]
        if edge_room != 0:
            edge += k
            edge_start[i] = edge
        status[FOUND] = n
        status[NEXT] = i
        status[EDGES] = edge
    return DONE


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
        if i == levels[status[LEVELS]]:
            status[LEVELS] += 1
            levels[status[LEVELS]] = n
            if n - i >= large:
                return LEVEL
        e = i + AT_ONCE
        if e > levels[status[LEVELS]]:
            e = levels[status[LEVELS]]
        k = 0
        while i < e:
            unrank(queue[i], digits, here)
            steps = successors(here, queue[i], at(out, k), at(kinds, k))
            if steps == NO_STEPS:
                status[NEXT] = i
                return FAULT
            status[STEPS] += counted(at(out, k), at(kinds, k), steps, 1)
            k += steps
            i += 1
        for j in range(k):
            prefetch(visited, out[j] >> 6)
        for j in range(k):
            r = out[j]
            word = visited[r >> 6]
            queue[n] = r
            n += (word >> (r & 63) & 1) ^ 1
            visited[r >> 6] = word | 1 << (r & 63)
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
        r = ranks[i]
        word = visited[r >> 6]
        ranks[n] = r
        n += (word >> (r & 63) & 1) ^ 1
        visited[r >> 6] = word | 1 << (r & 63)
    return n


def filtered(
    first: u64, end: u64, digits: Ptr[u64], here: Ptr[u64], ranks: Ptr[u64]
) -> u64:  # fmt: skip
    """How many states from rank `first` up to `end` satisfy the condition; writes their ranks."""
    n = 0
    for r in range(first, end):
        unrank(r, digits, here)
        ranks[n] = r
        n += holds(here) != 0
    return n


def each(
    first: u64, end: u64, queue: Ptr[Cell], digits: Ptr[u64], here: Ptr[u64], found: Ptr[u8]
) -> u64:  # fmt: skip
    """Write for each state whether the condition is true in it."""
    for i in range(first, end):
        fetch(i, queue, digits, here)
        found[i] = holds(here) != 0
    return end


def movers(
    first: u64, end: u64, queue: Ptr[Cell], digits: Ptr[u64], here: Ptr[u64], found: Ptr[u16]
) -> u64:  # fmt: skip
    """Write for each state whose turn it is."""
    for i in range(first, end):
        fetch(i, queue, digits, here)
        found[i] = mover(here)
    return end


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
