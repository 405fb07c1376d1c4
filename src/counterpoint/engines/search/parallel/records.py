"""The records of a block of states that threads expand together."""

from __future__ import annotations

from typing import TypeAlias

from ....native import Ptr, Record, u32, u64

Cell: TypeAlias = int
"""A part of a state: several of them, in a row, are a state. `build` binds its type."""


class Block(Record):
    """The known states from `first` up to `end`, in `chunks` chunks of `size` states.

    `count` states are known. One thread at a time works on a chunk, or on a part of the table;
    `claimed` has the number of the next one that nobody works on.

    Chunk c has `steps[c]` steps, with the numbers from `begin[c]` on; that is NO_CHUNK or FAULTY if
    it is not expanded. `taken` has how many of the `room` numbers of steps are taken. The steps of
    a chunk are listed by parts: those of part p begin at `starts[c * (PARTS + 1) + p]`. `place` has
    for each step its place among those of the chunk in the order of their states, and `key` the
    number that decides the part, such as the hash of the target. `targets` has the rows of the
    targets, `labels` the number of the label of each step.

    Then `result` has for each step the number of its target if that was known, and else `count`
    plus the number of the first step to the same target, in the order of states and their steps.
    New states get their numbers in this order. `fresh` has for each chunk and part how many there
    are, `base` for each chunk the first number, and `numbers` the number of the target of each
    first step, whose slot in the table is in `slots`.

    `degree` has how many steps each state has, `counted` for each chunk how many are to be counted,
    and `edges` for each chunk the number of its first step in a graph.
    """

    chunks: u64
    size: u64
    first: u64
    end: u64
    count: u64
    room: u64
    claimed: Ptr[u64]
    taken: Ptr[u64]
    begin: Ptr[u64]
    steps: Ptr[u64]
    base: Ptr[u64]
    counted: Ptr[u64]
    edges: Ptr[u64]
    fresh: Ptr[u32]
    starts: Ptr[u32]
    degree: Ptr[u32]
    key: Ptr[u64]
    targets: Ptr[Cell]
    labels: Ptr[u32]
    place: Ptr[u32]
    result: Ptr[u32]
    numbers: Ptr[u32]
    slots: Ptr[u64]


class Desk(Record):
    """What one thread writes to while it expands a chunk: its steps, in the order of their states.

    For each step there are the row of the target, its key, the label, and in `order` its number in
    the block; before that, `order` may list states. `here` has the words of one state.
    """

    here: Ptr[u64]
    targets: Ptr[Cell]
    keys: Ptr[u64]
    labels: Ptr[u32]
    order: Ptr[u64]
