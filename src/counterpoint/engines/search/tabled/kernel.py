"""The search of a factored system, in restricted Python; `interpreter` finds the steps.

States are packed into words.

Glossary: b bit, c cell, h hash, i number of a state, j index, of a state among those that are held,
k number of a step, n states known, t number of a target, w word.
"""

from __future__ import annotations

from ....native import Ptr, at, prefetch, u64
from ...base.hashtable import NUMBER, append, candidate, fill, following, prefetch_slot
from ...base.outcome import DONE, FULL, PAUSED
from .interpreter import MISSED, follow, judged
from .records import Code, Graph, Held, Notes, Search, Steps, Table, Walk

ASKING = 4
"""A further reason why `explore` returns: there are questions."""

WAITING = 0xFFFFFFFF
"""Instead of the number of steps of a state that is held: it waits for answers."""

LEVEL = 5
"""What `begin_level` returns if states of the next level can be expanded."""

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

    What is found is noted in `held`. Returns 1 if an answer is missing or there is no room, else 0;
    the steps are then taken back.
    """
    code: Code = s.code
    walk = s.walk
    notes = s.notes
    held = s.held
    j = i - held.first
    k = s.steps.count
    notes.dropped = 0
    unpack(at(s.table.queue, i * s.table.words), s.table.words, walk)
    bad = judged(0, code.state_probes, notes.idle_states, walk, code, s.questions)
    is_outside = judged(code.state_probes, code.constraints, 0, walk, code, s.questions)
    missed = 0 + (bad == MISSED or is_outside == MISSED)
    if is_outside == 0:
        begin(code.start, walk)
        missed |= follow(s)
    if missed:
        s.steps.count = k
        held.degree[j] = WAITING
        return 1
    held.false[j] = bad
    held.outside[j] = is_outside
    held.dropped[j] = notes.dropped
    held.place[j] = k
    held.degree[j] = s.steps.count - k
    return 0


def commit(j: u64, held: Held, notes: Notes) -> u64:
    """Add an expanded state, number j of those held, to the statistics; returns 0."""
    i = held.first + j
    false = held.false[j] & notes.must_states & ~notes.idle_states
    if false != 0:
        notes.idle_states |= false & notes.once_states
        for b in range(64):
            if false >> b & 1:
                if notes.states[2 * b] == 0 or i < notes.states[2 * b + 1]:
                    notes.states[2 * b + 1] = i
                notes.states[2 * b] += 1
        notes.bad += 1
    if held.outside[j] != 0:
        notes.outside[i] = 1
        notes.left_out += 1
    elif held.degree[j] == 0 and held.dropped[j] == 0:
        if notes.deadlocks == 0 or i < notes.first_deadlock:
            notes.first_deadlock = i
        notes.deadlocks += 1
    notes.steps += held.degree[j]
    return 0


def look_ahead(j: u64, end: u64, s: Search) -> u64:
    """Hash the targets of held states up to `end`, and prefetch what numbering them reads.

    Returns 0.
    """
    for of in range(j, end):
        hash_targets(of, s)
    for of in range(j, end):
        prefetch_targets(of, s)
    return 0


def hash_targets(j: u64, s: Search) -> u64:
    """Hash the targets of held state number j, and prefetch their slots; returns 0."""
    steps: Steps = s.steps
    first = s.held.place[j]
    for k in range(first, first + s.held.degree[j]):
        h = hashed(at(steps.states, k * s.table.words), s.table)
        steps.hashes[k] = h
        prefetch_slot(h, s.table)
    return 0


def prefetch_targets(j: u64, s: Search) -> u64:
    """Prefetch the states that the targets of held state number j may be; returns 0."""
    table = s.table
    first = s.held.place[j]
    for k in range(first, first + s.held.degree[j]):
        h = s.steps.hashes[k]
        slot = table.slots[h & table.mask]
        if (slot ^ h) >> 32 == 0:
            prefetch(table.queue, (slot & NUMBER) * table.words - table.words)
    return 0


def is_over(s: Search) -> u64:
    """1 if there are too many states, or a failure that ends the search, else 0."""
    return 0 + (s.table.count > s.most or (s.stops != 0 and s.notes.bad != 0))


def enter_held(s: Search) -> u64:
    """Enter the states that are held, all of which were expanded, with their steps; returns 0.

    It ends with the state after which the search is over.
    """
    held = s.held
    j = 0
    while j < held.count and is_over(s) == 0:
        end = j + AT_ONCE if j + AT_ONCE < held.count else held.count
        look_ahead(j, end, s)
        while j < end and is_over(s) == 0:
            enter_state(j, s)
            j += 1
    s.next = held.first + j
    return drop_held(s)


def enter_before(s: Search) -> u64:
    """Enter the states that are held before the first one that waits; returns 0."""
    held = s.held
    j = 0
    while j < held.count and held.degree[j] != WAITING:
        j += 1
    held.count = j
    return enter_held(s)


def try_next(s: Search) -> u64:
    """Expand the next state, but do not enter it; returns what `expand` does."""
    drop_held(s)
    s.questions.count = 0
    s.steps.overflow = 0
    missed = expand(s.next, s)
    s.steps.count = 0
    return missed


def enter_state(j: u64, s: Search) -> u64:
    """Enter state number j of those that are held, with its steps; returns 0."""
    held = s.held
    graph: Graph = s.graph
    i = held.first + j
    first = held.place[j]
    degree = 0 + held.degree[j]
    commit(j, held, s.notes)
    if graph.kept:
        graph.state_bits[i] = held.false[j]
        graph.start[i] = graph.count
    for k in range(degree):
        enter_step(i, first + k, graph.count + k, s)
    graph.count += degree
    return 0


def drop_held(s: Search) -> u64:
    """Hold no states, and begin at the next one; returns 0."""
    s.held.first = s.next
    s.held.count = 0
    s.held.waiting = 0
    s.steps.count = 0
    return 0


def enter_step(i: u64, k: u64, edge: u64, s: Search) -> u64:
    """Number the target of step k, which is out of state i, and keep it as an edge; returns 0."""
    steps = s.steps
    notes = s.notes
    graph: Graph = s.graph
    n = s.table.count
    t = number_of(at(steps.states, k * s.table.words), steps.hashes[k], s.table)
    notes.taken[2 * steps.kinds[k]] += 1
    if t == n:
        s.parents[n] = i
        notes.taken[2 * steps.kinds[k] + 1] += 1
    blame(steps.wrong[k], i, t, steps.kinds[k], notes)
    if graph.kept:
        graph.target[edge] = t
        graph.kind[edge] = steps.kinds[k]
        graph.bits[edge] = steps.wrong[k]
    return 0


def blame(wrong: u64, source: u64, target: u64, kind: u64, notes: Notes) -> u64:
    """Count a step if a probe is false in it that must be true; returns 0."""
    false = wrong & notes.must_steps & ~notes.idle_steps
    if false == 0:
        return 0
    notes.idle_steps |= false & notes.once_steps
    for b in range(64):
        if false >> b & 1:
            if notes.edges[4 * b] == 0:
                notes.edges[4 * b + 1] = source
                notes.edges[4 * b + 2] = target
                notes.edges[4 * b + 3] = kind
            notes.edges[4 * b] += 1
    notes.bad += 1
    return 0


def is_short_of_room(s: Search) -> u64:
    """1 if Python must make room before the states that are held can be entered, else 0."""
    k = s.steps.count
    return 0 + (s.table.count + k > s.room or s.graph.count + k > s.graph.room)


def expand_waiting(s: Search) -> u64:
    """Expand the held states that wait, again; returns 1 if there is no room, else 0."""
    held = s.held
    if held.waiting == 0:
        return 0
    held.waiting = 0
    for j in range(held.count):
        if held.degree[j] == WAITING:
            held.waiting += expand(held.first + j, s)
    return s.steps.overflow


def holds_enough(s: Search) -> u64:
    """1 if answers should be asked for before more states are held, else 0.

    The more questions there are, the more states are held, so that few calls answer many.
    """
    held = s.held
    asked = s.questions.count
    most = held.least if asked < 8 else held.least * (asked >> 3)
    return 0 + (2 * s.steps.count > s.steps.room or held.count >= most)


def hold_batch(s: Search) -> u64:
    """Expand AT_ONCE states behind those that are held, or fewer; returns how many.

    It ends where steps have no room, with `overflow` set. Where states wait, half of the room is
    left for their steps.
    """
    held = s.held
    if held.waiting != 0 and holds_enough(s):
        return 0
    end = s.levels[s.level]
    if s.until < end:
        end = s.until
    batch = 0
    while batch < AT_ONCE and held.count < held.room and held.first + held.count < end:
        if s.questions.count == s.questions.room:
            break
        waits = expand(held.first + held.count, s)
        if s.steps.overflow:
            break
        held.waiting += waits
        held.count += 1
        batch += 1
    return batch


def begin_level(s: Search) -> u64:
    """Begin the next level, and return LEVEL, or why the call ends."""
    if s.next == s.table.count:
        return DONE
    if s.next >= s.until:
        return PAUSED
    if s.level + 2 > s.level_room:
        return FULL
    s.level += 1
    s.levels[s.level] = s.table.count
    return PAUSED if s.table.count - s.next >= s.large else LEVEL


def explore(s: Search) -> u64:
    """Expand states in the order they were found; returns why it stopped.

    That is DONE, PAUSED, FULL or ASKING. A state for which answers are missing waits for them; some
    states after it are expanded meanwhile, but held until it is entered. Before all states of a
    level are expanded, none of the next level is.
    """
    held = s.held
    s.questions.count = 0
    if expand_waiting(s):
        drop_held(s)  # so that the state which waits longest has all the room
        s.steps.overflow = 0
    while is_over(s) == 0:
        if held.waiting == 0:
            s.questions.count = 0  # what a state asked that had no room is asked again
        batch = hold_batch(s)
        if held.waiting != 0:
            if batch < AT_ONCE:
                s.steps.overflow = 0
                return ASKING
        elif held.count != 0:
            s.steps.overflow = 0
            if is_short_of_room(s):
                return FULL
            enter_held(s)
        elif s.steps.overflow:
            return FULL
        else:
            why = begin_level(s)
            if why != LEVEL:
                return why
    return DONE if s.next == s.table.count else PAUSED
