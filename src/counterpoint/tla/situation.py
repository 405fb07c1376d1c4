"""The progress of a search, as TLCGet reports it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from ..data import dataclass
from ..errors import Ended
from .library import Surroundings
from .values import TRUE, record, truth

State: TypeAlias = tuple[Any, ...]

COMPOSES = "-Dtlc2.tool.impl.Tool.cdot"
r"""The name by which TLC reports whether it composes actions by `\cdot`, as Counterpoint does."""

LIKE_TLC = 1_767_225_600
"""The timestamp, early in 2026, of the TLC that is followed: some modules require a recent one."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The progress of a search, with TLC's names."""

    distinct: int = 0
    initial: int = 0
    generated: int = 0
    queue: int = 0
    diameter: int = 0

    def as_record(self, seconds: int) -> Any:
        """The record that `TLCGet("stats")` gives."""
        return record(
            distinct=self.distinct,
            initial=self.initial,
            generated=self.generated,
            queue=self.queue,
            diameter=self.diameter,
            duration=seconds,
            worker=0,
        )


class Situation:
    """What operators such as TLCGet can read of a search; there is one for each system.

    The initial states are on level 1. While no state is evaluated, as in assumptions and initial
    predicates, the level is 0.

    >>> around = Surroundings()
    >>> here = Situation(around)
    >>> here.entered([(7,)])
    >>> here.left((7,), [(8,)])
    >>> here.at((8,))
    >>> around.registers.get("level"), around.registers.get("distinct")
    (2, 2)
    """

    def __init__(self, around: Surroundings, *, deadlock: bool = True) -> None:
        self.matters = False
        """Whether an expression reads this; then states and steps must be reported here."""
        self.ended: Figures | None = None
        """The figures of the search, once it is complete."""
        self._around = around
        self._deadlock = deadlock
        self._level = 0
        self._levels: dict[State, int] = {}
        self._visited: set[State] = set()
        self._initial = self._generated = self._deepest = 0
        self._begun = time.perf_counter()
        self._entries = self._named_entries()

    def at(self, state: State, level: int | None = None) -> None:
        """Begin to evaluate a state, on the given level or the level where it was found."""
        self._go_to(state, self._levels.get(state, 1) if level is None else level)

    def outside(self) -> None:
        """Stop evaluating states: the level becomes 0."""
        self._go_to((), 0)

    def _go_to(self, state: State, level: int) -> None:
        self._level = level
        self._around.begin(state)
        self._around.registers.entries = self._entries
        self._around.registers.orders = _ORDERS

    def entered(self, states: Iterable[State]) -> None:
        """Record the initial states."""
        if not self._levels:
            for state in states:
                self._initial += 1
                self._levels[state] = 1
            self._generated = self._initial

    def left(self, state: State, found: Iterable[State]) -> None:
        """Record the successors of a state."""
        if state in self._visited:
            return
        self._visited.add(state)
        level = self._levels.setdefault(state, 1)
        self._deepest = max(self._deepest, level)
        for there in found:
            self._generated += 1
            self._levels.setdefault(there, level + 1)

    @property
    def figures(self) -> Figures:
        """The progress of the search so far, or of the complete search."""
        if self.ended is not None:
            return self.ended
        found = len(self._levels)
        waiting = found - len(self._visited)
        return Figures(found, self._initial, self._generated, waiting, self._deepest)

    def _named_entries(self) -> dict[str, Callable[[], Any]]:
        """The functions that compute the values of TLCGet by name."""
        return {
            "level": lambda: self._level,
            "distinct": lambda: self.figures.distinct,
            "initial": lambda: self.figures.initial,
            "generated": lambda: self.figures.generated,
            "queue": lambda: self.figures.queue,
            "diameter": lambda: self.figures.diameter,
            "duration": self._seconds,
            "stats": lambda: self.figures.as_record(self._seconds()),
            "config": self._config,
            "revision": lambda: record(timestamp=LIKE_TLC, tag="counterpoint"),
            COMPOSES: lambda: "true",
        }

    def _seconds(self) -> int:
        return int(time.perf_counter() - self._begun)

    def _config(self) -> Any:
        seed = str(self._around.seed)
        return record(mode="bfs", deadlock=truth(self._deadlock), worker=1, seed=seed)


def _end(value: Any) -> None:
    """The effect of `TLCSet("exit", TRUE)`."""
    if value is TRUE:
        raise Ended('the module itself ended the search by TLCSet("exit", TRUE)')


_ORDERS: dict[str, Callable[[Any], None]] = {"exit": _end, "pause": lambda _value: None}
