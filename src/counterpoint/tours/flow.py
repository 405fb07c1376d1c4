"""The cheapest runs that take certain arcs of a graph, as a flow: how often each arc is taken.

Such runs are a flow in which each of those arcs has at least one unit. It may come in at any entry,
and go out anywhere. A flow is not always a set of runs: units may go round on cycles that no run
gets to. So what the flow costs is a lower bound of what runs cost, and often what they cost.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ..alarm import require_going_on
from ..data import dataclass
from ..engines.base.arrays import Bools, Ints, cells, flags, order_of
from ..errors import Fault
from .arcs import EVENT, RUN, Arcs, starts
from .records import FlowRecord


@dataclass(frozen=True, slots=True, eq=False)
class Flow:
    """How often each arc is taken, and how many runs start and end at each node: arrays of int64.

    `price` is what it costs to get to each node once more: also an array of int64.
    """

    taken: Ints
    started: Ints
    ended: Ints
    price: Ints

    def events(self, arcs: Arcs) -> int:
        """The number of its events."""
        return int((self.taken * arcs.cost).sum()) // EVENT


def cheapest_flow(arcs: Arcs, needed: Bools) -> Flow:
    """The cheapest flow with at least one unit on each of the `needed` arcs.

    Each of them must be reachable from an entry. That no flow is cheaper is shown by its prices.

    >>> ways = Arcs(3, np.array([0, 0, 1]), np.array([1, 1, 2]), np.full(3, EVENT), np.array([0]))
    >>> flow = cheapest_flow(ways, np.array([True, True, False]))
    >>> flow.taken.tolist(), flow.started.tolist(), flow.ended.tolist()
    ([1, 1, 0], [2, 0, 0], [0, 2, 0])
    """
    surplus = np.bincount(arcs.target[needed], minlength=arcs.nodes)
    surplus = surplus - np.bincount(arcs.source[needed], minlength=arcs.nodes)
    record = _record(arcs, surplus)
    _run(record)
    used = np.array(record.used[: len(arcs.source)], np.int64)
    started = np.array(record.entered[: arcs.nodes], np.int64)
    ended = np.array(record.spare[: arcs.nodes], np.int64)
    price = np.array(record.price[: arcs.nodes], np.int64)
    flow = Flow(used + needed, started, ended, price)
    _require_balance(arcs, flow)
    _require_least(arcs, used, flow)
    return flow


def _record(arcs: Arcs, surplus: Ints) -> FlowRecord:
    entry = np.zeros(arcs.nodes, bool)
    entry[arcs.entries] = True
    wants = np.maximum(-surplus, 0)
    return FlowRecord(
        nodes=arcs.nodes,
        fee=RUN,
        dearest=0,
        wanting=int(wants.sum()),
        start=cells(arcs.start, np.uint64),
        begin=cells(starts(arcs.target, arcs.nodes), np.uint64),
        inward=cells(order_of(arcs.target), np.uint64),
        source=cells(arcs.source, np.uint32),
        target=cells(arcs.target, np.uint32),
        cost=cells(arcs.cost, np.uint64),
        spare=cells(np.maximum(surplus, 0), np.uint64),
        wants=cells(wants, np.uint64),
        entry=flags(entry),
        used=np.zeros(max(1, len(arcs.source)), np.uint64),
        entered=np.zeros(max(1, arcs.nodes), np.uint64),
        price=np.zeros(max(1, arcs.nodes), np.uint64),
        level=np.zeros(max(1, arcs.nodes), np.uint32),
        queue=np.zeros(max(1, arcs.nodes), np.uint32),
        out_next=np.zeros(max(1, arcs.nodes), np.uint64),
        in_next=np.zeros(max(1, arcs.nodes), np.uint64),
        path=np.zeros(max(1, arcs.nodes), np.uint64),
    )


def _run(record: FlowRecord) -> None:
    """Send units until no node wants one."""
    library = _library()
    most = record.fee + int(record.cost.sum()) + 1
    while record.wanting:
        require_going_on()
        if library.reach(record):
            library.augment(record)
        elif record.dearest > most:
            raise Fault("a state that runs should get to is not reachable")
        else:
            library.lift(record)


def _require_balance(arcs: Arcs, flow: Flow) -> None:
    """Raise `Fault` unless as many units come to each node as leave it."""
    there = np.bincount(arcs.target, flow.taken, arcs.nodes) + flow.started
    away = np.bincount(arcs.source, flow.taken, arcs.nodes) + flow.ended
    if not np.array_equal(there, away):
        raise Fault("a flow loses units on its way")


def _require_least(arcs: Arcs, used: Ints, flow: Flow) -> None:
    """Raise `Fault` unless the prices show that no flow is cheaper.

    No arc is cheaper than the prices of its ends say, and what is used costs just that. Then each
    way to get the units where they are wanted costs at least as much (complementary slackness).
    """
    slack, price = slack_of(arcs, flow), flow.price
    at_entries = RUN - price[arcs.entries]
    if (
        (slack < 0).any()
        or (slack[used > 0] != 0).any()
        or (at_entries < 0).any()
        or (price[flow.started > 0] != RUN).any()
        or (price[flow.ended > 0] != 0).any()
    ):
        raise Fault("a flow is not shown to be the cheapest")


def slack_of(arcs: Arcs, flow: Flow) -> Ints:
    """By how much at least the flow gets dearer if each arc is taken once more: array of int64."""
    slack: Ints = arcs.cost + flow.price[arcs.source] - flow.price[arcs.target]
    return slack


@cache
def _library() -> Any:
    from ..native import build  # a cold command must feel instant
    from . import flow_kernel as kernel

    return build(
        kernel.is_open,
        kernel.is_free,
        kernel.reach,
        kernel.onward,
        kernel.send,
        kernel.supply,
        kernel.augment,
        kernel.lift,
    )
