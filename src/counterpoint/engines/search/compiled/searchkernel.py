"""The searches of a model, in restricted Python: breadth first, in batches of states.

The successors of AT_ONCE states are computed, the memory in which they will be looked up is
prefetched, and only then are they looked up, so that the processor does not wait for each.

Glossary: b buffers, e end of a batch, h hash, i state being expanded, j index of a step, k steps so
far, n states found, r rank, s search, t number of a target.
"""

from __future__ import annotations

from ....native import Ptr, at, prefetch, u64
from ...base.hashtable import append
from ...base.outcome import DONE, FAULT, FULL, PAUSED
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
from .records import Buffers, Cell, Search, States

LEVEL = 4
"""A further reason why a call returns: a level begins that Python should look at."""

AT_ONCE = 1
"""The number of states in a batch; bound by `Code.constants`."""


def begins_level(i: u64, s: Search) -> u64:
    """1 if state i is the first of a level that Python should look at, else 0.

    If it is the first of a level, the next level begins after all states.
    """
    if i != s.levels[s.level]:
        return 0
    before = i - s.levels[s.level - 1]
    s.level += 1
    s.levels[s.level] = s.states.count
    is_large = s.states.count - i >= s.large or before >= s.large
    return 0 + (is_large or s.states.count >= s.dense)


def end_of(i: u64, s: Search) -> u64:
    """The end of the batch that begins with state i: AT_ONCE states at most, of one level."""
    e = i + AT_ONCE
    return e if e < s.levels[s.level] else s.levels[s.level]


def is_full(s: Search) -> u64:
    """1 if there may be too little room for the successors of AT_ONCE states, else 0."""
    steps = AT_ONCE * s.most
    if s.states.count + steps > s.room or s.level + 1 >= s.level_room:
        return 1
    return 0 + (s.graph.room != 0 and s.graph.count + steps > s.graph.room)


def enter(count: u64, words: Ptr[u64], states: States) -> u64:
    """Add `count` states, some of which may be known; returns the number of states then known."""
    for i in range(count):
        state = at(words, i * WORDS)
        number_of(state, mixed(state), states)
    return states.count


def rehash(states: States) -> u64:
    """Enter all states into the hash table, which must be empty; returns 0."""
    for i in range(states.count):
        append(i, mixed(at(states.queue, i * WORDS)), states)
    return 0


def keep_steps(k: u64, e: u64, targets: Ptr[u64], s: Search) -> u64:
    """Add the k steps of a batch that ends with state e, if steps are kept; returns 0."""
    graph = s.graph
    if graph.room != 0:
        edge = graph.count
        for j in range(k):
            graph.target[edge + j] = targets[j]
            graph.kind[edge + j] = s.buffers.kinds[j]
        graph.count = edge + k
        graph.start[e] = edge + k
    return 0


def expand_packed(first: u64, e: u64, s: Search) -> u64:
    """Write the steps of the states from `first` up to e to the buffers; returns their number.

    NO_STEPS at a fault; `next` is then the state with the fault.
    """
    b = s.buffers
    k = 0
    for i in range(first, e):
        if s.graph.room != 0:
            s.graph.start[i] = s.graph.count + k
        out = at(b.out, k * WORDS)
        steps = successors(at(s.states.queue, i * WORDS), 0, out, at(b.kinds, k))
        if steps == NO_STEPS:
            s.next = i
            return NO_STEPS
        s.steps += counted(out, at(b.kinds, k), steps, WORDS)
        k += steps
    return k


def add_packed(k: u64, b: Buffers, states: States) -> u64:
    """Write the numbers of the targets of k steps to `places`; returns 0."""
    for j in range(k):
        b.places[j] = number_of(at(b.out, j * WORDS), b.hashes[j], states)
    return 0


