"""The records that the kernels for models work on."""

from __future__ import annotations

from typing import TypeAlias

from ....native import Ptr, Record, u8, u32, u64
from ...base.hashtable import HashTable

Cell: TypeAlias = int
"""A word of a packed state, or a rank; its type is bound by `build`."""


class States(HashTable):
    """States by number, in `queue`.

    Packed states are looked up in the hash table. States given by rank have a bit in `visited`.
    `digits` are the lookup tables of `unrank`.
    """

    queue: Ptr[Cell]
    digits: Ptr[u64]
    visited: Ptr[u64]
    count: u64


class Buffers(Record):
    """Buffers that one thread writes to while it expands states.

    `here` has the words of one state. For each step, `out` has the target (`width` words), `kinds`
    the kind, `hashes` the hash of the target and `places` its place. `waiting` has the rows PLACE,
    END, WANTED and OWNER of the gathered states, see `sweepkernel.gather`.
    """

    here: Ptr[u64]
    width: u64
    out: Ptr[u64]
    kinds: Ptr[u32]
    hashes: Ptr[u64]
    places: Ptr[u64]
    waiting: Ptr[u64]


class Graph(Record):
    """The steps of states, by the numbers of the states; kept if `room` is not 0."""

    start: Ptr[u64]
    target: Ptr[u32]
    kind: Ptr[u32]
    count: u64
    room: u64


class Search(Record):
    """A search: the states before `next` were expanded; no state has more than `most` steps.

    `levels[l]` is the number of the first state at distance l, for l up to `level`. The kernel
    returns before a level of at least `large` states and before the level after it, and before each
    level when there are at least `dense` states. `steps` counts steps.
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
    dense: u64
    steps: u64


class Sweep(Record):
    """The parameters of a sweep over all states; see `sweepkernel` for regions and `asked`.

    States that are found are added to `region`. `held` are the states that may be attracted, if
    HELD. Steps must lead into `goal`. `asked` has for each owner the conditions on his steps, and
    `owner` for each kind of step the owner, or 0. For steps selected by label: `named` has 1 for
    each selected kind, `rest` is 1 if the rest of a state without steps is selected, and `every` is
    1 if all selected steps must lead into the goal, else one suffices.
    """

    states: States
    region: Ptr[u64]
    held: Ptr[u64]
    goal: Ptr[u64]
    asked: Ptr[u64]
    owner: Ptr[u32]
    named: Ptr[u8]
    rest: u64
    every: u64
