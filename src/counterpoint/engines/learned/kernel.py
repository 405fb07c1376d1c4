"""The search of a factored system, in restricted Python; `ways` tells how steps are found.

Glossary: n states known, h the hash of a state, k steps so far, t states taken up again.
"""

from __future__ import annotations

from ...native import Ptr, at, prefetch, u32, u64
from .ways import (
    ASKED,
    BAD,
    CELLS,
    DEADLOCKS,
    DROPPED,
    EDGES,
    FIRST_DEADLOCK,
    FOUND,
    LEVELS,
    LIMIT_COUNT,
    LIMITS,
    MISSED,
    NEXT,
    NODE,
    OUT,
    OUTSIDE,
    OVERFLOW,
    PAUSES,
    PENDING,
    START,
    STATE_COUNT,
    STATES,
    STEPS,
    TOP,
    WIDTH,
    WORDS,
    WRITTEN,
    follow,
    judged,
)

# What a call came back for.
DONE = 0
PAUSED = 1
FULL = 2
ASKING = 3

AT_ONCE = 1
"""How many states are expanded together: bound where this is compiled."""


def unpack(
    state: Ptr[u64], cells: u64, words: u64, layout: Ptr[u32], rows: Ptr[u32], packed: Ptr[u64]
) -> u64:  # fmt: skip
    """0; write the cells of a state, and the same as the first row of next cells."""
    for w in range(words):
        packed[w] = state[w]
    for c in range(cells):
        mask = (1 << layout[3 * c + 2]) - 1
        value = state[layout[3 * c]] >> layout[3 * c + 1] & mask
        rows[c] = value
        rows[cells + c] = value
    return 0


def hashed(state: Ptr[u64], words: u64, keys: Ptr[u64]) -> u64:
    """The hash of what tells a state from others."""
    h = 0
    for w in range(words):
        h = (h ^ (state[w] & keys[w])) * 0x9E3779B97F4A7C15
        h = (h ^ h >> 32) * 0xD6E8FEB86659FD93
        h ^= h >> 29
    return h


def slot_of(
    state: Ptr[u64], h: u64, words: u64, keys: Ptr[u64], queue: Ptr[u64], table: Ptr[u64],
    mask: u64,
) -> u64:  # fmt: skip
    """The slot of the table where a state stands, or the free one where it would."""
    slot = h & mask
    while table[slot] != 0:
        if (table[slot] ^ h) >> 32 == 0:
            j = (table[slot] & 0xFFFFFFFF) - 1
            w = 0
            while w < words and (queue[j * words + w] ^ state[w]) & keys[w] == 0:
                w += 1
            if w == words:
                return slot
        slot = (slot + 1) & mask
    return slot


def find(
    n: u64, state: Ptr[u64], words: u64, keys: Ptr[u64], queue: Ptr[u64], table: Ptr[u64],
    mask: u64,
) -> u64:  # fmt: skip
    """The number of a state, or n where it is not known."""
    slot = slot_of(state, hashed(state, words, keys), words, keys, queue, table, mask)
    return (table[slot] & 0xFFFFFFFF) - 1 if table[slot] != 0 else n


def number_of(
    state: Ptr[u64], h: u64, n: u64, words: u64, keys: Ptr[u64], queue: Ptr[u64], table: Ptr[u64],
    mask: u64,
) -> u64:  # fmt: skip
    """The number of a state, or n where it is not known; it then has that number from now on."""
    slot = slot_of(state, h, words, keys, queue, table, mask)
    if table[slot] != 0:
        return (table[slot] & 0xFFFFFFFF) - 1
    table[slot] = (h & 0xFFFFFFFF00000000) | (n + 1)
    for w in range(words):
        queue[n * words + w] = state[w]
    return n


def enter(
    n: u64, count: u64, states: Ptr[u64], words: u64, keys: Ptr[u64], queue: Ptr[u64],
    table: Ptr[u64], mask: u64,
) -> u64:  # fmt: skip
    """The number of states known when `count` more have been entered that may be known."""
    for i in range(count):
        state = at(states, i * words)
        h = hashed(state, words, keys)
        n += number_of(state, h, n, words, keys, queue, table, mask) == n
    return n


def rehash(
    n: u64, words: u64, keys: Ptr[u64], queue: Ptr[u64], table: Ptr[u64], mask: u64
) -> u64:  # fmt: skip
    """Enter the first n states into a new, empty table."""
    for i in range(n):
        h = hashed(at(queue, i * words), words, keys)
        slot = h & mask
        while table[slot] != 0:
            slot = (slot + 1) & mask
        table[slot] = (h & 0xFFFFFFFF00000000) | (i + 1)
    return n


