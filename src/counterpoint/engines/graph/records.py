"""What the kernels for graphs work on."""

from __future__ import annotations

from ...native import Ptr, Record, u8, u16, u32, u64


class Steps(Record):
    """The steps of a graph: those of state s are numbered from start[s] up to start[s + 1].

    `free` marks those that are nobody's, if there may `any_free` be.
    """

    states: u64
    start: Ptr[u64]
    target: Ptr[u32]
    event: Ptr[u32]
    free: Ptr[u8]
    any_free: u64


class Backward(Record):
    """The steps by their targets: those into t come from source[begin[t]] up to begin[t + 1]."""

    begin: Ptr[u64]
    source: Ptr[u32]
    free: Ptr[u8]


class Transitions(Record):
    """An automaton: the transitions of its state q are numbered from first[q] up to first[q + 1].

    One is open where all letters of its row of `true` and none of its row of `false` are among
    those of a state; rows are `words` words of 64 bits. It leads to `to`, with marks of a `kind`.
    """

    words: u64
    letters: Ptr[u64]
    first: Ptr[u32]
    true: Ptr[u64]
    false: Ptr[u64]
    to: Ptr[u32]
    kind: Ptr[u16]


class Nodes(Record):
    """The product of a graph and an automaton: nodes are pairs of a `state` and a `mode`.

    The edges out of a node come in blocks, one for each transition that is open, and each block has
    one edge for every step of the graph's state, in their order: so an edge need not say which step
    it is. `number` holds 1 + the number of each pair that was met. Nodes before `next` are done;
    where there is too little room, `needed` says how much the next one takes.
    """

    state: Ptr[u32]
    mode: Ptr[u32]
    number: Ptr[u32]
    start: Ptr[u64]
    target: Ptr[u32]
    marks: Ptr[u16]
    count: u64
    edges: u64
    room: u64
    edge_room: u64
    next: u64
    needed: u64


class Components(Record):
    """A search for strongly connected components.

    `order` is a number from 1 up while a node's component is open, then its name, from NONE - 1
    down; NONE keeps a node out. `low` and `position` belong to the places of `path`. The list of
    closed nodes grows from the end of `stack` down: components that can be reached from another
    stand behind it.
    """

    nodes: u64
    start: Ptr[u64]
    target: Ptr[u32]
    order: Ptr[u32]
    low: Ptr[u32]
    path: Ptr[u32]
    position: Ptr[u64]
    stack: Ptr[u32]
    root: u64
    met: u64
    stacked: u64
    depth: u64
    closed: u64
    named: u64


class DueRecord(Record):
    """What a loop owes, as rows of `words` words of bits.

    Acceptance sets come first, then the constraints of fairness. The rows of `labels` say which
    bits a step with a label gives, those of `marks` the same of the marks of an edge. A `weak` bit
    is also given by leaving a node that offers no step with it. Each bit of `must` is owed, a
    `strong` bit only if it is offered.
    """

    words: u64
    labels: Ptr[u64]
    marks: Ptr[u64]
    must: Ptr[u64]
    weak: Ptr[u64]
    strong: Ptr[u64]


class Judgement(Record):
    """Which components have a loop that owes nothing: their nodes are marked in `fair`.

    `left` counts the nodes that are to be searched again; the others are rows for what is seen and
    offered in a component, and for what is offered in a node.
    """

    steps: Steps
    product: Nodes
    components: Components
    due: DueRecord
    seen: Ptr[u64]
    offered: Ptr[u64]
    here: Ptr[u64]
    fair: Ptr[u8]
    left: u64


class Way(Record):
    """A search for a shortest way, which ends with an edge to `goal`, or one that is `wanted`.

    It starts at one of the nodes of `queue`, whose `parents` are themselves, and stays in the
    component `within` (0: anywhere); all other parents are NONE. `vias` has the edge from the
    parent of each node. It was found if it has a last edge.
    """

    judgement: Judgement
    within: u64
    goal: u64
    wanted: Ptr[u64]
    parents: Ptr[u32]
    vias: Ptr[u64]
    queue: Ptr[u32]
    last_node: u64
    last_edge: u64


class Pairs(Record):
    """The pairs of a state and of facts about the way to it, with their steps.

    `tells[e]` are the facts that label e makes true; those of `kept` stay true. The table of
    `slots` holds 1 + the number of a pair; `origin` is the step that a step of a pair comes from.
    """

    steps: Steps
    tells: Ptr[u64]
    kept: u64
    state: Ptr[u32]
    facts: Ptr[u64]
    slots: Ptr[u32]
    mask: u64
    start: Ptr[u64]
    target: Ptr[u32]
    origin: Ptr[u64]
    count: u64
    edges: u64
    room: u64
    edge_room: u64
    next: u64
