"""What an engine hands over with an answer, so that a short, separate checker can accept it.

A certificate speaks of states as the system itself knows them, and is asked about one at a time:
whether an engine has it, what it says of it, and by which measure a least or greatest set was
reached. The engine need not list anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from .data import dataclass
from .model.system import Label

if TYPE_CHECKING:
    import random

    from .logic.core import Core, Fixpoint, Linear


@dataclass(frozen=True, slots=True)
class Past:
    """A text of a formula that asks about the way to a state: was the event just selected, or ever?

    >>> Past("once(HOT)", "HOT", ever=True).ever
    True
    """

    text: str
    event: str
    ever: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """A state, and those of the watched texts that are true of the way to it.

    >>> Seen((0, 1)).facts
    frozenset()
    """

    state: Any
    facts: frozenset[str] = frozenset()


Steps: TypeAlias = tuple[tuple[Label, Seen], ...]


Test: TypeAlias = Callable[[Seen], bool]

Rank: TypeAlias = Callable[[Seen], int | None]
"""A number for each state that belongs to what is ranked, None for the others."""


class Cover(Protocol):
    """The states that an engine found, which are claimed to be all that it was asked for."""

    @property
    def watched(self) -> Sequence[Past]:
        """What the states tell of the way to them."""

    @property
    def states(self) -> int:
        """How many states there are."""

    @property
    def transitions(self) -> int | None:
        """How many steps there are between them, rests left out; None where nobody counted."""

    @property
    def are_reached(self) -> bool:
        """Whether they are the states that are reached; else they are all that can be encoded."""

    def every(self) -> Iterator[Seen]:
        """All states, in a fixed order."""

    def sample(self, count: int, rng: random.Random) -> Iterable[Seen]:
        """At most `count` different states."""

    def has(self, seen: Seen) -> bool:
        """Whether a state is one of them."""

    def before(self, seen: Seen) -> Seen | None:
        """A state that was found earlier, and has a step to this one; None if none is named."""


class Claims(Protocol):
    """What an engine says of formulas without free variables, state by state."""

    def test(self, goal: Core) -> Test:
        """Whether a formula is true in a state."""

    def rank(self, goal: Fixpoint) -> Rank | None:
        """The measure of a state in a least set, or of one outside of a greatest set.

        A state of rank r is justified by states of smaller ranks. None: no measure is known.
        """

    def lasso(self, path: Linear, seen: Seen) -> tuple[Steps, Steps] | None:
        """A stem and a loop from a state on that satisfy a path formula; None: none is shown."""


class Extent(Enum):
    """How much of an answer is audited.

    >>> [extent.value for extent in Extent]
    ['none', 'sample', 'all']
    """

    NONE = "none"
    SAMPLE = "sample"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Audited:
    """What an audit looked at: so many `states` of so many.

    `unchecked` says what could not be looked at; `fault` is the first thing that did not pass.

    >>> Audited(3, 3).passed
    True
    """

    states: int
    of: int
    unchecked: tuple[str, ...] = ()
    fault: str = ""

    @property
    def passed(self) -> bool:
        """Whether nothing was found wrong."""
        return not self.fault
