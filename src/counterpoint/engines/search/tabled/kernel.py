"""The search of a factored system, in restricted Python; `interpreter` finds the steps.

States are packed into words.

Glossary: b bit, c cell, h hash, i number of a state, j index, k steps so far, n states known,
t number of a target (in `explore`: states of `todo` so far), w word.
"""

from __future__ import annotations

from ....native import Ptr, at, prefetch, u64
from ...base.hashtable import NUMBER, append, candidate, fill, following, prefetch_slot
from ...base.outcome import DONE, FULL, PAUSED
from .interpreter import MISSED, follow, judged
from .records import Code, Graph, Notes, Search, Steps, Table, Walk

ASKING = 4
"""A further reason why `explore` returns: there are questions."""

AT_ONCE = 1
"""The number of states expanded before their targets are numbered; bound by `build`."""


def unpack(state: Ptr[u64], words: u64, walk: Walk) -> u64:
    """Write the cells of a packed state to `rows`, both as the state and as its next; returns 0."""
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
    """The hash of the bits that distinguish a state."""
    h = 0
    for w in range(table.words):
        h = (h ^ (state[w] & table.keys[w])) * 0x9E3779B97F4A7C15
        h = (h ^ h >> 32) * 0xD6E8FEB86659FD93
        h ^= h >> 29
    return h


def slot_of(state: Ptr[u64], h: u64, table: Table) -> u64:
    """The index of the slot that has a state, or of the free slot where it would be."""
    words = table.words
    slot = candidate(h, h, table)
    while table.slots[slot] != 0:
        j = (table.slots[slot] & NUMBER) - 1
        w = 0
        while w < words and (table.queue[j * words + w] ^ state[w]) & table.keys[w] == 0:
            w += 1
        if w == words:
            return slot
        slot = candidate(following(slot, table), h, table)
    return slot


def find(state: Ptr[u64], table: Table) -> u64:
    """The number of a state; if it is not known, the number of states."""
    slot = slot_of(state, hashed(state, table), table)
    return (table.slots[slot] & NUMBER) - 1 if table.slots[slot] != 0 else table.count


def number_of(state: Ptr[u64], h: u64, table: Table) -> u64:
    """The number of a state with hash h; a state that is not known is added."""
    slot = slot_of(state, h, table)
    n = table.count
    if table.slots[slot] != 0:
        return (table.slots[slot] & NUMBER) - 1
    for w in range(table.words):
        table.queue[n * table.words + w] = state[w]
    table.count = n + 1
    return fill(slot, n, h, table)


def enter(count: u64, states: Ptr[u64], table: Table) -> u64:
    """Add `count` states, some of which may be known; returns the number of states then known."""
    for i in range(count):
        state = at(states, i * table.words)
        number_of(state, hashed(state, table), table)
    return table.count


def rehash(table: Table) -> u64:
    """Enter all states into the hash table, which must be empty; returns 0."""
    for i in range(table.count):
        append(i, hashed(at(table.queue, i * table.words), table), table)
    return 0


def open_(goes_on: u64, s: Search) -> u64:
    """Generate initial states, as targets of steps; returns 0 when these are all.

    Returns 1 if there is a question or no more room; with `goes_on` = 1 the next call then
    continues at the same position.
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
    """Set the position of a walk to the place `start`; returns 0."""
    walk.node = start
    walk.top = 0
    walk.written = 0
    return 0


def expand(i: u64, s: Search) -> u64:
    """Append the steps of state i, and evaluate its probes and constraints.

    Returns 1 if an answer is missing, else 0.
    """
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
    """Add a completely expanded state to the statistics; returns 0."""
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
    """Record that state i was expanded; its steps are the `degree` from number `first` on.

    Returns 0.
    """
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
    """Hash the targets of the waiting steps, and prefetch what numbering them reads; returns 0."""
    for j in range(steps.count):
        h = hashed(at(steps.states, j * table.words), table)
        steps.hashes[j] = h
        prefetch_slot(h, table)
    for j in range(steps.count):
        slot = table.slots[steps.hashes[j] & table.mask]
        if (slot ^ steps.hashes[j]) >> 32 == 0:
            prefetch(table.queue, (slot & NUMBER) * table.words - table.words)
    return 0


def insert(s: Search) -> u64:
    """Number the targets of the waiting steps; returns 0."""
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
    """Count a step in which a probe is false that must be true; returns 0."""
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
    """Postpone state i to the next call; returns 0."""
    s.pending[s.pending_count] = i
    s.pending_count += 1
    return 0


def is_short_of_room(s: Search) -> u64:
    """1 if Python must answer questions or make room before more states are expanded, else 0."""
    room = s.steps.room
    if s.pending_count + AT_ONCE > s.pending_room or s.questions.count == s.questions.room:
        return 1
    return 0 + (s.table.count + room > s.room or s.graph.count + room > s.graph.room)


def ended(short: u64, s: Search) -> u64:
    """Why a call ends when nothing more can be expanded.

    If only the level ends, begin the next one and return DONE too; `level` then has changed.
    """
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
    """Expand states, those of `todo` first; returns why it stopped: DONE, PAUSED, FULL or ASKING.

    States for which answers are missing are postponed in `pending`, the `todo` of the next call.
    Before all states of a level are expanded, none of the next level is.
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
