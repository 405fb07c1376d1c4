"""The search of a factored system, in restricted Python; `ways` says how steps are found.

Glossary: n states known, h the hash of a state, k steps so far, t states taken up again.
"""

from __future__ import annotations

from ....native import Ptr, at, prefetch, u64
from ...base.outcome import DONE, FULL, PAUSED
from .interpreter import MISSED, follow, judged
from .records import Code, Graph, Notes, Search, Steps, Table, Walk

ASKING = 4
"""What a call also comes back for: there are questions."""

AT_ONCE = 1
"""How many states are expanded together: bound where this is compiled."""


def unpack(state: Ptr[u64], words: u64, walk: Walk) -> u64:
    """0; write the cells of a state, and the same as the first row of next cells."""
    layout = walk.layout
    rows = walk.rows
    cells = walk.cells
    for w in range(words):
        walk.packed[w] = state[w]
    for c in range(cells):
        mask = (1 << layout[3 * c + 2]) - 1
        value = state[layout[3 * c]] >> layout[3 * c + 1] & mask
        rows[c] = value
        rows[cells + c] = value
    return 0


def hashed(state: Ptr[u64], table: Table) -> u64:
    """The hash of what tells a state from others."""
    h = 0
    for w in range(table.words):
        h = (h ^ (state[w] & table.keys[w])) * 0x9E3779B97F4A7C15
        h = (h ^ h >> 32) * 0xD6E8FEB86659FD93
        h ^= h >> 29
    return h


def slot_of(state: Ptr[u64], h: u64, table: Table) -> u64:
    """The slot of the table where a state stands, or the free one where it would."""
    words = table.words
    slots = table.slots
    slot = h & table.mask
    while slots[slot] != 0:
        if (slots[slot] ^ h) >> 32 == 0:
            j = (slots[slot] & 0xFFFFFFFF) - 1
            w = 0
            while w < words and (table.queue[j * words + w] ^ state[w]) & table.keys[w] == 0:
                w += 1
            if w == words:
                return slot
        slot = (slot + 1) & table.mask
    return slot


def find(state: Ptr[u64], table: Table) -> u64:
    """The number of a state, or that of the next new one where it is not known."""
    slots: Ptr[u64] = table.slots
    slot = slot_of(state, hashed(state, table), table)
    return (slots[slot] & 0xFFFFFFFF) - 1 if slots[slot] != 0 else table.count


def number_of(state: Ptr[u64], h: u64, table: Table) -> u64:
    """The number of a state with a hash; it is that of a new one where it was not known."""
    slots: Ptr[u64] = table.slots
    slot = slot_of(state, h, table)
    n = table.count
    if slots[slot] != 0:
        return (slots[slot] & 0xFFFFFFFF) - 1
    slots[slot] = (h & 0xFFFFFFFF00000000) | (n + 1)
    for w in range(table.words):
        table.queue[n * table.words + w] = state[w]
    table.count = n + 1
    return n


def enter(count: u64, states: Ptr[u64], table: Table) -> u64:
    """The number of states known when `count` more have been entered that may be known."""
    for i in range(count):
        state = at(states, i * table.words)
        number_of(state, hashed(state, table), table)
    return table.count


def rehash(table: Table) -> u64:
    """0; enter all states into slots that are empty."""
    slots = table.slots
    for i in range(table.count):
        h = hashed(at(table.queue, i * table.words), table)
        slot = h & table.mask
        while slots[slot] != 0:
            slot = (slot + 1) & table.mask
        slots[slot] = (h & 0xFFFFFFFF00000000) | (i + 1)
    return 0


def open_(goes_on: u64, s: Search) -> u64:
    """0, or 1 if there is a question or no more room; writes out initial states, as steps.

    It `goes_on` where it was before.
    """
    walk = s.walk
    cells = walk.cells
    if goes_on == 0:
        begin(s.code.start, walk)
        for c in range(2 * cells):
            walk.rows[c] = 0
    for w in range(s.table.words):
        walk.packed[w] = 0
    for c in range(cells):
        walk.packed[walk.layout[3 * c]] |= walk.rows[cells + c] << walk.layout[3 * c + 1]
    s.questions.count = 0
    s.questions.pauses = 1
    missed = follow(s)
    s.questions.pauses = 0
    return missed


def begin(start: u64, walk: Walk) -> u64:
    """0; ways are followed from the beginning."""
    walk.node = start
    walk.top = 0
    walk.written = 0
    return 0


def expand(i: u64, s: Search) -> u64:
    """0, or 1 if a question came up; appends the steps of a state, and notes what is so of it."""
    code: Code = s.code
    walk = s.walk
    notes = s.notes
    notes.dropped = 0
    unpack(at(s.table.queue, i * s.table.words), s.table.words, walk)
    bad = judged(0, code.state_probes, walk, code, s.questions)
    is_outside = judged(code.state_probes, code.constraints, walk, code, s.questions)
    if is_outside == MISSED:
        return 1
    notes.false = bad
    notes.is_outside = is_outside
    missed = 0 + (bad == MISSED)
    if is_outside == 0:
        begin(code.start, walk)
        missed |= follow(s)
    return missed


