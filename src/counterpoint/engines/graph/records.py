"""The records that the kernels for graphs work on."""

from __future__ import annotations

from ...native import Ptr, Record, u8, u16, u32, u64
from ..base.hashtable import HashTable


class Steps(Record):
    """The steps of a graph; step k belongs to state s if start[s] <= k < start[s + 1].

    `free` marks the steps that no player chooses; it is used only if `any_free` is not 0.
    """

    states: u64
    start: Ptr[u64]
    target: Ptr[u32]
    event: Ptr[u32]
    free: Ptr[u8]
    any_free: u64


class Backward(Record):
    """The steps by their targets: those into t are numbers begin[t], ..., begin[t + 1] - 1."""

    begin: Ptr[u64]
    source: Ptr[u32]
    free: Ptr[u8]


class Transitions(Record):
    """An automaton; transition t belongs to its state q if first[q] <= t < first[q + 1].

    A transition is enabled in a graph state that has all letters of its row of `true` and none of
    its row of `false`. Rows have `words` 64-bit words; `letters` has one for each graph state. The
    transition leads to `to`, and `kind` is the number of its set of marks.
    """

    words: u64
    letters: Ptr[u64]
    first: Ptr[u32]
    true: Ptr[u64]
    false: Ptr[u64]
    to: Ptr[u32]
    kind: Ptr[u16]


class Nodes(Record):
    """The product of a graph and an automaton; a node is a pair of a graph `state` and a `mode`.

    The mode is the automaton state. The edges of a node come in blocks, one for each transition
    that is enabled. A block has one edge for each step of the graph state, in order, so the
    position of an edge identifies its step. `number` holds 1 + the number of each pair that was
    found, else 0. Nodes before `next` are expanded. If there is too little room, `needed` is what
    the next node needs.
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

    `order` is 0 for an unvisited node. While its component is open, it is the discovery number of
    the node, from 1 up; then it is the name of the component, from NONE - 1 down. NONE excludes a
    node. `low` and `position` are indexed like `path`. The list of closed nodes grows down from the
    end of `stack`: a component comes before all components that can be reached from it.
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
    """The obligations of a loop, as rows of `words` 64-bit words.

    The first bits are the acceptance sets, the others the fairness constraints. A row of `labels`
    has the bits that a step with this label provides, and a row of `marks` those that an edge with
    these marks provides. A `weak` bit is also provided by an edge from a node that offers no step
    with it. Every bit of `must` is required, and a `strong` bit only if it is offered.
    """

    words: u64
    labels: Ptr[u64]
    marks: Ptr[u64]
    must: Ptr[u64]
    weak: Ptr[u64]
    strong: Ptr[u64]


class Judgement(Record):
    """A test of components: `fair` marks the nodes of those with a loop that meets all obligations.

    `left` counts the nodes that must be searched again. `seen` and `offered` are rows of bits for
    one component, and `here` for one node.
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
    """A search for a shortest path that ends with an edge to `goal`, or one with a `wanted` bit.

    It starts at the nodes in `queue`, which are their own `parents`; all other parents are NONE at
    first. It stays in the component `within` (0: anywhere). `vias` has the edge from the parent to
    each node. `last_node` and `last_edge` are the last edge of the path that was found.
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


class Pairs(HashTable):
    """The pairs of a state and of facts about the path to it, with their steps.

    Label e makes the facts `makes_true[e]` true; those in `kept` stay true. `origin` has the graph
    step that each step of a pair comes from.
    """

    steps: Steps
    makes_true: Ptr[u64]
    kept: u64
    state: Ptr[u32]
    facts: Ptr[u64]
    start: Ptr[u64]
    target: Ptr[u32]
    origin: Ptr[u64]
    count: u64
    edges: u64
    room: u64
    edge_room: u64
    next: u64
