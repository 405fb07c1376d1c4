"""What the kernels of the search work on: records of the arrays that `room` keeps."""

from __future__ import annotations

from ....native import Ptr, Record, u32, u64


class Table(Record):
    """Packed states by number, found again by a hash table.

    A state is `words` words of the queue; those bits of it that `keys` has tell it from others. An
    entry of `slots` is 0, or half of the hash of a state and one more than its number.
    """

    words: u64
    keys: Ptr[u64]
    queue: Ptr[u64]
    slots: Ptr[u64]
    mask: u64
    count: u64


class Code(Record):
    """The program, and in the same heap what is known of its factors: see `ways`.

    `starts` has the nodes where probes of states begin, then constraints, probes of steps, and
    conditions that a step must meet to be one.
    """

    heap: Ptr[u32]
    start: u64
    starts: Ptr[u32]
    state_probes: u64
    constraints: u64
    step_probes: u64
    allowed: u64


class Walk(Record):
    """The state that is expanded, the next one as it is so far, and where the program is.

    `layout` has for each cell the word it lies in, its first bit and how many bits it has.
    """

    cells: u64
    width: u64
    layout: Ptr[u32]
    rows: Ptr[u32]
    packed: Ptr[u64]
    choices: Ptr[u64]
    undo: Ptr[u32]
    node: u64
    top: u64
    written: u64


class Questions(Record):
    """What is not known of factors; a walk that pauses comes back with each question at once."""

    rows: Ptr[u32]
    room: u64
    count: u64
    pauses: u64


class Steps(Record):
    """Steps that were found and are yet to be numbered.

    Of each there is the packed state that it leads to, its kind, a bit for each probe that is
    false of it, and the number of the state that it comes from.
    """

    states: Ptr[u64]
    kinds: Ptr[u32]
    wrong: Ptr[u64]
    sources: Ptr[u32]
    hashes: Ptr[u64]
    room: u64
    count: u64
    overflow: u64


class Graph(Record):
    """The steps of all states, if they are kept; bits are those of probes that are false."""

    kept: u64
    first: Ptr[u64]
    degree: Ptr[u32]
    state_bits: Ptr[u64]
    target: Ptr[u32]
    kind: Ptr[u32]
    bits: Ptr[u64]
    room: u64
    count: u64


class Notes(Record):
    """What was noted of the states and steps so far.

    `false`, `is_outside` and `dropped` are about the state that is expanded: the probes that are
    false of it, whether a constraint is, and whether a step of it was not allowed. `states` has for
    each probe how many states it is false of and the first one; `edges` for each probe how many
    steps it is false of, and source, target and kind of the first one. `taken` has for each kind of
    step how often it was taken, and how often it led to a state that was not known.
    """

    must_states: u64
    must_steps: u64
    false: u64
    is_outside: u64
    dropped: u64
    states: Ptr[u64]
    edges: Ptr[u64]
    taken: Ptr[u64]
    outside: Ptr[u64]
    steps: u64
    bad: u64
    left_out: u64
    deadlocks: u64
    first_deadlock: u64


class Search(Record):
    """A search: states up to `next` were expanded or put off, those of `pending` are put off.

    Level i ends with the state before `levels[i]`; `todo` are states that were put off before.
    """

    table: Table
    code: Code
    walk: Walk
    questions: Questions
    steps: Steps
    graph: Graph
    notes: Notes
    parents: Ptr[u32]
    room: u64
    levels: Ptr[u64]
    level: u64
    level_room: u64
    next: u64
    until: u64
    todo: Ptr[u32]
    todo_count: u64
    pending: Ptr[u32]
    pending_count: u64
    pending_room: u64