def open_(
    goes_on: u64, shape: Ptr[u32], layout: Ptr[u32], program: Ptr[u32], heap: Ptr[u32],
    rows: Ptr[u32], packed: Ptr[u64], choices: Ptr[u64], undo: Ptr[u32], out: Ptr[u64],
    kinds: Ptr[u32], wrong: Ptr[u64], out_room: u64, asked: Ptr[u32], asked_room: u64,
    status: Ptr[u64],
) -> u64:  # fmt: skip
    """0, or 1 if there is a question or no more room; writes out initial states, as steps.

    It `goes_on` where it was before.
    """
    cells = shape[CELLS]
    if goes_on == 0:
        begin(shape, status)
        for c in range(2 * cells):
            rows[c] = 0
    for w in range(shape[WORDS]):
        packed[w] = 0
    for c in range(cells):
        packed[layout[3 * c]] |= rows[cells + c] << layout[3 * c + 1]
    status[ASKED] = 0
    status[PAUSES] = 1
    missed = follow(
        shape, layout, program, heap, rows, packed, choices, undo, out, kinds, wrong, out_room,
        asked, asked_room, status,
    )  # fmt: skip
    status[PAUSES] = 0
    return missed


def begin(shape: Ptr[u32], status: Ptr[u64]) -> u64:
    """0; ways are followed from the beginning."""
    status[NODE] = shape[START]
    status[TOP] = 0
    status[WRITTEN] = 0
    return 0


def expand(
    i: u64, shape: Ptr[u32], layout: Ptr[u32], program: Ptr[u32], heap: Ptr[u32], rows: Ptr[u32],
    packed: Ptr[u64], choices: Ptr[u64], undo: Ptr[u32], queue: Ptr[u64], out: Ptr[u64],
    kinds: Ptr[u32], wrong: Ptr[u64], out_room: u64, marks: Ptr[u64], asked: Ptr[u32],
    asked_room: u64, status: Ptr[u64],
) -> u64:  # fmt: skip
    """0, or 1 if a question came up; appends the steps of a state.

    `marks` gets: a bit for each probe that is false, and whether a constraint is.
    """
    width = shape[WIDTH]
    status[DROPPED] = 0
    unpack(at(queue, i * shape[WORDS]), shape[CELLS], shape[WORDS], layout, rows, packed)
    bad = judged(
        shape[STATES], shape[STATE_COUNT], width, program, heap, rows, asked, asked_room, status
    )
    out_of_it = judged(
        shape[LIMITS], shape[LIMIT_COUNT], width, program, heap, rows, asked, asked_room, status
    )
    if out_of_it == MISSED:
        return 1
    marks[0] = bad
    marks[1] = out_of_it
    missed = 0 + (bad == MISSED)
    if out_of_it == 0:
        begin(shape, status)
        missed |= follow(
            shape, layout, program, heap, rows, packed, choices, undo, out, kinds, wrong, out_room,
            asked, asked_room, status,
        )  # fmt: skip
    return missed


def commit(
    i: u64, k: u64, must: u64, bad_states: Ptr[u64], marks: Ptr[u64], outside: Ptr[u64],
    status: Ptr[u64],
) -> u64:  # fmt: skip
    """0; what is noted of a state whose steps, from k on, are all known."""
    if marks[0] & must != 0:
        for j in range(64):
            if (marks[0] & must) >> j & 1:
                if bad_states[2 * j] == 0 or i < bad_states[2 * j + 1]:
                    bad_states[2 * j + 1] = i
                bad_states[2 * j] += 1
        status[BAD] += 1
    if marks[1] != 0:
        outside[i >> 6] |= 1 << (i & 63)
        status[OUTSIDE] += 1
    elif status[OUT] == k and status[DROPPED] == 0:
        if status[DEADLOCKS] == 0 or i < status[FIRST_DEADLOCK]:
            status[FIRST_DEADLOCK] = i
        status[DEADLOCKS] += 1
    status[STEPS] += status[OUT] - k
    return 0


