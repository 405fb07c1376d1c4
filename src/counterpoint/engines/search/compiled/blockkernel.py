"""Expands a block of states of a model in several threads, in restricted Python.

With a hash table, the threads do what `HashedBlocks` says. With a bitmap, they set bits as they
expand chunks (`expand_ranked`), and then append the new states (`settle_ranked`): their order does
not matter, as each level is sorted. Each function works until no chunk or part is left.

Glossary: b block, c chunk, d desk, i number of a state, j place of a step in its chunk, k steps so
far, n new states so far, s search.
"""

from __future__ import annotations

from ....native import Ptr, at, cas, load, prefetch, u64
from ..parallel.kernel import (
    FAULTY,
    NO_CHUNK,
    append_parts,
    chunk_end,
    claim,
    enter_parts,
    is_out_of_room,
    link_chunks,
    put_down,
    settle,
    sort_by_part,
    steps_by_state,
    take,
)
from ..parallel.records import Block, Desk
from .kernel import NO_STEPS, WORDS, counted, mixed, successors, unrank
from .records import Cell, Search

AHEAD = 64
"""Targets whose bits are prefetched together."""


def expand_chunks(b: Block, s: Search, d: Desk) -> u64:
    """Expand chunks of packed states; returns 0."""
    c = claim(b)
    while c < b.chunks:
        if is_out_of_room(b) == 0:
            k = 0
            steps = 0
            for i in range(b.first + c * b.size, chunk_end(c, b)):
                out = at(d.targets, k * WORDS)
                degree = successors(at(s.states.queue, i * WORDS), 0, out, at(d.labels, k))
                if degree == NO_STEPS:
                    k = NO_STEPS
                    break
                b.degree[i - b.first] = degree
                steps += counted(out, at(d.labels, k), degree, WORDS)
                k += degree
            if k == NO_STEPS:
                b.steps[c] = FAULTY
            elif take(c, k, b) != 0:
                b.counted[c] = steps
                for j in range(k):
                    d.keys[j] = mixed(at(d.targets, j * WORDS))
                put_down(c, WORDS, d, b, s.states)
        c = claim(b)
    return 0


def enter_targets(b: Block, s: Search, d: Desk) -> u64:
    """Look up the targets of the steps in parts of the table, and enter new ones; returns 0."""
    return enter_parts(WORDS, s.states.queue, s.states.queue, b, s.states)


def settle_chunks(b: Block, s: Search, d: Desk) -> u64:
    """Give new states their numbers; returns 0."""
    c = claim(b)
    while c < b.chunks:
        n = b.base[c]
        for j in range(steps_by_state(c, d.order, b)):
            n += settle(d.order[j], n, WORDS, s.states.queue, b, s.states)
        c = claim(b)
    return 0


def link_steps(b: Block, s: Search, d: Desk) -> u64:
    """Add the steps to the graph; returns 0."""
    return link_chunks(s.graph.start, s.graph.target, s.graph.kind, b)


def list_states(b: Block, s: Search, d: Desk) -> u64:
    """List chunks of known states, each as if it were a step to itself, by its part; returns 0."""
    c = claim(b)
    while c < b.chunks:
        first = b.first + c * b.size
        k = chunk_end(c, b) - first
        for j in range(k):
            d.keys[j] = mixed(at(s.states.queue, (first + j) * WORDS))
        take(c, k, b)
        sort_by_part(c, d.keys, d.order, b, s.states)
        c = claim(b)
    return 0


def append_states(b: Block, s: Search, d: Desk) -> u64:
    """Enter these states in parts of the table, which has none of them; returns 0."""
    return append_parts(b, s.states)


def expand_ranked(b: Block, s: Search, d: Desk) -> u64:
    """Expand chunks of states given by their ranks, and list the new targets; returns 0.

    Chunks that were expanded before are left out.
    """
    c = claim(b)
    while c < b.chunks:
        if b.steps[c] == NO_CHUNK and is_out_of_room(b) == 0:
            k = 0
            steps = 0
            for i in range(b.first + c * b.size, chunk_end(c, b)):
                rank = s.states.queue[i]
                unrank(rank, s.states.digits, d.here)
                degree = successors(d.here, rank, at(d.keys, k), at(d.labels, k))
                if degree == NO_STEPS:
                    k = NO_STEPS
                    break
                steps += counted(at(d.keys, k), at(d.labels, k), degree, 1)
                k += degree
            if k == NO_STEPS:
                b.steps[c] = FAULTY
            elif take(c, k, b) != 0:
                b.counted[c] = steps
                b.fresh[c] = mark_new(k, d.keys, at(b.key, b.begin[c]), s.states.visited)
        c = claim(b)
    return 0


def mark_new(k: u64, ranks: Ptr[u64], new: Ptr[u64], visited: Ptr[u64]) -> u64:
    """Set the bits of k ranks, and list in `new` those that had none; returns their number.

    Other threads set bits of the same words.
    """
    n = 0
    done = 0
    while done < k:
        end = done + AHEAD if k - done > AHEAD else k
        for j in range(done, end):
            prefetch(visited, ranks[j] >> 6)
        for j in range(done, end):
            n += is_first(ranks[j], visited, at(new, n))
        done = end
    return n


def is_first(rank: u64, visited: Ptr[u64], new: Ptr[u64]) -> u64:
    """Set the bit of a rank; returns 1, and writes it to `new`, if this thread was the first."""
    bit = 1 << (rank & 63)
    word = load(visited, rank >> 6)
    while word & bit == 0:
        found = cas(visited, rank >> 6, word, word | bit)
        if found == word:
            new[0] = rank
            return 1
        word = found
    return 0


def settle_ranked(b: Block, ranks: Ptr[Cell]) -> u64:
    """Append the new states; returns 0."""
    c = claim(b)
    while c < b.chunks:
        begin = b.begin[c]
        for k in range(b.fresh[c]):
            ranks[b.base[c] + k] = b.key[begin + k]
        c = claim(b)
    return 0
