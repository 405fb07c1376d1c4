"""Specifications as the tabled search sees them: systems that are learned while searched.

A state is a row of cells, each a small number that encodes a value. The possible steps are given by
a *program*. Its nodes query *factors*: each factor reads some cells and says what may be written. A
factor is queried only once for the same values read, so that a search soon runs without queries.
Still, nothing is assumed about how the answers are computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from ..data import dataclass
from .system import Label, State

Row: TypeAlias = Sequence[int]
"""A state: for each cell, the number of its value."""

Writes: TypeAlias = tuple[tuple[int, int], ...]
"""Cells and the numbers they get; all other cells keep theirs.

With n cells, those below n are written in the next state. Cells from 2n on are known only to the
rest of the path through the program.
"""

Read: TypeAlias = Callable[[int], int]
"""The number in a cell. With n cells, cells from n on are those of the next state as written so
far, and cells from 2n on are those written for the rest of the path."""

MOST_PROBES = 64
"""The most probes of states, and of steps, of one search: each has one bit of a word."""

NOTHING: tuple[Writes, ...] = ()
"""The answer of a factor that allows nothing, and of a condition that is false."""

AS_IT_IS: tuple[Writes, ...] = ((),)
"""The answer of a factor that allows a path but writes nothing, and of a condition that is true."""

NOWHERE = -1
"""Replaces the number of a node: the path ends here without a result."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Query a factor: continue at `then` with each alternative it gives, or at `otherwise` if none.

    A factor that only `tests` answers `NOTHING` or `AS_IT_IS`, and may be queried in any state.
    """

    factor: int
    then: int
    otherwise: int = NOWHERE
    tests: bool = False


@dataclass(frozen=True, slots=True)
class Fork:
    """Continue on each of several paths."""

    ways: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Arrive:
    """The end of a path: a condition is true, or a step is complete and has label number `label`.

    If `label` is None, the number was written to cell 2n.
    """

    label: int | None = 0


Go: TypeAlias = Ask | Fork | Arrive


@dataclass(frozen=True, slots=True)
class Sum:
    """A linear expression over cells of whole numbers: (cell, weight) `terms` and a constant."""

    terms: tuple[tuple[int, int], ...]
    constant: int


@dataclass(frozen=True, slots=True)
class Linear:
    """The answer of a factor if the cells it reads hold whole numbers: no query is needed then.

    It tests whether all of `zero` are 0 and all of `least` are at least 0; if not `wanted`, it
    tests the negation. Or it `gives` a cell the value of a sum. Cells are numbered as for `Read`.
    """

    zero: tuple[Sum, ...] = ()
    least: tuple[Sum, ...] = ()
    wanted: bool = True
    gives: tuple[int, Sum] | None = None


@dataclass(frozen=True, slots=True)
class CellProbe:
    """A condition on a state or a step: true if the path from node `start`, without forks, arrives.

    The path may write cells that only the rest of it knows; what it writes to others is ignored.

    If a probe `must` be true, a state or step in which it is false is bad; else that is recorded.
    One that is asked only `once` must be true, and is not asked again after it was false.
    """

    start: int
    must: bool = True
    once: bool = False


class Misfit(Exception):
    """A value does not fit the current cells, so that the system has divided states into new cells.

    All rows and answers given before are invalid.
    """


class Numbered(Protocol):
    """Values with their numbers.

    If there is a `source`, values that are new get their numbers from it: it takes a value, and how
    many are known, and returns the next ones, up to that one at least.
    """

    source: Callable[[Any, int], Sequence[Any]] | None

    @property
    def values(self) -> Sequence[Any]:
        """The values, each at its number; they can be stored."""

    def learn(self, values: Sequence[Any], /) -> None:
        """Give these values, which are new, the next numbers."""


class Rows(Protocol):
    """The conversion between rows and states, which can be stored without the system."""

    def state(self, row: Row, /) -> State:
        """The state of a row."""


class Factored(Protocol):
    """A system of cells. An answer depends only on what was read for it."""

    @property
    def sizes(self) -> Sequence[int]:
        """The number of values known so far for each cell; numbers in the cell are below that."""

    @property
    def besides(self) -> int:
        """The number of cells that only the rest of a path knows."""

    @property
    def factors(self) -> int:
        """The number of factors."""

    @property
    def linear(self) -> Mapping[int, Linear]:
        """The answers of some factors for whole numbers."""

    def values(self, cell: int) -> Sequence[object]:
        """The values of a cell that is in a sum or gets one: a list, to which more are added."""

    @property
    def program(self) -> Sequence[Go]:
        """The nodes; each one comes after those that it leads to."""

    @property
    def start(self) -> int:
        """The node where steps begin; each path that arrives is a step."""

    @property
    def opening(self) -> int | None:
        """The node where initial states begin, if there is one; each path that arrives writes one.

        These paths must not read the state before.
        """

    @property
    def labels(self) -> Sequence[Label]:
        """The labels of steps known so far."""

    @property
    def state_probes(self) -> Sequence[CellProbe]:
        """Conditions that are evaluated in every state."""

    @property
    def step_probes(self) -> Sequence[CellProbe]:
        """Conditions that are evaluated in every step."""

    @property
    def constraints(self) -> Sequence[int]:
        """Nodes; a state is left out if the path from one of them does not arrive."""

    @property
    def allowed(self) -> Sequence[int]:
        """Nodes; a step is not followed if the path from one of them does not arrive."""

    @property
    def distinguishes(self) -> Sequence[bool]:
        """For each cell, whether it distinguishes states that differ in no other cell."""

    def initial(self) -> Iterable[Row]:
        """The rows of initial states; used if there is no `opening`."""

    def example(self) -> Row | None:
        """A row that a state is likely to have, if one is known, to try conditions on."""

    def answer(self, factor: int, read: Read) -> tuple[Writes, ...]:
        """What a factor allows to be written, in the same order whenever the same was read."""

    @property
    def rows(self) -> Rows | None:
        """The conversion between rows and states, which can be stored; None if there is none."""

    def state(self, row: Row) -> State:
        """The state of a row."""

    def row(self, state: Any) -> Row | None:
        """The row of a state; None if it has no row so far."""


class Storable(Factored, Protocol):
    """A factored system of which packed states can be stored, as its cells can be made again."""

    @property
    def division(self) -> Any:
        """How states are divided into cells: a dataclass that can be stored, without `values`.

        An equal system that is made with it has the same cells. If its `values` are replaced by the
        first ones of each of the `tables`, those have the same numbers. Values that are new get
        their numbers from `source(n, value, known)`, if that is replaced too: for a value of table
        n, of which `known` values are known, it returns the next ones, up to that one at least.
        """

    @property
    def tables(self) -> Sequence[Numbered]:
        """The values of all cells known so far; several cells may share a table."""