def insert(
    sources: Ptr[u32], words: u64, keys: Ptr[u64], queue: Ptr[u64], table: Ptr[u64], mask: u64,
    out: Ptr[u64], kinds: Ptr[u32], wrong: Ptr[u64], hashes: Ptr[u64], parent: Ptr[u32],
    taken: Ptr[u64], must: u64, bad_steps: Ptr[u64], edges: u64, edge_target: Ptr[u32],
    edge_kind: Ptr[u32], edge_bits: Ptr[u64], status: Ptr[u64],
) -> u64:  # fmt: skip
    """0; number the states that the steps written out lead to.

    `sources[j]` is the state that step j comes from, `taken` has for each kind of step how often it
    was taken and how often it led to a new state.
    """
    k = status[OUT]
    n = status[FOUND]
    for j in range(k):
        h = hashed(at(out, j * words), words, keys)
        hashes[j] = h
        prefetch(table, h & mask)
    for j in range(k):
        slot = table[hashes[j] & mask]
        if (slot ^ hashes[j]) >> 32 == 0:
            prefetch(queue, (slot & 0xFFFFFFFF) * words - words)
    for j in range(k):
        t = number_of(at(out, j * words), hashes[j], n, words, keys, queue, table, mask)
        taken[2 * kinds[j]] += 1
        if t == n:
            parent[n] = sources[j]
            taken[2 * kinds[j] + 1] += 1
            n += 1
        if wrong[j] & must != 0:
            for b in range(64):
                if (wrong[j] & must) >> b & 1:
                    if bad_steps[4 * b] == 0:
                        bad_steps[4 * b + 1] = sources[j]
                        bad_steps[4 * b + 2] = t
                        bad_steps[4 * b + 3] = kinds[j]
                    bad_steps[4 * b] += 1
            status[BAD] += 1
        if edges:
            edge_target[status[EDGES] + j] = t
            edge_kind[status[EDGES] + j] = kinds[j]
            edge_bits[status[EDGES] + j] = wrong[j]
    status[FOUND] = n
    status[EDGES] += k
    status[OUT] = 0
    return 0


def explore(
    todo: Ptr[u32], todo_count: u64, until: u64, room: u64, edge_room: u64, level_room: u64,
    edges: u64, shape: Ptr[u32], layout: Ptr[u32], keys: Ptr[u64], program: Ptr[u32],
    heap: Ptr[u32], rows: Ptr[u32], packed: Ptr[u64], choices: Ptr[u64], undo: Ptr[u32],
    queue: Ptr[u64], table: Ptr[u64], mask: u64, levels: Ptr[u64], out: Ptr[u64],
    kinds: Ptr[u32], wrong: Ptr[u64], sources: Ptr[u32], hashes: Ptr[u64], out_room: u64,
    marks: Ptr[u64], parent: Ptr[u32],
    outside: Ptr[u64], taken: Ptr[u64], bad_states: Ptr[u64], bad_steps: Ptr[u64],
    edge_first: Ptr[u64], edge_count: Ptr[u32], edge_target: Ptr[u32], edge_kind: Ptr[u32],
    edge_bits: Ptr[u64], state_bits: Ptr[u64], must_states: u64, must_steps: u64,
    asked: Ptr[u32], asked_room: u64, pending: Ptr[u32], pending_room: u64, status: Ptr[u64],
) -> u64:  # fmt: skip
    """Expand states, those in `todo` first, until a level ends with questions open; says why.

    States that were put off are in `pending`: they are the next call's `todo`. No state of a level
    is expanded before all of the level above it are.
    """
    words = shape[WORDS]
    t = 0
    status[PENDING] = 0
    status[ASKED] = 0
    while 1:
        asking = 0
        if status[PENDING] + AT_ONCE > pending_room or status[ASKED] == asked_room:
            asking = 1
        if status[FOUND] + out_room > room or status[EDGES] + out_room > edge_room:
            asking = 1
        batch = 0
        while batch < AT_ONCE and not asking:
            if t < todo_count:
                i = todo[t]
                t += 1
            elif status[NEXT] < levels[status[LEVELS]] and status[NEXT] < until:
                i = status[NEXT]
                status[NEXT] = i + 1
            else:
                break
            k = status[OUT]
            missed = expand(
                i, shape, layout, program, heap, rows, packed, choices, undo, queue, out, kinds,
                wrong, out_room, marks, asked, asked_room, status,
            )  # fmt: skip
            if missed:
                status[OUT] = k
                pending[status[PENDING]] = i
                status[PENDING] += 1
                if status[OVERFLOW]:
                    break
            else:
                commit(i, k, must_states, bad_states, marks, outside, status)
                if edges:
                    state_bits[i] = marks[0]
                    edge_first[i] = status[EDGES] + k
                    edge_count[i] = status[OUT] - k
                for j in range(k, status[OUT]):
                    sources[j] = i
            batch += 1
        insert(
            sources, words, keys, queue, table, mask, out, kinds, wrong, hashes, parent, taken,
            must_steps, bad_steps, edges, edge_target, edge_kind, edge_bits, status,
        )  # fmt: skip
        if batch == 0 or status[OVERFLOW]:
            while t < todo_count:
                pending[status[PENDING]] = todo[t]
                status[PENDING] += 1
                t += 1
            if status[ASKED] != 0:
                return ASKING
            if status[PENDING] != 0 or asking or status[OVERFLOW]:
                return FULL
            if status[NEXT] == status[FOUND]:
                return DONE
            if status[NEXT] >= until:
                return PAUSED
            if status[LEVELS] + 2 > level_room:
                return FULL
            status[LEVELS] += 1
            levels[status[LEVELS]] = status[FOUND]
    return DONE
