"""The workers of a cluster, as the driver of a search asks them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from ....data import dataclass
from ...base.arrays import U64
from ..levels.gathered import Gathered
from ..levels.journal import Part
from ..levels.shared_values import Numbers


class Lost(Exception):
    """A worker was lost: its process or its machine died, or does not answer."""


class Silent(Lost):
    """A worker does not answer for so long that it counts as lost."""


@dataclass(slots=True)
class Traffic:
    """What went between workers: how many batches, and their bytes and keys."""

    batches: int = 0
    bytes: int = 0
    keys: int = 0

    def add(self, other: Traffic) -> None:
        """Count other batches too."""
        self.batches += other.batches
        self.bytes += other.bytes
        self.keys += other.keys


@dataclass(frozen=True, slots=True)
class Rounds:
    """How a level is expanded: so many rounds of up to `states` states of each worker.

    `asked` are the numbers of the questions that are asked, and `attempt` that of the attempt.
    """

    attempt: int
    count: int
    states: int
    level: int
    asked: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """What workers are asked for in rounds: to `send` batches, to `take` those of the others.

    And what they do `then`, if that is known beforehand.
    """

    send: str
    take: str
    then: str = ""


EXPANDING = Exchange("expand", "receive", "finish")
"""All expand a level, exchange the targets, and finish the next level."""


class Crew(Protocol):
    """Some workers, each of which does one thing at a time, in the order in which it is asked."""

    @property
    def size(self) -> int:
        """How many workers there are."""

    @property
    def traffic(self) -> Traffic:
        """What went between them."""

    @property
    def numbers(self) -> Numbers | None:
        """What gives values their numbers, if states have such."""

    def ask(self, method: str, given: Sequence[tuple[Any, ...] | None]) -> list[Any]:
        """The results of a method of each worker that is given something, even if it is empty.

        Raises `Lost`, and what a worker raised.
        """

    def exchange(self, rounds: Rounds, of: Exchange = EXPANDING) -> Iterator[Gathered]:
        """Let all work on a level in rounds, and exchange what they find; what each round shows.

        Raises `Lost`, and what a worker raised.
        """

    def finished(self, attempt: int) -> list[tuple[dict[int, Part], U64 | None]]:
        """Let all finish the next level, once they have all targets.

        Returns their parts of it, and the key of a target that was known before, if one was.
        """

    def mend(self) -> None:
        """Wait until all workers that were lost are there again; raises `Lost` if some stay away.

        Those that were lost know nothing of the search.
        """

    def close(self) -> None:
        """End the workers."""
