"""A search level by level, in one process or on a cluster, for those who ask what it found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol, Self

from ....stopped import Stopped
from ....verdict import Spread
from ...base.arrays import U64
from .files import Files
from .gathered import Gathered, Packed
from .journal import Level
from .keys import Keys
from .sizes import Sizes
from .stepper import Stepper


class Searched(Protocol):
    """A search: its finished `levels`, and what was `gathered` from the `states` it expanded.

    If states must be `in_layers`, it raises `Refused` when a step leads to any other level than the
    next.
    """

    in_layers: bool

    @property
    def stepper(self) -> Stepper: ...

    @property
    def folder(self) -> Path: ...

    @property
    def files(self) -> Files: ...

    @property
    def keys(self) -> Keys: ...

    @property
    def sizes(self) -> Sizes: ...

    @property
    def levels(self) -> Sequence[Level]: ...

    @property
    def gathered(self) -> Gathered: ...

    @property
    def states(self) -> int: ...

    @property
    def workers(self) -> int:
        """How many threads or processes expand states."""

    @property
    def spread(self) -> Spread | None:
        """How the states are spread over a cluster; None if there is none."""

    def __enter__(self) -> Self:
        """Open the folder of the search."""

    def __exit__(self, *_: object) -> None:
        """Close it."""

    def run(self) -> Stopped:
        """Search all levels that are not done; returns why it ended early, empty if it did not."""

    def let_go(self) -> None:
        """End the workers, if there are any: only its files are asked from now on."""

    def discard(self) -> None:
        """Remove all that was written."""

    def has(self, state: U64) -> bool:
        """Whether a packed state, an array with one row, is in a finished level."""

    def place(self, state: U64) -> tuple[int, int] | None:
        """The number of a packed state, given as one row, and its level; None if it is in none."""

    def row(self, number: int) -> U64:
        """The packed state with a number, from 0 to `states` - 1."""

    def rows(self) -> Iterator[U64]:
        """All packed states, level by level."""

    def source(self, level: int, target: Packed) -> Packed:
        """The state of a level in the least words from which a step leads to a target.

        Or the one with the first key, as its stepper says.
        """
