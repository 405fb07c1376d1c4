"""The steps of a product: what is selected in a state, and where it leads, in restricted Python.

Hashes are updated incrementally.

Glossary: e event, h hash, i state being expanded, k position in a list or number of a step, m set
of events in a word, t automaton, w word.
"""

from __future__ import annotations

from ....native import Ptr, at, ctz, u64
from ...base.outcome import NONE
from .records import Cell, Search, States, TableRecord

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


def offer_timely(i: u64, s: Search) -> u64:
    """Offer the timeouts that are due in state i, or else the tick; returns whether there are some.

    `offered` holds what comes there, blocked or not, before the tick is left out.
    """
    tables = s.tables
    some = 0
    due = 0
    for w in range(tables.words):
        comes = 0
        for t in range(tables.automata):
            comes |= tables.comes[row_of(i, t, s.states, tables) * tables.words + w]
        comes &= ~s.blocked[w]
        due |= comes & ~tables.tick[w]
        some |= comes
        s.offered[w] |= comes
    if due != 0:
        for w in range(tables.words):
            s.offered[w] &= ~tables.tick[w]
    return some


def choose_external(i: u64, marks: u64, s: Search) -> u64:
    """Choose the external events, which occur only while a b-thread is alive; the marks then."""
    some = 0
    if marks & ALIVE != 0:
        for w in range(s.tables.words):
            m = s.tables.external[w] & ~s.blocked[w]
            s.offered[w] = m
            some |= m
        if s.tables.timed != 0:
            some |= offer_timely(i, s)
    if some == 0 and marks & ASKING != 0:
        return marks | QUIET | STUCK
    return marks | QUIET


def choose(i: u64, s: Search) -> u64:
    """Find the events that can be selected in state i, at `chosen` in `offered`; its marks.

    A failed assertion ends the run, and so does an exception: nothing is selected then.
    """
    tables = s.tables
    marks = blocked_and_marks(i, s.blocked, s.states, tables)
    for k in range(tables.levels * tables.words):
        s.offered[k] = 0
    s.chosen = 0
    if marks & (FAILED | CRASHED) != 0:
        return marks
    top = offer(i, s)
    if top == 0:
        return choose_external(i, marks, s)
    s.chosen = (top - 1) * tables.words
    return marks


def move(i: u64, e: u64, target: Ptr[Cell], key: Ptr[u64], s: Search) -> u64:
    """Write the target of event e in state i, and its hash; returns 1, or 0 at a missing move."""
    tables = s.tables
    automata = tables.automata
    base = tables.base
    here = at(s.states.cells, i * automata)
    h = s.states.hashes[i]
    for t in range(automata):
        target[t] = here[t]
    for k in range(tables.hearer_count[e]):
        t = tables.hearers[e * automata + k]
        there = tables.moves[(base[t] + here[t]) * tables.events + e]
        if there == tables.missing:
            s.fault_automaton = t
            s.fault_local = here[t]
            s.fault_event = e
            return 0
        target[t] = there
        h ^= tables.salts[base[t] + here[t]] ^ tables.salts[base[t] + there]
    key[0] = h
    return 1


def write_steps(i: u64, k: u64, s: Search) -> u64:
    """Write the steps out of state i by the chosen events to the desk, from step k on.

    Those by events that are not followed are only counted. Returns the number of steps that are on
    the desk then; NONE at a missing move.
    """
    tables = s.tables
    desk = s.desk
    chosen = at(s.offered, s.chosen)
    width = tables.automata
    counted = 0
    for w in range(tables.words):
        m = chosen[w]
        while m != 0:
            e = w * 64 + ctz(m)
            if s.first[e] == NONE:
                s.first[e] = i
            if s.not_followed[w] >> ctz(m) & 1 == 0:
                if move(i, e, at(desk.targets, k * width), at(desk.keys, k), s) == 0:
                    return NONE
                desk.labels[k] = e
                k += 1
            counted += 1
            m &= m - 1
    s.transitions += counted
    return k
