"""Expands packed states of a product of automata, in restricted Python.

A packed state has the local state of each automaton in a field of a word.

Glossary: i number of a state, k steps so far, t automaton, w word.
"""

from __future__ import annotations

from ....native import Ptr, Record, u8, u64
from ..network.records import Cell, Search
from ..network.steps import choose, row_of, write_steps


class Fields(Record):
    """Where the local state of each automaton is in a packed state of `width` words."""

    automata: u64
    width: u64
    word: Ptr[u64]
    shift: Ptr[u64]
    mask: Ptr[u64]


class ProductExpansion(Record):
    """Room for `room` steps out of some states, each of at most `most`.

    The steps of a state begin where `starts` says; `marks` has the marks of each. `visited` has for
    each row of the tables whether it is that of an expanded state.
    """

    starts: Ptr[u64]
    marks: Ptr[u8]
    visited: Ptr[u8]
    room: u64
    most: u64


def expand(first: u64, end: u64, e: ProductExpansion, s: Search) -> u64:
    """Expand states from `first` up to `end`, while there is room; returns where it ended.

    All moves are known, and no b-thread raised an exception before.
    """
    k = 0
    i = first
    e.starts[0] = 0
    while i < end and k + e.most <= e.room:
        e.marks[i] = choose(i, s)
        k = write_steps(i, k, s)
        for t in range(s.tables.automata):
            e.visited[row_of(i, t, s.states, s.tables)] = 1
        i += 1
        e.starts[i - first] = k
    return i


def unpack(n: u64, states: Ptr[u64], cells: Ptr[Cell], f: Fields) -> u64:
    """Write the local states of n packed states; returns 0."""
    for i in range(n):
        for t in range(f.automata):
            word = states[i * f.width + f.word[t]]
            cells[i * f.automata + t] = word >> f.shift[t] & f.mask[t]
    return 0


def pack(n: u64, cells: Ptr[Cell], states: Ptr[u64], f: Fields) -> u64:
    """Write n states with these local states as packed ones; they must be 0 before. Returns 0."""
    for i in range(n):
        for t in range(f.automata):
            word = i * f.width + f.word[t]
            states[word] |= cells[i * f.automata + t] << f.shift[t]
    return 0
