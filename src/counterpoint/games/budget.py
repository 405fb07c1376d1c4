"""The budget of a search, and what is left of it."""

from __future__ import annotations

import math
import time

from ..data import dataclass
from ..errors import Misuse


@dataclass(frozen=True, slots=True)
class Budget:
    """The budget of a search: states to visit, seconds, and steps to look ahead.

    The search deepens until the budget is spent, except for the share `playouts` (0 to 1), which is
    kept for random playouts that distinguish equal moves. A search one or two steps deep may exceed
    `nodes` in order to finish; `states` is never exceeded. With `nodes` alone, the same question
    always gets the same answer; with `seconds` the answer depends on the machine.
    """

    nodes: int | None = 20_000
    seconds: float | None = None
    depth: int = 64
    playouts: float = 0.5
    states: int | None = None

    def __post_init__(self) -> None:
        given = {"nodes": self.nodes, "depth": self.depth, "states": self.states}
        for name, number in given.items():
            if number is not None and (type(number) is not int or number < 1):
                raise Misuse(f"{name}= takes a number from 1 up, not {number!r}")
        if self.nodes is None and self.seconds is None:
            raise Misuse("a search takes a number of nodes or of seconds that it may spend")
        if self.seconds is not None and not _is_time(self.seconds):
            raise Misuse(f"seconds= takes a number above 0, not {self.seconds!r}")


def _is_time(seconds: object) -> bool:
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    return number and 0 < seconds < math.inf  # type: ignore[operator]


USUAL = Budget()


class Spent(Exception):
    """The budget is spent."""


class Meter:
    """Counts the states that a search visits, and enforces its budget."""

    def __init__(self, budget: Budget) -> None:
        self.nodes = 0
        self._budget = budget
        self._began = time.monotonic()
        self._most = math.inf if budget.states is None else budget.states
        self._limit = self._most
        self._ends = math.inf

    def allow(self, share: float, slack: int = 1) -> None:
        """Allow a share of the budget from now on; for nodes, `slack` times that share."""
        nodes, seconds = self._budget.nodes, self._budget.seconds
        allowed = math.inf if nodes is None else max(1, int(nodes * share)) * slack
        self._limit = min(allowed, self._most)
        self._ends = math.inf if seconds is None else self._began + seconds * min(1, share)

    def spend(self) -> None:
        """Count one state; raises `Spent` if the allowance is used up."""
        if self.nodes >= self._limit or (self._ends < math.inf and time.monotonic() > self._ends):
            raise Spent
        self.nodes += 1

    def part(self, parts: int) -> Part:
        """The first of `parts` equal parts of what is still allowed."""
        now = time.monotonic()
        nodes = self.nodes + max(0, self._limit - self.nodes) // parts
        ends = self._ends if math.isinf(self._ends) else now + max(0, self._ends - now) / parts
        return Part(self, nodes, ends)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of what a meter allows: the count of nodes and the time at which it ends."""

    meter: Meter
    nodes: float
    ends: float

    @property
    def spent(self) -> bool:
        """Whether this part is used up."""
        return self.meter.nodes >= self.nodes or time.monotonic() > self.ends
