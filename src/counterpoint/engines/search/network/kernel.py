"""The product search, in restricted Python: breadth first over tables of the automata.

A successor is written directly to the end of the array of states, and stays there if it is new.
Hashes are updated incrementally.

Glossary: e event, h hash, i state being expanded, j number of a target, k position in a list,
m set of events in a word, n states found, t automaton, u and v states, w word.
"""

from __future__ import annotations

from ....native import Ptr, at, ctz, u64
from ...base.hashtable import NUMBER, append, candidate, fill, following
from ...base.outcome import DONE, FAULT, FULL, NONE, PAUSED
from .records import Search, States, TableRecord, Way

CRASH = 4
"""A further reason why `explore` returns: a b-thread raised an exception."""

# Marks of a state, a bit set. The first five are the union of the marks of its rows.
FAILED = 1
CRASHED = 2
HOT = 4
ASKING = 8
ALIVE = 16
QUIET = 32
STUCK = 64


def row_of(i: u64, t: u64, states: States, tables: TableRecord) -> u64:
    """The row of the local state of automaton t in state i."""
    return tables.base[t] + states.cells[i * tables.automata + t]


def blocked_and_marks(i: u64, blocked: Ptr[u64], states: States, tables: TableRecord) -> u64:
    """The union of the marks of state i's rows; writes the events that they block to `blocked`."""
    words = tables.words
    for w in range(words):
        blocked[w] = 0
    marks = 0
    for t in range(tables.automata):
        row = row_of(i, t, states, tables)
        marks |= tables.row_marks[row]
        for w in range(words):
            blocked[w] |= tables.block[row * words + w]
    return marks


def offer(i: u64, s: Search) -> u64:
    """1 + the highest level with an unblocked request, 0 if there is none.

    Adds the unblocked requests of each level to `offered`.
    """
    tables = s.tables
    words = tables.words
    top = 0
    for t in range(tables.automata):
        row = row_of(i, t, s.states, tables)
        k = tables.ask_from[row]
        end = tables.ask_to[row]
        while k < end:
            level = tables.ask_level[k]
            some = 0
            for w in range(words):
                m = tables.ask_words[k * words + w] & ~s.blocked[w]
                s.offered[level * words + w] |= m
                some |= m
            if some != 0:
                if level + 1 > top:
                    top = level + 1
                k += tables.ask_skip[k]
            k += 1
    return top


def selectable(i: u64, alive: u64, s: Search) -> u64:
    """Like `offer`; without an unblocked request, level 0 of `offered` gets the external events.

    External events occur only while a b-thread is `alive`.
    """
    tables = s.tables
    for k in range(tables.levels * tables.words):
        s.offered[k] = 0
    top = offer(i, s)
    if top == 0:
        for w in range(tables.words):
            s.offered[w] = tables.external[w] & ~s.blocked[w] if alive != 0 else 0
    return top


def find_or_add(n: u64, h: u64, automata: u64, states: States) -> u64:
    """The number of the state written at row n of `cells`: that of an equal known state, or n."""
    cells = states.cells
    slot = candidate(h, h, states)
    while states.slots[slot] != 0:
        j = (states.slots[slot] & NUMBER) - 1
        t = 0
        while t < automata and cells[j * automata + t] == cells[n * automata + t]:
            t += 1
        if t == automata:
            return j
        slot = candidate(following(slot, states), h, states)
    states.hashes[n] = h
    return fill(slot, n, h, states)


def follow(i: u64, e: u64, s: Search) -> u64:
    """The number of the target of event e in state i, which may be new; NONE at a missing move."""
    tables = s.tables
    automata = tables.automata
    base = tables.base
    cells = s.states.cells
    n = s.states.count
    h = s.states.hashes[i]
    for t in range(automata):
        cells[n * automata + t] = cells[i * automata + t]
    for k in range(tables.hearer_count[e]):
        t = tables.hearers[e * automata + k]
        here = cells[i * automata + t]
        there = tables.moves[(base[t] + here) * tables.events + e]
        if there == tables.missing:
            s.fault_automaton = t
            s.fault_local = here
            s.fault_event = e
            return NONE
        cells[n * automata + t] = there
        h ^= tables.salts[base[t] + here] ^ tables.salts[base[t] + there]
    return find_or_add(n, h, automata, s.states)


def visit(i: u64, e: u64, s: Search) -> u64:
    """Like `follow`; a new state is added, with i as its parent."""
    states = s.states
    j = follow(i, e, s)
    if j == states.count:
        states.parents[j] = i
        states.vias[j] = e
        states.count = j + 1
    return j


