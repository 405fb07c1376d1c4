"""What the kernels of the product search work on."""

from __future__ import annotations

from typing import TypeAlias

from ....native import Ptr, Record, u8, u32, u64

Cell: TypeAlias = int
"""A local state in a state, as narrow as there are local states; bound where this is compiled."""


class TableRecord(Record):
    """A network as arrays.

    Sets of events are `words` words of 64 bits. A *row* is one local state of one automaton,
    `base[t]` the row of automaton t's local state 0; `moves` has for a row and an event the local
    state that it leads to, or `missing`. An *ask* is a set of events that a b-thread requests
    together at one *level* (its rank, made small); `ask_skip` asks after one that offers something
    are passed over, so that a statement can offer only its first unblocked request. The automata
    that hear of event e are listed at `hearers[e * automata]`, `hearer_count[e]` of them.
    """

    automata: u64
    events: u64
    words: u64
    levels: u64
    missing: u64
    base: Ptr[u32]
    block: Ptr[u64]
    row_marks: Ptr[u8]
    salts: Ptr[u64]
    ask_from: Ptr[u32]
    ask_to: Ptr[u32]
    ask_level: Ptr[u32]
    ask_skip: Ptr[u32]
    ask_words: Ptr[u64]
    moves: Ptr[Cell]
    hearer_count: Ptr[u32]
    hearers: Ptr[u32]
    external: Ptr[u64]


class States(Record):
    """The states that were found, by number; a hash table finds them again.

    `parents` and `vias` say from which state and by which event each was found first.
    """

    cells: Ptr[Cell]
    hashes: Ptr[u64]
    parents: Ptr[u32]
    vias: Ptr[u32]
    marks: Ptr[u8]
    slots: Ptr[u64]
    mask: u64
    count: u64
    room: u64


class Graph(Record):
    """The steps out of each state, where they are kept: where there is room for any."""

    start: Ptr[u64]
    target: Ptr[u32]
    event: Ptr[u32]
    count: u64
    room: u64


class Search(Record):
    """A search: all states before `next` were expanded; `first` says by which state each event was.

    Where a move is missing the fault says of which automaton, in which local state, by which event.
    """

    tables: TableRecord
    states: States
    graph: Graph
    not_followed: Ptr[u64]
    blocked: Ptr[u64]
    offered: Ptr[u64]
    first: Ptr[u32]
    next: u64
    until: u64
    transitions: u64
    fault_automaton: u64
    fault_local: u64
    fault_event: u64


class Way(Record):
    """A search for a shortest way over steps between states `inside`.

    `parents` must be NONE everywhere; that of the goal is set even when it is the source.
    """

    start: Ptr[u64]
    target: Ptr[u32]
    event: Ptr[u32]
    inside: Ptr[u8]
    parents: Ptr[u32]
    vias: Ptr[u32]
    queue: Ptr[u32]
