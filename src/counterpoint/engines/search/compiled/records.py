"""What the kernels for models work on."""

from __future__ import annotations

from typing import TypeAlias

from ....native import Ptr, Record, u8, u32, u64

Cell: TypeAlias = int
"""A word of a state, or the rank of one; bound where a kernel is compiled."""


class States(Record):
    """States by number.

    As packed words they are found again by a hash table: a slot holds half of the hash of a state
    and one more than its number. As ranks each has a bit in `visited`. `digits` is what ranks are
    turned into words with.
    """

    queue: Ptr[Cell]
    digits: Ptr[u64]
    slots: Ptr[u64]
    mask: u64
    visited: Ptr[u64]
    count: u64


class Buffers(Record):
    """Room for what one thread writes while it looks at states.

    `here` has the words of one state. Of steps there is where they lead (`width` words each), of
    what kind they are, and what is needed to look up where they lead. `waiting` has the rows PLACE,
    END, WANTED and OWNER of the states that were gathered.
    """

    here: Ptr[u64]
    width: u64
    out: Ptr[u64]
    kinds: Ptr[u32]
    hashes: Ptr[u64]
    places: Ptr[u64]
    waiting: Ptr[u64]


class Graph(Record):
    """The steps of states by their numbers, where there is room for them."""

    start: Ptr[u64]
    target: Ptr[u32]
    kind: Ptr[u32]
    count: u64
    room: u64


class Search(Record):
    """A search: the states before `next` were expanded; no state has more than `most` steps.

    `levels[l]` is the number of the first state at distance l. A level of `large` states is sorted
    before it is expanded.
    """

    states: States
    buffers: Buffers
    graph: Graph
    levels: Ptr[u64]
    level: u64
    level_room: u64
    next: u64
    until: u64
    room: u64
    most: u64
    large: u64
    steps: u64


class Sweep(Record):
    """What is asked of all states; regions have a bit for each place, see `sweepkernel`.

    What is found is added to `region`; `held` says which states may be attracted, if HELD, and
    steps are to lead into `goal`. `asked` has what is asked of each owner's steps, `whose` the
    owner of each kind of step, or 0. Of steps by their labels: which kinds are `named`, whether the
    `rest` of a state without steps is, and whether `every` one must lead into the goal or some one.
    """

    states: States
    region: Ptr[u64]
    held: Ptr[u64]
    goal: Ptr[u64]
    asked: Ptr[u64]
    whose: Ptr[u32]
    named: Ptr[u8]
    rest: u64
    every: u64
