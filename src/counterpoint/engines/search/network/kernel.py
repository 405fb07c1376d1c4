"""The product search, in restricted Python: breadth first over tables of the automata.

The steps out of a state are written to a desk; then their targets are looked up, and those that are
new are added.

Glossary: e event, h hash, i state being expanded, j step on the desk, k position in a list or
number of steps, m set of events in a word, n states found or the number of a state, t automaton, u
and v states, w word.
"""

from __future__ import annotations

from ....native import Ptr, at, ctz, u64
from ...base.hashtable import NUMBER, append, candidate, fill, following, prefetch_slot
from ...base.outcome import DONE, FAULT, FULL, NONE, PAUSED
from .records import Cell, Search, States, Way
from .steps import CRASHED, choose, row_of, write_steps

CRASH = 4
"""A further reason why `explore` returns: a b-thread raised an exception."""


def known(target: Ptr[Cell], h: u64, automata: u64, states: States) -> u64:
    """The number of a state with the hash h; if there was none, it is added."""
    cells = states.cells
    slot = candidate(h, h, states)
    while states.slots[slot] != 0:
        n = (states.slots[slot] & NUMBER) - 1
        t = 0
        while t < automata and cells[n * automata + t] == target[t]:
            t += 1
        if t == automata:
            return n
        slot = candidate(following(slot, states), h, states)
    n = states.count
    for t in range(automata):
        cells[n * automata + t] = target[t]
    states.hashes[n] = h
    states.count = n + 1
    return fill(slot, n, h, states)


def enter_steps(i: u64, k: u64, s: Search) -> u64:
    """Look up the targets of the k steps on the desk, all out of state i; returns 0."""
    desk = s.desk
    states = s.states
    graph = s.graph
    automata = s.tables.automata
    for j in range(k):
        prefetch_slot(desk.keys[j], states)
    for j in range(k):
        n = states.count
        there = known(at(desk.targets, j * automata), desk.keys[j], automata, states)
        if there == n:
            states.parents[n] = i
            states.vias[n] = desk.labels[j]
        if graph.room != 0:
            graph.target[graph.count + j] = there
            graph.event[graph.count + j] = desk.labels[j]
    return 0


def missing_moves(end: u64, s: Search) -> u64:
    """List moves that are missing in the states from the next one up to `end`, which are all known.

    They are those of selected events, some of them more than once, up to the room for them. Ends
    before a state in which a b-thread raised an exception. Returns their number.
    """
    n = 0
    for i in range(s.next, end):
        if choose(i, s) & CRASHED != 0:
            return n
        n = list_missing(i, n, s)
    return n


def list_missing(i: u64, n: u64, s: Search) -> u64:
    """Add the missing moves of state i by the chosen events to n of them; their number then."""
    tables = s.tables
    chosen = at(s.offered, s.chosen)
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

    At a missing move nothing of the expansion is kept but the events that were selected.
    """
    tables = s.tables
    states = s.states
    graph = s.graph
    events = tables.events
    i = s.next
    while i < states.count:
        if i >= s.until:
            return PAUSED
        if states.count + events > states.room:
            return FULL
        if graph.room != 0 and graph.count + events > graph.room:
            return FULL

        marks = choose(i, s)
        if marks & CRASHED != 0:
            return CRASH
        k = write_steps(i, 0, s)
        if k == NONE:
            return FAULT
        enter_steps(i, k, s)

        states.marks[i] = marks
        if graph.room != 0:
            graph.start[i] = graph.count
            graph.count += k
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
