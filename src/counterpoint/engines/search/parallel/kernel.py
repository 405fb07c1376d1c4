"""What threads do with a block of states, in restricted Python, whatever the states are.

A state is a row of `width` cells.

Glossary: b block, c chunk, d desk, h hash, j place of a step in its chunk, k number of a step in
the block, n number of new states so far, or of a new state, p part of the table, w index in a row.
"""

from __future__ import annotations

from ....native import Ptr, at, cas, load, prefetch, u32, u64
from ...base.hashtable import (
    MOST_PARTS,
    NUMBER,
    HashTable,
    append,
    candidate,
    fill,
    following,
    part_of,
    prefetch_slot,
)
from .records import Block, Cell, Desk

PARTS = MOST_PARTS

MASKED = 0
"""1 if only some bits of the cells distinguish states. Bound by `build`."""

NO_CHUNK = 0xFFFFFFFFFFFFFFFF
"""Instead of the number of steps of a chunk: it is not expanded, perhaps for lack of room."""

FAULTY = 0xFFFFFFFFFFFFFFFE
"""Instead of the number of steps of a chunk: one thread must expand it alone."""


def add_to(counter: Ptr[u64], more: u64) -> u64:
    """Add to a counter that several threads use; returns its value before."""
    old = load(counter, 0)
    while 1:
        found = cas(counter, 0, old, old + more)
        if found == old:
            return old
        old = found
    return old


def claim(b: Block) -> u64:
    """The number of the next chunk or part to work on."""
    return add_to(b.claimed, 1)


def chunk_end(c: u64, b: Block) -> u64:
    """The end of the states of a chunk."""
    end = b.first + (c + 1) * b.size
    return end if end < b.end else b.end


def is_out_of_room(b: Block) -> u64:
    """1 if no numbers for steps are left, else 0."""
    return 0 + (load(b.taken, 0) >= b.room)


def take(c: u64, k: u64, b: Block) -> u64:
    """Take the numbers for the k steps of a chunk; returns 1, or 0 if too few are left."""
    begin = add_to(b.taken, k)
    if begin + k > b.room:
        return 0
    b.begin[c] = begin
    b.steps[c] = k
    return 1


def sort_by_part(c: u64, keys: Ptr[u64], order: Ptr[u64], b: Block, table: HashTable) -> u64:
    """Write to `order` the numbers for the steps of a chunk, by parts; returns 0.

    `keys` are those of the steps in the order of their states.
    """
    starts = at(b.starts, c * (PARTS + 1))
    cursor = at(b.fresh, c * PARTS)
    steps = b.steps[c]
    for p in range(PARTS + 1):
        starts[p] = 0
    for j in range(steps):
        starts[part_of(keys[j], table) + 1] += 1
    for p in range(PARTS):
        cursor[p] = b.begin[c] + starts[p]
        starts[p + 1] += starts[p]
    for j in range(steps):
        p = part_of(keys[j], table)
        k = cursor[p]
        order[j] = k
        b.key[k] = keys[j]
        b.place[k] = j
        cursor[p] = k + 1
    for p in range(PARTS):
        cursor[p] = 0
    return 0


def put_down(c: u64, width: u64, d: Desk, b: Block, table: HashTable) -> u64:
    """Copy the steps of a chunk from a desk to the block, by parts; returns 0."""
    sort_by_part(c, d.keys, d.order, b, table)
    for j in range(b.steps[c]):
        k = d.order[j]
        b.labels[k] = d.labels[j]
        for w in range(width):
            b.targets[k * width + w] = d.targets[j * width + w]
    return 0


def steps_by_state(c: u64, order: Ptr[u64], b: Block) -> u64:
    """Write to `order` the numbers of the steps of a chunk in the order of their states.

    Returns how many there are.
    """
    begin = b.begin[c]
    for k in range(begin, begin + b.steps[c]):
        order[b.place[k]] = k
    return b.steps[c]