def commit(i: u64, degree: u64, notes: Notes) -> u64:
    """0; enter what was noted of a state whose steps are all known."""
    if notes.false & notes.must_states != 0:
        for j in range(64):
            if (notes.false & notes.must_states) >> j & 1:
                if notes.states[2 * j] == 0 or i < notes.states[2 * j + 1]:
                    notes.states[2 * j + 1] = i
                notes.states[2 * j] += 1
        notes.bad += 1
    if notes.is_outside != 0:
        notes.outside[i >> 6] |= 1 << (i & 63)
        notes.left_out += 1
    elif degree == 0 and notes.dropped == 0:
        if notes.deadlocks == 0 or i < notes.first_deadlock:
            notes.first_deadlock = i
        notes.deadlocks += 1
    notes.steps += degree
    return 0


def keep(i: u64, first: u64, degree: u64, s: Search) -> u64:
    """0; a state was expanded: its steps are those from the first on that are to be numbered."""
    graph: Graph = s.graph
    commit(i, degree, s.notes)
    if graph.kept:
        graph.state_bits[i] = s.notes.false
        graph.first[i] = graph.count + first
        graph.degree[i] = degree
    for j in range(first, first + degree):
        s.steps.sources[j] = i
    return 0


def look_ahead(steps: Steps, table: Table) -> u64:
    """0; ask the memory for all that will be looked at when steps are numbered."""
    for j in range(steps.count):
        h = hashed(at(steps.states, j * table.words), table)
        steps.hashes[j] = h
        prefetch(table.slots, h & table.mask)
    for j in range(steps.count):
        slot = table.slots[steps.hashes[j] & table.mask]
        if (slot ^ steps.hashes[j]) >> 32 == 0:
            prefetch(table.queue, (slot & 0xFFFFFFFF) * table.words - table.words)
    return 0


def insert(s: Search) -> u64:
    """0; number the states that the steps written out lead to."""
    steps = s.steps
    table = s.table
    notes = s.notes
    graph = s.graph
    k = steps.count
    look_ahead(steps, table)
    for j in range(k):
        n = table.count
        t = number_of(at(steps.states, j * table.words), steps.hashes[j], table)
        notes.taken[2 * steps.kinds[j]] += 1
        if t == n:
            s.parents[n] = steps.sources[j]
            notes.taken[2 * steps.kinds[j] + 1] += 1
        if steps.wrong[j] & notes.must_steps != 0:
            blame(j, t, steps, notes)
        if graph.kept:
            graph.target[graph.count + j] = t
            graph.kind[graph.count + j] = steps.kinds[j]
            graph.bits[graph.count + j] = steps.wrong[j]
    graph.count += k
    steps.count = 0
    return 0


def blame(j: u64, target: u64, steps: Steps, notes: Notes) -> u64:
    """0; note a step that a probe is false of which must not be."""
    for b in range(64):
        if (steps.wrong[j] & notes.must_steps) >> b & 1:
            if notes.edges[4 * b] == 0:
                notes.edges[4 * b + 1] = steps.sources[j]
                notes.edges[4 * b + 2] = target
                notes.edges[4 * b + 3] = steps.kinds[j]
            notes.edges[4 * b] += 1
    notes.bad += 1
    return 0


def put_off(i: u64, s: Search) -> u64:
    """0; a state is to be expanded when questions have been answered."""
    s.pending[s.pending_count] = i
    s.pending_count += 1
    return 0


def is_short_of_room(s: Search) -> u64:
    """Whether Python must answer questions or make room before more states are expanded."""
    room = s.steps.room
    if s.pending_count + AT_ONCE > s.pending_room or s.questions.count == s.questions.room:
        return 1
    return 0 + (s.table.count + room > s.room or s.graph.count + room > s.graph.room)


def ended(short: u64, s: Search) -> u64:
    """Why a call ends when nothing more can be expanded; DONE may also mean that a level ends."""
    if s.questions.count != 0:
        return ASKING
    if s.pending_count != 0 or short or s.steps.overflow:
        return FULL
    if s.next == s.table.count:
        return DONE
    if s.next >= s.until:
        return PAUSED
    if s.level + 2 > s.level_room:
        return FULL
    s.level += 1
    s.levels[s.level] = s.table.count
    return DONE


def explore(s: Search) -> u64:
    """Expand states, those in `todo` first, until a level ends with questions open; says why.

    States that were put off are in `pending`: they are the next call's `todo`. No state of a level
    is expanded before all of the level above it are.
    """
    steps = s.steps
    t = 0
    s.pending_count = 0
    s.questions.count = 0
    while 1:
        short = is_short_of_room(s)
        batch = 0
        while batch < AT_ONCE and not short:
            if t < s.todo_count:
                i = s.todo[t]
                t += 1
            elif s.next < s.levels[s.level] and s.next < s.until:
                i = s.next
                s.next = i + 1
            else:
                break
            k = steps.count
            if expand(i, s):
                steps.count = k
                put_off(i, s)
                if steps.overflow:
                    break
            else:
                keep(i, k, steps.count - k, s)
            batch += 1
        insert(s)
        if batch == 0 or steps.overflow:
            while t < s.todo_count:
                put_off(s.todo[t], s)
                t += 1
            level = s.level
            why = ended(short, s)
            if s.level == level:
                return why
    return DONE
