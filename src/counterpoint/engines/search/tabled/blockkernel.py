"""Expands a block of states of a factored system in several threads, in restricted Python.

The threads expand the states that wait, again and again, until all answers are known
(`expand_chunks`); then they list the steps by parts of the table (`list_steps`), and do what
`HashedBlocks` says. Each function works until no chunk or part is left.

Glossary: b block, c chunk, d desk, i number of a state, j number of a state among those that are
held, or place of a step in its chunk, k number of a step in the block, n new states so far, r
number of a step among those found, s search of a thread, t number of a target, w word.
"""

from __future__ import annotations

from ....native import Ptr, at, u64
from ...base.hashtable import NUMBER
from ...base.outcome import NONE
from ..parallel.kernel import (
    add_to,
    append_parts,
    chunk_end,
    claim,
    enter_parts,
    number_chunks,
    settle,
    sort_by_part,
    steps_by_state,
    take,
)
from ..parallel.records import Desk
from .kernel import (
    WAITING,
    blame,
    commit,
    expand,
    hash_targets,
    hashed,
    prefetch_targets,
    slot_of,
)
from .records import Graph, Held, HeldBlock, Notes, Search, Steps, Table

AT_ONCE = 1
"""The number of states expanded before their targets are looked up; bound by `build`."""


def expand_chunks(b: HeldBlock, s: Search, d: Desk) -> u64:
    """Expand the states of chunks that wait, and look up the targets of the others; returns 0.

    Ends when many still wait, so that answers should be asked for, or when the block has no more
    room for steps; `overflow` is then 1.
    """
    c = claim(b)
    waiting = 0
    expanded = 0
    while c < b.chunks:
        for i in range(b.first + c * b.size, chunk_end(c, b)):
            if b.held.degree[i - b.first] == WAITING:
                if waiting >= enough_waiting(s):
                    return look_up(expanded, s, d)
                if expand_in_room(i, b, s):
                    waiting += 1
                else:
                    d.order[expanded] = i - b.first
                    expanded += 1
                if s.steps.overflow:
                    return look_up(expanded, s, d)
                if expanded == AT_ONCE:
                    look_up(expanded, s, d)
                    expanded = 0
        c = claim(b)
    return look_up(expanded, s, d)


def look_up(count: u64, s: Search, d: Desk) -> u64:
    """Look up the targets of `count` states, which are listed in `order`; returns 0.

    Nothing is entered, so all threads may do this at the same time.
    """
    for n in range(count):
        hash_targets(d.order[n], s)
    for n in range(count):
        prefetch_targets(d.order[n], s)
    for n in range(count):
        look_up_targets(d.order[n], s)
    return 0


def look_up_targets(j: u64, s: Search) -> u64:
    """Note which targets of held state number j are known, and how many are not; returns 0."""
    steps: Steps = s.steps
    table: Table = s.table
    first = s.held.place[j]
    fresh = 0
    for k in range(first, first + s.held.degree[j]):
        slot = slot_of(at(steps.states, k * table.words), steps.hashes[k], table)
        if table.slots[slot] != 0:
            steps.known[k] = (table.slots[slot] & NUMBER) - 1
        else:
            steps.known[k] = NONE
            fresh += 1
    s.held.fresh[j] = fresh
    return 0


def enough_waiting(s: Search) -> u64:
    """How many states may wait before answers are asked for: more if there are more questions."""
    if s.questions.count == s.questions.room:
        return 0
    return (s.held.least >> 3) + 8 * s.questions.count + 1


def expand_in_room(i: u64, b: HeldBlock, s: Search) -> u64:
    """Expand a state, and take more of the room of the block if needed.

    Returns 1 if the state still waits, else 0; `overflow` is 1 if no room is left.
    """
    waits = expand(i, s)
    while s.steps.overflow and take_room(b, s):
        waits = expand(i, s)
    return waits


def take_room(b: HeldBlock, s: Search) -> u64:
    """Take room for further steps of a thread; returns 1, or 0 if no more is left."""
    steps = s.steps
    if steps.count + s.at_once == steps.room:
        s.at_once *= 2  # one state has more steps than there was room for
    begin = add_to(b.taken, s.at_once)
    if begin + s.at_once > b.room:
        return 0
    steps.count = begin
    steps.room = begin + s.at_once
    steps.overflow = 0
    return 1


