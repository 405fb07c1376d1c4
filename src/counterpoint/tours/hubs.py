"""Lower bounds for things that may each be covered in several places.

All arcs that cover the same thing lead to a hub of it, from there along one arc, and on to where
each of them leads. A run is a walk there too, with as many events, and a walk that covers the thing
takes the arc of the hub. So no runs that cover all things have fewer events than the cheapest flow
that has a unit on the arc of each hub. But a walk may leave a hub elsewhere than it came from, so
that the bound may be too low, where `prices` are better.
"""

from __future__ import annotations

import numpy as np

from ..engines.base.arrays import Ints, order_of
from .arcs import Arcs
from .flow import cheapest_flow


def least_events(arcs: Arcs, hub: Ints) -> int:
    """No runs that take an arc of each hub have fewer events.

    `hub` has the number of a hub for each arc, or -1. All hubs can be reached.

    >>> from .arcs import EVENT
    >>> ways = Arcs(3, np.array([0, 0, 1]), np.array([1, 2, 2]), np.full(3, EVENT), np.array([0]))
    >>> least_events(ways, np.array([0, 1, 1])), least_events(ways, np.array([0, -1, 1]))
    (2, 2)
    """
    hubs = int(hub.max(initial=-1)) + 1
    inside, outside = np.flatnonzero(hub >= 0), np.flatnonzero(hub < 0)
    into, onward = arcs.nodes + hub[inside], arcs.nodes + hubs + hub[inside]
    numbers = arcs.nodes + np.arange(hubs)
    nothing = np.zeros(len(inside), np.int64)
    cost = np.zeros(hubs, np.int64)
    cost[hub[inside]] = arcs.cost[inside]
    source = np.concatenate([numbers, arcs.source[outside], arcs.source[inside], onward])
    target = np.concatenate([numbers + hubs, arcs.target[outside], into, arcs.target[inside]])
    costs = np.concatenate([cost, arcs.cost[outside], nothing, nothing])
    order = order_of(source)
    whole = Arcs(arcs.nodes + 2 * hubs, source[order], target[order], costs[order], arcs.entries)
    return cheapest_flow(whole, order < hubs).events(whole)


def hubs_of(things: list[Ints], kinds: int) -> Ints:
    """For each kind of arc the number of its hub, or -1; `things` are the kinds that cover each.

    A kind has one hub, and so things have one that no others cover with the same kinds.

    >>> hubs_of([np.array([0, 1]), np.array([1]), np.array([2, 3])], 5).tolist()
    [-1, 0, 1, 1, -1]
    """
    found = np.full(kinds, -1, np.int64)
    number = 0
    for each in sorted(things, key=len):
        if (found[each] < 0).all():
            found[each] = number
            number += 1
    return found
