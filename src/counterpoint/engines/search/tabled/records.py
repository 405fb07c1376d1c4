"""The records that the kernels of the search work on; `buffers.Buffers` owns their arrays."""

from __future__ import annotations

from ....native import Ptr, Record, u32, u64
from ...base.hashtable import HashTable


class Table(HashTable):
    """Packed states by number, and a hash table over them.

    State i is the `words` words of `queue` from i * words on. Two states are equal if they agree in
    the bits of the mask `keys`, one word of it per word of a state.
    """

    words: u64
    keys: Ptr[u64]
    queue: Ptr[u64]
    count: u64


class Code(Record):
    """The program and, in the same heap, the memoized answers of its factors: see `interpreter`.

    `start` is the place where the steps of a state begin. `starts` has the places where conditions
    begin: first the probes of states, then the constraints, the probes of steps, and the conditions
    that a step must satisfy to be followed. The last four fields are the numbers of each.
    """

    heap: Ptr[u32]
    start: u64
    starts: Ptr[u32]
    state_probes: u64
    constraints: u64
    step_probes: u64
    allowed: u64


class Walk(Record):
    """The state being expanded, the next state as written so far, and the position in the program.

    `layout` has for each cell its word in a packed state, its first bit and its number of bits.
    `rows` are the cells that the program reads and writes, `width` of them, and `packed` is the
    next state as a packed state. `node` is the current instruction, `top` the number of open
    choices in `choices`, and `written` the number of writes recorded in `undo`.
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
    """Queries of factors that are not memoized yet, `count` of them, with room for `room`.

    If `pauses` is 1, a walk returns at the first question, and else collects them.
    """

    rows: Ptr[u32]
    room: u64
    count: u64
    pauses: u64


class Steps(Record):
    """Steps that were found; their targets have no numbers yet.

    For each there is the packed target, the kind (the number of its label), a bit for each probe
    that is false in it, the number of the source, and the hash of the target. `overflow` is 1 if
    there was no room for a step.
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
    """The steps of all expanded states, if they are `kept`.

    The steps of state i are the `degree[i]` steps from number `first[i]` on. `state_bits` has for
    each state, and `bits` for each step, a bit for each probe that is false in it.
    """

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
    """Statistics of the states and steps so far.

    `must_states` and `must_steps` have a bit for each probe that must be true. `false`,
    `is_outside` and `dropped` describe the state being expanded: a bit for each probe and for each
    constraint that is false in it, and whether one of its steps was not allowed. `states` has for
    each probe the number of states in which it is false, and the first of them; `edges` has for
    each probe the number of steps in which it is false, and the source, target and kind of the
    first one. `taken` has for each kind of step how often it was taken, and how often it led to a
    new state. `outside` has a bit for each state that a constraint leaves out, `left_out` of them.
    `bad` counts the states and steps in which a probe is false that must be true.
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
    """A search: the states before `next` were expanded, except for those postponed in `pending`.

    Level i ends before state `levels[i]`. `todo` are the states postponed by the call before, and
    no state from `until` on is expanded in this call. `parents` has for each state the number of
    the state from which it was reached first.
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