def explore_packed(s: Search) -> u64:
    """Expand packed states in the order they were found; returns why it stopped.

    It stops with LEVEL before a level that threads should expand, or a bitmap. If the graph has
    room, all steps are kept.
    """
    states = s.states
    while s.next < states.count:
        i = s.next
        if i >= s.until:
            return PAUSED
        if is_full(s):
            return FULL
        if begins_level(i, s) != 0:
            return LEVEL
        e = end_of(i, s)
        k = expand_packed(i, e, s)
        if k == NO_STEPS:
            return FAULT
        hash_ahead(k, s.buffers, states)
        add_packed(k, s.buffers, states)
        keep_steps(k, e, s.buffers.places, s)
        s.next = e
    return DONE


def expand_ranked(first: u64, e: u64, s: Search) -> u64:
    """Like `expand_packed`, for states given by their ranks."""
    states = s.states
    b = s.buffers
    k = 0
    for i in range(first, e):
        if s.graph.room != 0:
            s.graph.start[i] = s.graph.count + k
        rank = states.queue[i]
        unrank(rank, states.digits, b.here)
        steps = successors(b.here, rank, at(b.out, k), at(b.kinds, k))
        if steps == NO_STEPS:
            s.next = i
            return NO_STEPS
        s.steps += counted(at(b.out, k), at(b.kinds, k), steps, 1)
        k += steps
    return k


def add_rank(r: u64, n: u64, ranks: Ptr[Cell], visited: Ptr[u64]) -> u64:
    """Add rank r to n ranks if it has no bit in `visited`; returns the number of ranks then.

    It is always written, and counted without a branch, as the processor could not predict it.
    """
    word = visited[r >> 6]
    ranks[n] = r
    visited[r >> 6] = word | 1 << (r & 63)
    return n + ((word >> (r & 63) & 1) ^ 1)


def explore_ranked(s: Search) -> u64:
    """Expand states given by their ranks in the order they were found; returns why it stopped.

    It stops with LEVEL before a large level, which the caller sorts, or threads expand. The targets
    of steps that are kept are ranks: a state has its number only when it is expanded.
    """
    states = s.states
    out = s.buffers.out
    while s.next < states.count:
        i = s.next
        if i >= s.until:
            return PAUSED
        if is_full(s):
            return FULL
        if begins_level(i, s) != 0:
            return LEVEL
        e = end_of(i, s)
        k = expand_ranked(i, e, s)
        if k == NO_STEPS:
            return FAULT
        for j in range(k):
            prefetch(states.visited, out[j] >> 6)
        n = states.count
        for j in range(k):
            n = add_rank(out[j], n, states.queue, states.visited)
        states.count = n
        keep_steps(k, e, out, s)
        s.next = e
    return DONE


def rank_all(count: u64, words: Ptr[u64], ranks: Ptr[Cell]) -> u64:
    """Write the ranks of `count` packed states; returns `count`."""
    for i in range(count):
        ranks[i] = rank_of(at(words, i * WORDS))
    return count


def mark(count: u64, ranks: Ptr[Cell], visited: Ptr[u64]) -> u64:
    """Set the bits of `count` ranks, and move those that had none to the front.

    Returns the number of these.
    """
    n = 0
    for i in range(count):
        n = add_rank(ranks[i], n, ranks, visited)
    return n


def explore_whole(s: Search) -> u64:
    """Expand every encoded state, in the order of ranks; returns why it stopped."""
    b = s.buffers
    graph = s.graph
    i = s.next
    edge = graph.count
    while i < s.states.count:
        if i >= s.until:
            return PAUSED
        if graph.room != 0 and edge + s.most > graph.room:
            return FULL
        unrank(i, s.states.digits, b.here)
        k = successors(b.here, i, b.out, b.kinds)
        if k == NO_STEPS:
            return FAULT
        if graph.room != 0:
            graph.start[i] = edge
            for j in range(k):
                graph.target[edge + j] = b.out[j]
                graph.kind[edge + j] = b.kinds[j]
            edge += k
            graph.start[i + 1] = edge
        i += 1
        s.steps += counted(b.out, b.kinds, k, 1)
        graph.count = edge
        s.next = i
    return DONE
