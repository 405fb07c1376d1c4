"""Runs from a flow: walks along its arcs, from where they start to where they end."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ..alarm import require_going_on
from ..engines.base.arrays import I32, U32, Ints, cells, order_of
from ..errors import Undecided
from .arcs import Arcs
from .flow import Flow
from .records import CircuitRecord
from .walks import Walks

MOST_STEPS = 1 << 25
"""The most steps that runs may have, all together: beyond, there is no use in a list of them.

It leaves room for the numbers of steps, starts and ends, which have 32 bits.
"""

CHUNK = 1 << 20
"""Arcs of a walk between two checks of whether it must end."""


def walks_of(arcs: Arcs, flow: Flow) -> Walks:
    """Walks that together take each arc as often as a flow does.

    Each cycle of the flow must be connected, by arcs that it takes, with a node where a run starts.
    The runs are joined to one circuit by a further node, which they come from and end at. That node
    has as many ways out as in, and so has each other one: hence there is a circuit (Euler).

    Raises `Undecided` if there are too many steps to list.
    """
    if (steps := int(flow.taken.sum())) > MOST_STEPS:
        raise Undecided(
            f"the runs would have {steps:,} steps, and at most {MOST_STEPS:,} are listed"
        )
    hub = arcs.nodes
    begins, ends = np.flatnonzero(flow.started), np.flatnonzero(flow.ended)
    taken = np.flatnonzero(flow.taken)
    source = np.concatenate([arcs.source[taken], ends, np.full(len(begins), hub)])
    target = np.concatenate([arcs.target[taken], np.full(len(ends), hub), begins])
    left = np.concatenate([flow.taken[taken], flow.ended[ends], flow.started[begins]])
    order = order_of(source)
    target, left = cells(target[order], np.uint32), left[order]
    number = np.concatenate([taken, np.full(len(ends) + len(begins), -1)]).astype(np.int32)[order]
    start = np.zeros(hub + 2, np.int64)
    np.cumsum(np.bincount(source, minlength=hub + 1), out=start[1:])
    circuit = _circuit(hub, start, target, left)
    return _cut(circuit, hub, target, number)


def _circuit(root: int, start: Ints, target: U32, left: Ints) -> U32:
    """The arcs of a circuit from `root` along all arcs, each as often as `left` says."""
    total = int(left.sum())
    record = CircuitRecord(
        start=cells(start, np.uint32),
        target=target,
        left=cells(left, np.uint32),
        next=cells(start.copy(), np.uint32),
        pending=np.zeros(total + 1, np.uint32),
        arrived=np.zeros(total + 1, np.uint32),
        walk=np.zeros(total + 1, np.uint32),
        depth=1,
    )
    record.pending[0] = root
    while _library().circuit(record, CHUNK):
        require_going_on()
    assert record.length == total, "the flow is not connected"
    found: U32 = record.walk[: record.length][::-1]
    return found


def _cut(circuit: U32, hub: int, target: U32, number: I32) -> Walks:
    """The parts of a circuit from the hub and back to it, without the steps from and to it."""
    back = np.flatnonzero(target[circuit] == hub)
    first = np.concatenate([np.zeros(1, np.int64), back + 1])[:-1]
    steps = number[circuit]
    start = np.concatenate([np.zeros(1, np.int64), np.cumsum(back - first - 1)])
    arcs = steps[steps >= 0].astype(np.int64)
    return Walks(target[circuit[first]].astype(np.int64), start, arcs)


@cache
def _library() -> Any:
    from ..native import build  # a cold command must feel instant
    from .circuit_kernel import circuit

    return build(circuit)
