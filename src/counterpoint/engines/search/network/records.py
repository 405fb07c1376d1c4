"""The records that the kernels of the product search work on."""

from __future__ import annotations

from typing import TypeAlias

from ....native import Ptr, Record, u8, u32, u64
from ...base.hashtable import HashTable
from ..parallel.records import Desk

Cell: TypeAlias = int
"""A local state in a state; `build` binds the narrowest type that holds all local states."""


class TableRecord(Record):
    """A network as arrays.

    Sets of events are `words` words of 64 bits. A *row* is one local state of one automaton, and
    `base[t]` is the row of local state 0 of automaton t. `moves` has for a row and an event the
    local state that it leads to, or `missing`. An *ask* is a set of events that a b-thread requests
    together at one *level* (levels number the ranks from 0). After an ask with an unblocked event,
    `ask_skip` further asks are skipped, so that a statement can request only its first event that
    is not blocked. The automata that react to event e are listed from `hearers[e * automata]` on,
    `hearer_count[e]` of them. `external` are the events that come although nobody requests them,
    and `comes` for each row those that come there besides. If one of them but the tick is not
    blocked, the tick does not come; `tick` is its set. Without timeouts `timed` is 0, and `comes`
    empty.
    `salts` has a random-looking number for each row; the hash of a state
    is the xor of those of its rows (Zobrist hashing).
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
    timed: u64
    comes: Ptr[u64]
    tick: Ptr[u64]


class States(HashTable):
    """The states that were found, by number, and a hash table over them.

    `parents` and `vias` are the state and the event by which each was found first.
    """

    cells: Ptr[Cell]
    hashes: Ptr[u64]
    parents: Ptr[u32]
    vias: Ptr[u32]
    marks: Ptr[u8]
    count: u64
    room: u64


class Graph(Record):
    """The steps out of each state; they are kept if `room` is not 0."""

    start: Ptr[u64]
    target: Ptr[u32]
    event: Ptr[u32]
    count: u64
    room: u64


class Search(Record):
    """A search: all states before `next` were expanded.

    `first` has for each event the first state in which it can be selected. Events in the set
    `not_followed` are selected, but their targets are not visited. The events that can be selected
    in the state that is expanded are at `chosen` in `offered`, and its steps on the `desk`. If a
    move is missing, the `fault_` fields have its automaton, local state and event. `missing` has
    room for as many more as `missing_room` says, three numbers each.
    """

    tables: TableRecord
    states: States
    graph: Graph
    not_followed: Ptr[u64]
    blocked: Ptr[u64]
    offered: Ptr[u64]
    chosen: u64
    desk: Desk
    first: Ptr[u32]
    next: u64
    until: u64
    transitions: u64
    fault_automaton: u64
    fault_local: u64
    fault_event: u64
    missing: Ptr[u32]
    missing_room: u64


class Way(Record):
    """A search for a shortest path over steps between states that are `inside`.

    `parents` must be NONE everywhere at first; that of the goal is set even if it is the source.
    """

    start: Ptr[u64]
    target: Ptr[u32]
    event: Ptr[u32]
    inside: Ptr[u8]
    parents: Ptr[u32]
    vias: Ptr[u32]
    queue: Ptr[u32]