def enter_parts(width: u64, rows: Ptr[Cell], masks: Ptr[Cell], b: Block, table: HashTable) -> u64:
    """Look up the targets of the steps in parts of the table, and enter new ones; returns 0.

    If MASKED, states are equal that agree in the bits of `masks`, one for each cell.
    """
    parts = (table.mask + 1) >> table.shift
    p = claim(b)
    while p < parts:
        for c in range(b.chunks):
            first = b.begin[c] + b.starts[c * (PARTS + 1) + p]
            end = b.begin[c] + b.starts[c * (PARTS + 1) + p + 1]
            look_ahead(first, end, width, rows, b, table)
            n = 0
            for k in range(first, end):
                n += enter_step(k, width, rows, masks, b, table)
            b.fresh[c * PARTS + p] = n
        p = claim(b)
    return 0


def look_ahead(
    first: u64, end: u64, width: u64, rows: Ptr[Cell], b: Block, table: HashTable
) -> u64:
    """Prefetch what looking up steps reads; returns 0."""
    for k in range(first, end):
        prefetch_slot(b.key[k], table)
    for k in range(first, end):
        h = b.key[k]
        slot = table.slots[h & table.mask]
        if (slot ^ h) >> 32 == 0 and (slot & NUMBER) <= b.count:
            prefetch(rows, ((slot & NUMBER) - 1) * width)
    return 0


def enter_step(
    k: u64, width: u64, rows: Ptr[Cell], masks: Ptr[Cell], b: Block, table: HashTable
) -> u64:
    """Write the result of a step; returns 1 if it is the first to its target, else 0."""
    h = b.key[k]
    target = at(b.targets, k * width)
    slot = candidate(h, h, table)
    while table.slots[slot] != 0:
        number = (table.slots[slot] & NUMBER) - 1
        known: Ptr[Cell] = rows
        at_row = number
        if number >= b.count:
            known = b.targets
            at_row = number - b.count
        w = 0
        while w < width:
            apart = known[at_row * width + w] ^ target[w]
            if MASKED:
                apart &= masks[w]
            if apart != 0:
                break
            w += 1
        if w == width:
            b.result[k] = number
            return 0
        slot = candidate(following(slot, table), h, table)
    fill(slot, b.count + k, h, table)
    b.result[k] = b.count + k
    b.slots[k] = slot
    return 1


def number_chunks(b: Block) -> u64:
    """Give each chunk the first number for its new states; returns the number of states then."""
    n = b.count
    for c in range(b.chunks):
        b.base[c] = n
        for p in range(PARTS):
            n += b.fresh[c * PARTS + p]
    return n


def settle(k: u64, n: u64, width: u64, rows: Ptr[Cell], b: Block, table: HashTable) -> u64:
    """Give the target of a step the number n if the step is the first to it.

    Returns 1, or 0 if it is not.
    """
    if b.result[k] != b.count + k:
        return 0
    fill(b.slots[k], n, b.key[k], table)
    b.numbers[k] = n
    for w in range(width):
        rows[n * width + w] = b.targets[k * width + w]
    return 1


def link_chunks(start: Ptr[u64], target: Ptr[u32], label: Ptr[u32], b: Block) -> u64:
    """Write the steps of chunks to the arrays of a graph; returns 0."""
    c = claim(b)
    while c < b.chunks:
        edge = b.edges[c]
        for i in range(b.first + c * b.size, chunk_end(c, b)):
            start[i] = edge
            edge += b.degree[i - b.first]
        edge = b.edges[c]
        begin = b.begin[c]
        for k in range(begin, begin + b.steps[c]):
            number = b.result[k]
            if number >= b.count:
                number = b.numbers[number - b.count]
            target[edge + b.place[k]] = number
            label[edge + b.place[k]] = b.labels[k]
        c = claim(b)
    return 0


def append_parts(b: Block, table: HashTable) -> u64:
    """Enter the states of the block, listed as if each were a step to itself; returns 0.

    They are entered in parts of the table, which has none of them.
    """
    parts = (table.mask + 1) >> table.shift
    p = claim(b)
    while p < parts:
        for c in range(b.chunks):
            first = b.begin[c] + b.starts[c * (PARTS + 1) + p]
            end = b.begin[c] + b.starts[c * (PARTS + 1) + p + 1]
            for k in range(first, end):
                prefetch_slot(b.key[k], table)
            for k in range(first, end):
                append(b.first + c * b.size + b.place[k], b.key[k], table)
        p = claim(b)
    return 0