def expand(i: u64, chosen: Ptr[u64], s: Search) -> u64:
    """Visit the targets of state i by the `chosen` events, except those not followed.

    Returns the number of chosen events; NONE at a missing move.
    """
    graph = s.graph
    edge = graph.count
    steps = 0
    for w in range(s.tables.words):
        m = chosen[w]
        while m != 0:
            e = w * 64 + ctz(m)
            if s.first[e] == NONE:
                s.first[e] = i
            if s.not_followed[w] >> ctz(m) & 1 == 0:
                j = visit(i, e, s)
                if j == NONE:
                    return NONE
                if graph.room != 0:
                    graph.target[edge] = j
                    graph.event[edge] = e
                    edge += 1
            steps += 1
            m &= m - 1
    graph.count = edge
    return steps


def missing_moves(end: u64, s: Search) -> u64:
    """List moves that are missing in the states from the next one up to `end`, which are all known.

    They are those of selected events, some of them more than once, up to the room for them. Ends
    before a state in which a b-thread raised an exception. Returns their number.
    """
    tables = s.tables
    n = 0
    for i in range(s.next, end):
        marks = blocked_and_marks(i, s.blocked, s.states, tables)
        if marks & CRASHED != 0:
            return n
        if marks & FAILED == 0:
            top = selectable(i, marks & ALIVE, s)
            n = list_missing(i, at(s.offered, tables.words * (top - (top != 0))), n, s)
    return n


def list_missing(i: u64, chosen: Ptr[u64], n: u64, s: Search) -> u64:
    """Add the missing moves of state i by the `chosen` events to n of them; their number then."""
    tables = s.tables
    for w in range(tables.words):
        m = chosen[w] & ~s.not_followed[w]
        while m != 0:
            e = w * 64 + ctz(m)
            m &= m - 1
            for k in range(tables.hearer_count[e]):
                t = tables.hearers[e * tables.automata + k]
                row = row_of(i, t, s.states, tables)
                if tables.moves[row * tables.events + e] == tables.missing and n < s.missing_room:
                    s.missing[3 * n] = t
                    s.missing[3 * n + 1] = row - tables.base[t]
                    s.missing[3 * n + 2] = e
                    n += 1
    return n


def explore(s: Search) -> u64:
    """Expand states in the order they were found, up to number `until`; returns why it stopped.

    An expansion that stops half way is repeated from its start; the states it added are then known.
    """
    tables = s.tables
    states = s.states
    graph = s.graph
    events = tables.events
    i = s.next
    while i < states.count:
        edge = graph.count
        if i >= s.until:
            return PAUSED
        if states.count + events > states.room or (graph.room != 0 and edge + events > graph.room):
            return FULL

        marks = blocked_and_marks(i, s.blocked, states, tables)
        if marks & CRASHED != 0:
            return CRASH
        steps = 0
        if marks & FAILED == 0:  # a failed assertion ends the run
            top = selectable(i, marks & ALIVE, s)
            steps = expand(i, at(s.offered, tables.words * (top - (top != 0))), s)
            if steps == NONE:
                return FAULT
            if top == 0:
                marks |= QUIET
            if steps == 0 and marks & ASKING != 0:
                marks |= STUCK

        states.marks[i] = marks
        s.transitions += steps
        if graph.room != 0:
            graph.start[i] = edge
        i += 1
        s.next = i
    if graph.room != 0:
        graph.start[i] = graph.count
    return DONE


def rehash(states: States) -> u64:
    """Enter all states into the hash table, which must be empty; returns 0."""
    for i in range(states.count):
        append(i, states.hashes[i], states)
    return 0


def nearest(source: u64, goal: u64, way: Way) -> u64:
    """1 if a path of one step or more leads from `source` to `goal` inside, else 0.

    `parents` then leads back from `goal`. Breadth first, so the path is a shortest one.
    """
    start = way.start
    queue = way.queue
    head = 0
    tail = 1
    queue[0] = source
    while head < tail:
        v = queue[head]
        head += 1
        for k in range(start[v], start[v + 1]):
            u = way.target[k]
            if way.inside[u] != 0 and way.parents[u] == NONE:
                way.parents[u] = v
                way.vias[u] = way.event[k]
                if u == goal:
                    return 1
                if u != source:
                    queue[tail] = u
                    tail += 1
    return 0
