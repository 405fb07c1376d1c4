"""Lower bounds for things that may each be covered in several places, by prices of nodes.

Entries have the price 0, no price is negative, and no arc leads to a price that is higher by more
than the arc costs. What an arc costs beyond that is its slack. The slacks of the arcs of a run are
together at most what it costs, as the prices between cancel. So runs that cover all things cost at
least, for each thing, the least slack of the arcs that cover it.

Good prices are those of a linear program: how often arcs are taken, in fractions, so that no node
is left more often than it is come to and each thing is covered. They are approached by the method
of A. Chambolle and T. Pock (Journal of Mathematical Imaging and Vision 40, 2011), with steps for
each row and column (ICCV 2011) and restarts from averages (D. Applegate and others, NeurIPS 2021).
At last they are rounded and tested as integers: however good they are, the bound is one.
"""

from __future__ import annotations

import numpy as np

from ..alarm import require_going_on
from ..engines.base.arrays import Array, Ints
from .arcs import EVENT, Arcs

ROUNDS = 4000
"""How often prices are improved."""

WORK = 1 << 25
"""Arcs times rounds, beyond which there are fewer rounds."""

LOOK = 50
"""Rounds between two looks at the bound."""

LOWERED = 20
"""How often prices are lowered that an arc leads to and that are too high for it."""

BOLD = 10
"""How much longer steps of prices are than steps of amounts, for units of both."""

EARLY = 200
"""Rounds that have an average of their own in any case."""

AVERAGED = 0.36
"""The share of all rounds that have an average of their own, from which the search goes on."""

UNIT = 1 << 30
"""How many integers there are to an event."""


def least_by_prices(arcs: Arcs, hub: Ints, enough: int) -> int:
    """No runs that take an arc of each hub have fewer events, of which `enough` are known to do.

    `hub` has the number of a hub for each arc, or -1. All hubs can be reached.

    >>> ring = Arcs(3, np.array([0, 1, 2]), np.array([1, 2, 0]), np.full(3, EVENT), np.array([0]))
    >>> least_by_prices(ring, np.array([-1, 0, 1]), 3)
    3
    """
    search = _Search(arcs, hub)
    rounds = min(ROUNDS, WORK // (1 + len(hub)))
    best = 0
    for number in range(1, rounds + 1):
        search.improve()
        if number % LOOK == 0 or number == rounds:
            require_going_on()
            best = max(best, *map(search.bound, search.prices))
            if best >= enough:
                break
        if search.averaged >= max(EARLY, AVERAGED * number):
            search.restart()
    return best


class _Search:
    """Prices and amounts on their way to the best ones.

    `amount` is how often each arc is taken, `price` what each node costs, and `worth` each thing.
    """

    def __init__(self, arcs: Arcs, hub: Ints) -> None:
        self._arcs = arcs
        self._things = int(hub.max(initial=-1)) + 1
        self._hub = np.where(hub < 0, self._things, hub)  # one more, worth nothing
        self._cost = arcs.cost / EVENT
        degree = np.bincount(np.concatenate([arcs.source, arcs.target]), minlength=arcs.nodes)
        self._step_of_price = BOLD / np.maximum(degree, 1)
        self._step_of_worth = BOLD / np.maximum(self._counts(np.ones(len(hub))), 1)
        self._step_of_amount = 1 / (BOLD * (2 + (hub >= 0)))
        self._amount = np.zeros(len(hub))
        self._price = np.zeros(arcs.nodes)
        self._worth = np.zeros(self._things + 1)
        self._begin()

    def _counts(self, amount: Array) -> Array:
        found: Array = np.bincount(self._hub, amount, self._things + 1)
        return found

    def _begin(self) -> None:
        self.averaged = 0
        self._sums = [np.zeros_like(each) for each in (self._amount, self._price, self._worth)]

    def improve(self) -> None:
        """Take a step towards the best amounts and prices."""
        arcs = self._arcs
        source, target, nodes = arcs.source, arcs.target, arcs.nodes
        dear = self._cost - self._worth[self._hub] + self._price[source] - self._price[target]
        amount = np.maximum(0, self._amount - self._step_of_amount * dear)
        ahead = 2 * amount - self._amount
        left = np.bincount(source, ahead, nodes) - np.bincount(target, ahead, nodes)
        self._amount = amount
        self._price = np.maximum(0, self._price + self._step_of_price * left)
        self._price[arcs.entries] = 0
        lacking = 1 - self._counts(ahead)
        self._worth = np.maximum(0, self._worth + self._step_of_worth * lacking)
        self._worth[self._things] = 0
        for total, each in zip(self._sums, (amount, self._price, self._worth), strict=True):
            total += each
        self.averaged += 1

    def restart(self) -> None:
        """Go on from the average since the last restart."""
        self._amount, self._price, self._worth = (each / self.averaged for each in self._sums)
        self._begin()

    @property
    def prices(self) -> tuple[Array, Array]:
        """The prices, and those on average."""
        return self._price, self._sums[1] / max(1, self.averaged)

    def bound(self, price: Array) -> int:
        """The least number of events that prices show; these are made such that they do."""
        exact = np.floor(self._allowed(price) * (UNIT - 2)).astype(np.int64)
        arcs = self._arcs
        slack = arcs.cost * (UNIT // EVENT) + exact[arcs.source] - exact[arcs.target]
        if exact.min(initial=0) < 0 or exact[arcs.entries].any() or (slack < 0).any():
            return 0
        least = np.full(self._things + 1, np.iinfo(np.int64).max)
        np.minimum.at(least, self._hub, slack)
        return -(-int(least[: self._things].sum()) // UNIT)

    def _allowed(self, price: Array) -> Array:
        """Prices like these of which none is too high for an arc that leads to it."""
        source, target = self._arcs.source, self._arcs.target
        price = price.copy()
        for _ in range(LOWERED):
            lower = price.copy()
            np.minimum.at(lower, target, price[source] + self._cost)
            if np.array_equal(lower, price):
                return price
            price = lower
        raised = price[target] - price[source]
        share = np.divide(self._cost, raised, out=np.ones_like(raised), where=raised > self._cost)
        return price * float(share.min(initial=1))
