"""Expands a block of states of a product in several threads, in restricted Python.

The functions are those that `HashedBlocks` calls: each works until no chunk or part is left.

Glossary: b block, c chunk, d desk, i number of a state, j place of a step in its chunk, k steps so
far, n new states so far, s search of a thread.
"""

from __future__ import annotations

from ....native import Ptr, u64
from ...base.outcome import NONE
from ..parallel.kernel import (
    FAULTY,
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
from .records import Search
from .steps import CRASHED, choose, write_steps


def expand_chunks(b: Block, s: Search, d: Desk) -> u64:
    """Expand chunks of states; returns 0."""
    c = claim(b)
    while c < b.chunks:
        if is_out_of_room(b) == 0:
            counted = s.transitions
            k = expand_states(b.first + c * b.size, chunk_end(c, b), b, s)
            if k == NONE:
                b.steps[c] = FAULTY
            elif take(c, k, b) != 0:
                b.counted[c] = s.transitions - counted
                put_down(c, s.tables.automata, d, b, s.states)
        c = claim(b)
    return 0


def expand_states(first: u64, end: u64, b: Block, s: Search) -> u64:
    """Write the steps of states to the desk; their number, or NONE if one thread must do it.

    That is at a missing move, and where a b-thread raised an exception.
    """
    k = 0
    for i in range(first, end):
        marks = choose(i, s)
        if marks & CRASHED != 0:
            return NONE
        before = k
        k = write_steps(i, k, s)
        if k == NONE:
            return NONE
        s.states.marks[i] = marks
        b.degree[i - b.first] = k - before
    return k


def enter_targets(b: Block, s: Search, d: Desk) -> u64:
    """Look up the targets of the steps in parts of the table, and enter new ones; returns 0."""
    return enter_parts(s.tables.automata, s.states.cells, s.states.cells, b, s.states)


def settle_chunks(b: Block, s: Search, d: Desk) -> u64:
    """Give new states their numbers; returns 0."""
    c = claim(b)
    while c < b.chunks:
        steps_by_state(c, d.order, b)
        n = b.base[c]
        j = 0
        for i in range(b.first + c * b.size, chunk_end(c, b)):
            end = j + b.degree[i - b.first]
            n = settle_steps(i, n, j, end, d.order, b, s)
            j = end
        c = claim(b)
    return 0


def settle_steps(i: u64, n: u64, j: u64, end: u64, order: Ptr[u64], b: Block, s: Search) -> u64:
    """Give numbers from n on to what the steps of state i lead to first; the next number then."""
    states = s.states
    while j < end:
        k = order[j]
        if settle(k, n, s.tables.automata, states.cells, b, states) != 0:
            states.hashes[n] = b.key[k]
            states.parents[n] = i
            states.vias[n] = b.labels[k]
            n += 1
        j += 1
    return n


def link_steps(b: Block, s: Search, d: Desk) -> u64:
    """Add the steps to the graph; returns 0."""
    return link_chunks(s.graph.start, s.graph.target, s.graph.event, b)


def list_states(b: Block, s: Search, d: Desk) -> u64:
    """List chunks of known states, each as if it were a step to itself, by its part; returns 0."""
    c = claim(b)
    while c < b.chunks:
        first = b.first + c * b.size
        k = chunk_end(c, b) - first
        for j in range(k):
            d.keys[j] = s.states.hashes[first + j]
        take(c, k, b)
        sort_by_part(c, d.keys, d.order, b, s.states)
        c = claim(b)
    return 0


def append_states(b: Block, s: Search, d: Desk) -> u64:
    """Enter these states in parts of the table, which has none of them; returns 0."""
    return append_parts(b, s.states)
