"""What is to be covered, and runs that cover it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..data import dataclass
from ..engines.base.arrays import Ints
from .steps import Paths
from .walks import Walk

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


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """Runs along transitions, and what they cover: things with the numbers from 0 to `things` - 1.

    `covered` gives the things that a run covers, each once, and `name` names one. No runs that
    cover all of them have fewer events than `least`. `never` are things that no run can cover.
    """

    runs: list[Walk]
    least: int
    things: int
    covered: Callable[[Walk], Ints]
    name: Callable[[int], str]
    never: tuple[Missing, ...] = ()

    def missing(self, chosen: list[Walk]) -> tuple[Missing, ...]:
        """What some chosen runs leave out."""
        left = np.ones(self.things, bool)
        for run in chosen:
            left[self.covered(run)] = False
        return tuple(Missing(self.name(k), TOO_FEW) for k in np.flatnonzero(left).tolist())


def states_of(paths: Paths, run: Walk) -> Ints:
    """The states that a run goes through, from the first on."""
    return np.concatenate([np.array([run.node], np.int64), paths.target[run.arcs]])


def few(plan: Plan, most: int) -> list[Walk]:
    """At most so many of the runs, each time the one that covers most of what is left.

    They cover at least 63 % of what the best choice of them covers (Nemhauser, Wolsey and Fisher,
    Mathematical Programming 14, 1978), and are in the order of the plan.
    """
    left = np.ones(plan.things, bool)
    things = [plan.covered(run) for run in plan.runs]
    gains = np.array([len(each) for each in things], np.int64)
    chosen: list[int] = []
    while len(chosen) < most and len(gains):
        best = int(gains.argmax())  # what it was worth before, so nothing is worth more
        if gains[best] <= 0:
            break
        gain = int(left[things[best]].sum())
        if gain == gains[best]:
            left[things[best]] = False
            chosen.append(best)
            gain = 0
        gains[best] = gain
    return [plan.runs[k] for k in sorted(chosen)]