def list_steps(b: HeldBlock, s: Search, d: Desk) -> u64:
    """List the steps of chunks to targets that were not known, by parts of the table; returns 0."""
    found = b.found
    words = s.table.words
    c = claim(b)
    while c < b.chunks:
        k = 0
        for j in range(c * b.size, chunk_end(c, b) - b.first):
            first = b.held.place[j]
            for r in range(first, first + b.held.degree[j]):
                if found.known[r] == NONE:
                    d.keys[k] = found.hashes[r]
                    k += 1
        sort_by_part(c, d.keys, d.order, b, s.table)
        k = 0
        for j in range(c * b.size, chunk_end(c, b) - b.first):
            first = b.held.place[j]
            for r in range(first, first + b.held.degree[j]):
                if found.known[r] == NONE:
                    for w in range(words):
                        b.targets[d.order[k] * words + w] = found.states[r * words + w]
                    k += 1
        c = claim(b)
    return 0


def enter_targets(b: HeldBlock, s: Search, d: Desk) -> u64:
    """Look up targets that were not known, in parts of the table, and enter them; returns 0."""
    return enter_parts(s.table.words, s.table.queue, s.table.keys, b, s.table)


def number_new(b: HeldBlock) -> u64:
    """Give each chunk the first number for its new states; returns the number of states then."""
    return number_chunks(b)


def settle_chunks(b: HeldBlock, s: Search, d: Desk) -> u64:
    """Give new states their numbers, and count states and steps; returns 0."""
    c = claim(b)
    while c < b.chunks:
        steps_by_state(c, d.order, b)
        n = b.base[c]
        first = 0
        for i in range(b.first + c * b.size, chunk_end(c, b)):
            commit(i - b.first, b.held, s.notes)
            n = settle_steps(i, n, at(d.order, first), b, s)
            first += b.held.fresh[i - b.first]
        c = claim(b)
    return 0


def settle_steps(i: u64, n: u64, order: Ptr[u64], b: HeldBlock, s: Search) -> u64:
    """Give numbers from n on to what the steps of state i lead to first; the next number then.

    `order` has the numbers in the block of those to targets that were not known.
    """
    held: Held = b.held
    notes: Notes = s.notes
    first = held.place[i - b.first]
    j = 0
    for r in range(first, first + held.degree[i - b.first]):
        kind = b.found.kinds[r]
        notes.taken[2 * kind] += 1
        if b.found.known[r] == NONE:
            if settle(order[j], n, s.table.words, s.table.queue, b, s.table) != 0:
                s.parents[n] = i
                notes.taken[2 * kind + 1] += 1
                n += 1
            j += 1
    return n


def link_steps(b: HeldBlock, s: Search, d: Desk) -> u64:
    """Blame steps, as their targets have numbers now, and add them to the graph; returns 0."""
    held = b.held
    found: Steps = b.found
    graph: Graph = s.graph
    c = claim(b)
    while c < b.chunks:
        steps_by_state(c, d.order, b)
        edge = b.edges[c]
        j = 0
        for i in range(b.first + c * b.size, chunk_end(c, b)):
            if graph.kept:
                graph.start[i] = edge
                graph.state_bits[i] = held.false[i - b.first]
            place = held.place[i - b.first]
            for r in range(place, place + held.degree[i - b.first]):
                t = 0 + found.known[r]
                if t == NONE:
                    t = b.result[d.order[j]]
                    j += 1
                if t >= b.count:
                    t = b.numbers[t - b.count]
                blame(found.wrong[r], i, t, found.kinds[r], s.notes)
                if graph.kept:
                    graph.target[edge] = t
                    graph.kind[edge] = found.kinds[r]
                    graph.bits[edge] = found.wrong[r]
                edge += 1
        c = claim(b)
    return 0


def list_states(b: HeldBlock, s: Search, d: Desk) -> u64:
    """List chunks of known states, each as if it were a step to itself, by its part; returns 0."""
    words = s.table.words
    c = claim(b)
    while c < b.chunks:
        first = b.first + c * b.size
        k = chunk_end(c, b) - first
        for j in range(k):
            d.keys[j] = hashed(at(s.table.queue, (first + j) * words), s.table)
        take(c, k, b)
        sort_by_part(c, d.keys, d.order, b, s.table)
        c = claim(b)
    return 0


def append_states(b: HeldBlock, s: Search, d: Desk) -> u64:
    """Enter these states in parts of the table, which has none of them; returns 0."""
    return append_parts(b, s.table)
