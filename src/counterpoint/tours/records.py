"""The records that the kernels for tours work on."""

from __future__ import annotations

from ..native import Ptr, Record, u8, u32, u64


class FlowRecord(Record):
    """A flow of least cost that brings units to every node that wants some.

    Arc k leads from source[k] to target[k] and costs cost[k] for each unit; its capacity is not
    limited. The arcs out of node v are numbers start[v], ..., start[v + 1] - 1, and those into it
    are inward[k] for k from begin[v] to begin[v + 1] - 1. Units come from nodes with `spare` ones,
    for nothing, or from outside through an `entry`, for `fee` each. A node takes at most `wants`.

    `used` counts the units on each arc, and `entered` those that came through each entry. `price`
    is what a unit costs at a node, but no node has a greater price than `dearest`, at which all
    nodes are that still want units. `level` is 1 + the number of arcs, without costs at these
    prices, on which a unit gets to a node from where units come from; it is 0 if there are none.
    """

    nodes: u64
    fee: u64
    dearest: u64
    wanting: u64
    start: Ptr[u64]
    begin: Ptr[u64]
    inward: Ptr[u64]
    source: Ptr[u32]
    target: Ptr[u32]
    cost: Ptr[u64]
    spare: Ptr[u64]
    wants: Ptr[u64]
    entry: Ptr[u8]
    used: Ptr[u64]
    entered: Ptr[u64]
    price: Ptr[u64]
    level: Ptr[u32]
    queue: Ptr[u32]
    out_next: Ptr[u64]
    in_next: Ptr[u64]
    path: Ptr[u64]


class CircuitRecord(Record):
    """A walk along all arcs that can be reached, each as often as `left` says.

    The arcs out of node v are numbers start[v], ..., start[v + 1] - 1; arc k leads to target[k].
    `pending` and `arrived` are a stack of `depth` nodes and of the arcs by which they were entered;
    `walk` gets the arcs in reverse order, `length` of them.
    """

    start: Ptr[u32]
    target: Ptr[u32]
    left: Ptr[u32]
    next: Ptr[u32]
    pending: Ptr[u32]
    arrived: Ptr[u32]
    walk: Ptr[u32]
    depth: u64
    length: u64


class NearestRecord(Record):
    """A search for the nearest arc on which something new is covered.

    The arcs out of node v are numbers start[v], ..., start[v + 1] - 1; arc k leads to target[k],
    and covers fresh[k] new things. The search starts at the first `tail` nodes of `queue`.
    `seen` is `turn` for the nodes found in this search, `distance` the number of events on the way
    to them, and `via` 1 + the last arc of it, or 0. `far` is the distance of what is found.
    """

    start: Ptr[u64]
    target: Ptr[u32]
    fresh: Ptr[u32]
    queue: Ptr[u32]
    seen: Ptr[u32]
    distance: Ptr[u32]
    via: Ptr[u64]
    tail: u64
    turn: u64
    far: u64
