"""What a search may spend, and what is left of it."""

from __future__ import annotations

import math
import time

from ..data import dataclass
from ..errors import Misuse


@dataclass(frozen=True, slots=True)
class Budget:
    """What a search may spend: states looked at, seconds, and steps ahead.

    It deepens for as long as there is something left, but for a share as great as `playouts`, by
    which moves that are equal are told apart. A look one or two steps ahead is finished even if it
    takes some more `nodes`; `states` are exceeded in no case. With nodes alone the same question
    has the same answer, with seconds it depends on the machine.
    """

    nodes: int | None = 20_000
    seconds: float | None = None
    depth: int = 64
    playouts: float = 0.5
    states: int | None = None

    def __post_init__(self) -> None:
        for name, least in (("nodes", 1), ("depth", 1), ("states", 1)):
            given = getattr(self, name)
            if given is not None and (type(given) is not int or given < least):
                raise Misuse(f"{name}= takes a number from {least} up, not {given!r}")
        if self.nodes is None and self.seconds is None:
            raise Misuse("a search takes a number of nodes or of seconds that it may spend")
        if self.seconds is not None and not _is_time(self.seconds):
            raise Misuse(f"seconds= takes a number above 0, not {self.seconds!r}")


def _is_time(seconds: object) -> bool:
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    return number and 0 < seconds < math.inf  # type: ignore[operator]


USUAL = Budget()


class Spent(Exception):
    """What may be spent is spent."""


class Meter:
    """Counts the states that a search looks at, and knows how many more it may."""

    def __init__(self, budget: Budget) -> None:
        self.nodes = 0
        self._budget = budget
        self._began = time.monotonic()
        self._most = math.inf if budget.states is None else budget.states
        self._limit = self._most
        self._ends = math.inf

    def allow(self, share: float, slack: int = 1) -> None:
        """From now on allow a share of the budget, of the nodes `slack` times as many."""
        nodes, seconds = self._budget.nodes, self._budget.seconds
        allowed = math.inf if nodes is None else max(1, int(nodes * share)) * slack
        self._limit = min(allowed, self._most)
        self._ends = math.inf if seconds is None else self._began + seconds * min(1, share)

    def spend(self) -> None:
        """Count one state; raises `Spent` if no more are allowed."""
        if self.nodes >= self._limit or (self._ends < math.inf and time.monotonic() > self._ends):
            raise Spent
        self.nodes += 1

    def part(self, parts: int) -> Part:
        """One of so many equal parts of what is still allowed."""
        now = time.monotonic()
        nodes = self.nodes + max(0, self._limit - self.nodes) // parts
        ends = self._ends if math.isinf(self._ends) else now + max(0, self._ends - now) / parts
        return Part(self, nodes, ends)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of what a meter allows."""

    meter: Meter
    nodes: float
    ends: float

    @property
    def spent(self) -> bool:
        """Whether it is spent."""
        return self.meter.nodes >= self.nodes or time.monotonic() > self.ends
