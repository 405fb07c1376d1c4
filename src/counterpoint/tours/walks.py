"""Runs from a flow: walks along its arcs, from where they start to where they end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from ..alarm import require_going_on
from ..data import dataclass
from ..engines.base.arrays import Ints, cells
from ..errors import Undecided
from .arcs import Arcs
from .flow import Flow
from .records import CircuitRecord

MOST_STEPS = 1 << 25
"""The most steps that runs may have, all together: beyond, there is no use in a list of them."""

CHUNK = 1 << 20
"""Arcs of a walk between two checks of whether it must end."""


@dataclass(frozen=True, slots=True, eq=False)
class Walk:
    """A walk from a node along arcs, by their numbers: an array of int64."""

    node: int
    arcs: Ints


def walks_of(arcs: Arcs, flow: Flow) -> list[Walk]:
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
    order = np.argsort(source, kind="stable")
    target, left = target[order], left[order]
    number = np.concatenate([taken, np.full(len(ends) + len(begins), -1)])[order]
    start = np.zeros(hub + 2, np.int64)
    np.cumsum(np.bincount(source, minlength=hub + 1), out=start[1:])
    circuit = _circuit(hub, start, target, left)
    return list(_cut(circuit, hub, target, number))


def _circuit(root: int, start: Ints, target: Ints, left: Ints) -> Ints:
    """The arcs of a circuit from `root` along all arcs, each as often as `left` says."""
    total = int(left.sum())
    record = CircuitRecord(
        start=cells(start, np.uint64),
        target=cells(target, np.uint32),
        left=cells(left, np.uint64),
        next=cells(start.copy(), np.uint64),
        pending=np.zeros(total + 1, np.uint32),
        arrived=np.zeros(total + 1, np.uint64),
        walk=np.zeros(total + 1, np.uint64),
        depth=1,
    )
    record.pending[0] = root
    while _library().circuit(record, CHUNK):
        require_going_on()
    assert record.length == total, "the flow is not connected"
    found: Ints = record.walk[: record.length][::-1].astype(np.int64)
    return found


def _cut(circuit: Ints, hub: int, target: Ints, number: Ints) -> Iterator[Walk]:
    """The parts of a circuit from the hub and back to it, without the steps from and to it."""
    back = np.flatnonzero(target[circuit] == hub)
    first = 0
    for end in back.tolist():
        yield Walk(int(target[circuit[first]]), number[circuit[first + 1 : end]])
        first = end + 1


@cache
def _library() -> Any:
    from ..native import build  # a cold command must feel instant
    from .circuit_kernel import circuit

    return build(circuit)
