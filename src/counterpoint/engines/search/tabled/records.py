"""The records that the kernels of the search work on; `buffers.Buffers` owns their arrays."""

from __future__ import annotations

from ....native import Ptr, Record, u8, u32, u64
from ...base.hashtable import HashTable
from ..parallel.records import Block


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
    choices in `choices`, and `written` the number of writes recorded in `undo`. `number` is what
    is written where a leaf says so, because it was computed.
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
    number: u64


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
    that is false in it, and the hash of the target. Threads note in `known` the number of a target
    that was known before their block, else NONE. `overflow` is 1 if there was no room for a step.
    """

    states: Ptr[u64]
    kinds: Ptr[u32]
    wrong: Ptr[u64]
    hashes: Ptr[u64]
    known: Ptr[u32]
    room: u64
    count: u64
    overflow: u64


class Held(Record):
    """States from `first` on that are expanded, but not entered, as one before them waits.

    For each of the `count` states there are the number of its steps, WAITING if it waits for
    answers, and the place of the first of them. `false` and `outside` have a bit for each probe and
    for each constraint that is false in it; `dropped` is 1 if one of its steps was not allowed.
    Threads note in `fresh` how many of its steps lead to targets that were not known. `waiting` is
    how many states wait. While some do, `least` may be held, and more if there are more questions.
    """

    first: u64
    count: u64
    room: u64
    least: u64
    waiting: u64
    degree: Ptr[u32]
    place: Ptr[u64]
    false: Ptr[u64]
    outside: Ptr[u64]
    dropped: Ptr[u8]
    fresh: Ptr[u32]


class Graph(Record):
    """The steps of all expanded states, in their order, if they are `kept`.

    The steps of state i begin at number `start[i]`. `state_bits` has for each state, and `bits` for
    each step, a bit for each probe that is false in it.
    """

    kept: u64
    start: Ptr[u64]
    state_bits: Ptr[u64]
    target: Ptr[u32]
    kind: Ptr[u32]
    bits: Ptr[u64]
    room: u64
    count: u64


class Notes(Record):
    """Statistics of the states and steps so far.

    `must_states` and `must_steps` have a bit for each probe that must be true, `once_states` and
    `once_steps` for each of them that is asked only once, and `idle_states` and `idle_steps` for
    each of those that is not asked any more. `dropped` is 1 if a step of the state being expanded
    was not allowed. `states` has for each probe the number of states in which it is false, and the
    first of them; `edges` has for each probe the number of steps in which it is false, and the
    source, target and kind of the first one. `taken` has for each kind of step how often it was
    taken, and how often it led to a new state. `outside` is 1 for each state that a constraint
    leaves out, `left_out` of them. `bad` counts the states and steps in which a probe is false that
    must be true.
    """

    must_states: u64
    must_steps: u64
    once_states: u64
    once_steps: u64
    idle_states: u64
    idle_steps: u64
    dropped: u64
    states: Ptr[u64]
    edges: Ptr[u64]
    taken: Ptr[u64]
    outside: Ptr[u8]
    steps: u64
    bad: u64
    left_out: u64
    deadlocks: u64
    first_deadlock: u64


class Search(Record):
    """A search: the states before `next` were expanded, and those that are `held`.

    Level i ends before state `levels[i]`. No state from `until` on is expanded in this call.
    `parents` has for each state the number of the state from which it was reached first. The search
    is over as soon as there are more than `most` states and, if it `stops` at a failure, as soon as
    one is found. A call ends before a level of `large` states or more. A thread that shares a block
    takes room for `at_once` of its steps.
    """

    table: Table
    code: Code
    walk: Walk
    questions: Questions
    steps: Steps
    held: Held
    graph: Graph
    notes: Notes
    parents: Ptr[u32]
    room: u64
    levels: Ptr[u64]
    level: u64
    level_room: u64
    next: u64
    until: u64
    most: u64
    stops: u64
    large: u64
    at_once: u64


class HeldBlock(Block):
    """A block of states that are held, with all their `found` steps.

    The thread that expands a state writes its steps there; the threads have taken room for `taken`.
    """

    held: Held
    found: Steps
