"""The waist's form for systems that are learned while they are searched.

A state is a row of cells, each a small number that stands for a value. What may happen is said by a
*program*, whose nodes ask *factors*: each looks at some cells and says what may be written. A
factor is asked only once for what it has looked at, so a search soon runs without asking at all,
and still nothing is assumed about how the answers come about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from ..data import dataclass
from .system import Label, State

Row: TypeAlias = Sequence[int]
"""A state: for each cell the number of its value."""

Writes: TypeAlias = tuple[tuple[int, int], ...]
"""Cells and the numbers that they get; the others keep theirs.

With n cells, those below n are written in the next state. What is written to 2n and more is known
to the rest of the way only.
"""

Read: TypeAlias = Callable[[int], int]
"""The number in a cell. With n cells, n and more are those of the next state as it is so far, and
2n and more what was written for the way."""

NOTHING: tuple[Writes, ...] = ()
"""The answer of a factor that lets nothing happen, and of a condition that is false."""

AS_IT_IS: tuple[Writes, ...] = ((),)
"""The answer of a factor that has nothing against it, and of a condition that is true."""

NOWHERE = -1
"""In place of the number of a node: the way ends, and nothing comes of it."""


@dataclass(frozen=True, slots=True)
class Ask:
    """The way goes on with each of the alternatives of a factor, or `otherwise` without any.

    A factor that only `tests` answers `NOTHING` or `AS_IT_IS`, and may be asked in any state.
    """

    factor: int
    then: int
    otherwise: int = NOWHERE
    tests: bool = False


@dataclass(frozen=True, slots=True)
class Fork:
    """The way goes on in each of several ways."""

    ways: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Arrive:
    """What was asked is true; or a step is complete, and has the label of this number.

    With None the number was written to cell 2n.
    """

    label: int | None = 0


Go: TypeAlias = Ask | Fork | Arrive


@dataclass(frozen=True, slots=True)
class Sum:
    """The whole numbers in some cells, each added so many times, and a constant."""

    terms: tuple[tuple[int, int], ...]
    constant: int


@dataclass(frozen=True, slots=True)
class Linear:
    """What a factor answers where the cells hold whole numbers: it need not be asked then.

    It tests whether all of `zero` are 0 and all of `least` at least 0, or if not `wanted`, whether
    that is not so. Or it `gives` a cell a sum. Cells are counted as for `Read`.
    """

    zero: tuple[Sum, ...] = ()
    least: tuple[Sum, ...] = ()
    wanted: bool = True
    gives: tuple[int, Sum] | None = None


@dataclass(frozen=True, slots=True)
class Probe:
    """A question about a state or a step, true if the way from a node arrives: it does not fork.

    Where a probe `must` be true, a state or step that it is false of is bad; else it is only noted.
    """

    start: int
    must: bool = True


class Misfit(Exception):
    """A value that no cell can have as the cells are cut now: the system has cut them anew.

    All rows and answers that were given before are void.
    """


class Factored(Protocol):
    """A system of cells. An answer depends on nothing but what was read for it."""

    @property
    def sizes(self) -> Sequence[int]:
        """How many values each cell is known to have so far; the numbers are below that."""

    @property
    def besides(self) -> int:
        """How many cells there are for what only the rest of a way knows."""

    @property
    def factors(self) -> int:
        """How many factors there are."""

    @property
    def linear(self) -> Mapping[int, Linear]:
        """What some factors answer for whole numbers."""

    def values(self, cell: int) -> Sequence[object]:
        """What the numbers in a cell that is summed, or given a sum, stand for so far."""

    @property
    def program(self) -> Sequence[Go]:
        """The nodes, each behind those that it leads to."""

    @property
    def start(self) -> int:
        """The node where steps begin; a step comes about in each way that arrives."""

    @property
    def opening(self) -> int | None:
        """The node where initial states begin, each way that arrives writes one; or None.

        Nothing may be read of the state that they seem to come from.
        """

    @property
    def labels(self) -> Sequence[Label]:
        """The labels that steps are known to have so far."""

    @property
    def state_probes(self) -> Sequence[Probe]:
        """What is asked of every state."""

    @property
    def step_probes(self) -> Sequence[Probe]:
        """What is asked of every step."""

    @property
    def constraints(self) -> Sequence[int]:
        """Nodes; a state is left out where the way from one of them does not arrive."""

    @property
    def allowed(self) -> Sequence[int]:
        """Nodes; a step is not followed where the way from one of them does not arrive."""

    @property
    def told_apart(self) -> Sequence[bool]:
        """For each cell, whether states that differ in it alone are two."""

    def initial(self) -> Iterable[Row]:
        """The rows that a run may start in; asked for where there is no opening."""

    def example(self) -> Row | None:
        """A row that a state may well have, if one is known: on it conditions are tried."""

    def answer(self, factor: int, read: Read) -> tuple[Writes, ...]:
        """What a factor lets be written, in the same order whenever the same was read."""

    def state(self, row: Row) -> State:
        """What a row stands for."""

    def row(self, state: Any) -> Row | None:
        """The row of a state; None where no row stands for it so far."""
