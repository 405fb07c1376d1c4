"""What is to be covered, and runs that cover it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..data import dataclass
from ..engines.base.arrays import Ints
from .arcs import starts
from .steps import Paths
from .walks import Walks

TOO_FEW = "left out by the limit of runs"


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that no run covers, and why.

    >>> print(Missing("never", "no run takes it"))
    never: no run takes it
    """

    what: str
    reason: str

    def __str__(self) -> str:
        return f"{self.what}: {self.reason}"


Pairs = tuple[Ints, Ints]
"""Numbers of walks, and of something of each: the same pair may come more than once."""


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """Runs along transitions, and what they cover: things with the numbers from 0 to `things` - 1.

    `covered` gives which runs cover which things, and `name` names a thing. No runs that cover all
    of them have fewer events than `least`. `never` are things that no run can cover.
    """

    runs: Walks
    least: int
    things: int
    covered: Callable[[Walks], Pairs]
    name: Callable[[int], str]
    never: tuple[Missing, ...] = ()

    def missing(self, chosen: Walks) -> tuple[Missing, ...]:
        """What some chosen runs leave out."""
        left = np.ones(self.things, bool)
        left[self.covered(chosen)[1]] = False
        return tuple(Missing(self.name(k), TOO_FEW) for k in np.flatnonzero(left).tolist())


def states_of(paths: Paths, runs: Walks) -> Pairs:
    """The runs, each with the states that it goes through, in the order in which it does."""
    which = np.repeat(np.arange(len(runs)), np.diff(runs.start) + 1)
    begins = runs.start[:-1] + np.arange(len(runs))
    found = np.zeros(len(which), np.int64)
    goes_on = np.ones(len(which), bool)
    goes_on[begins] = False
    found[begins] = runs.node
    found[goes_on] = paths.target[runs.arcs]
    return which, found


def few(plan: Plan, most: int) -> Walks:
    """At most so many of the runs, each time the one that covers most of what is left.

    They cover at least 63 % of what the best choice of them covers (Nemhauser, Wolsey and Fisher,
    Mathematical Programming 14, 1978), and are in the order of the plan.
    """
    left = np.ones(plan.things, bool)
    which, what = plan.covered(plan.runs)
    run, thing = np.divmod(np.unique(which * max(1, plan.things) + what), max(1, plan.things))
    start = starts(run, len(plan.runs))
    gains = np.diff(start)
    chosen: list[int] = []
    while len(chosen) < most and len(gains):
        best = int(gains.argmax())  # what it was worth before, so nothing is worth more
        if gains[best] <= 0:
            break
        things = thing[start[best] : start[best + 1]]
        gain = int(left[things].sum())
        if gain == gains[best]:
            left[things] = False
            chosen.append(best)
            gain = 0
        gains[best] = gain
    return plan.runs.those(np.array(sorted(chosen), np.int64))
