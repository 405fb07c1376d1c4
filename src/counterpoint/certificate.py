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
from .errors import Misuse
from .model.system import Label, State

if TYPE_CHECKING:
    import random

    from .logic.core import Core, Fixpoint, Linear
    from .model.specified import Claim, StateProbe, StepProbe


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

    def steps(self, seen: Seen) -> Iterable[tuple[Label, Seen]] | None:
        """The steps out of a state, rests left out; None where they were not noted."""


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


@dataclass(frozen=True, slots=True)
class Noted:
    """What was noted of a state: a bit for each probe that is `false` of it, and its steps.

    A step is a label, the number of the state that it leads to, and the bits of what is false.
    """

    false: int
    steps: frozenset[tuple[Label, int, int]]


class Listing(Protocol):
    """The states of a specification by number, in the order in which they were found.

    They are claimed to be all: those that are reached, and those that a step leads to which a
    constraint of steps leaves out. `state_probes` and `step_probes` are what bits stand for.
    """

    @property
    def found(self) -> int:
        """How many states have numbers."""

    @property
    def initial(self) -> int:
        """How many of them a run may start in; they are the first ones."""

    @property
    def in_part(self) -> bool:
        """Whether states stand for others that the system does not tell from them."""

    @property
    def state_probes(self) -> Sequence[StateProbe]: ...

    @property
    def step_probes(self) -> Sequence[StepProbe]: ...

    def state(self, number: int) -> State:
        """The state with a number."""

    def number(self, state: State) -> int | None:
        """The number of a state, or of what stands for it; None where it was not found."""

    def is_inside(self, number: int) -> bool:
        """Whether the search went on from a state, and counted it."""

    def parent(self, number: int) -> int | None:
        """The state from which one was found that is no initial one."""

    def level(self, number: int) -> int:
        """How many steps it takes to a state."""

    def noted(self, number: int) -> Noted | None:
        """What was noted of a state, if anything was."""


@dataclass(frozen=True, slots=True)
class Figures:
    """How many states a search counted, of how many levels, and without any step.

    `generated` counts each way in which one comes up.
    """

    states: int
    depth: int
    generated: int
    deadlocks: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A run that is shown: its start, its steps, and the number of the state that it goes back to.

    >>> Shown(0, (("up", 1), ("down", 0)), loop=0).states
    (0, 1, 0)
    """

    start: State
    steps: tuple[tuple[Label, State], ...] = ()
    loop: int | None = None

    @property
    def states(self) -> tuple[State, ...]:
        """The states that it passes."""
        return self.start, *(state for _, state in self.steps)


@dataclass(frozen=True, slots=True)
class Said:
    """An answer: what holds, or else fails, as a run shows; None for that nothing is stuck.

    So many states or steps were counted that violate it. It may hold because there is `no_run`.
    """

    claim: Claim | None
    holds: bool
    shown: Shown | None = None
    count: int | None = None
    no_run: bool = False


class Extent(Enum):
    """How much of an answer is audited.

    >>> [extent.value for extent in Extent]
    ['none', 'sample', 'all']
    """

    NONE = "none"
    SAMPLE = "sample"
    ALL = "all"


def extent_of(text: str) -> Extent:
    """How much to audit; raises `Misuse`.

    >>> extent_of("all")
    <Extent.ALL: 'all'>
    """
    try:
        return Extent(text)
    except ValueError:
        known = ", ".join(extent.value for extent in Extent)
        raise Misuse(f"audit= is one of {known}, not {text!r}") from None


@dataclass(frozen=True, slots=True)
class Effort:
    """How much an audit may do: of a sample so many `states` in so many `seconds`, if any.

    With all of it, answers are compared with the graph of the reference up to `whole` states. Where
    states are taken as one, these are told apart there: up to `apart` for each.
    """

    extent: Extent = Extent.SAMPLE
    states: int = 300
    seconds: float = float("inf")
    seed: int = 0
    whole: int = 200_000
    apart: int = 100

    @property
    def is_over(self) -> bool:
        """Whether a sample may look at no state, as earlier ones took all the time there is."""
        return self.extent is Extent.SAMPLE and self.seconds <= 0


@dataclass(frozen=True, slots=True)
class Audited:
    """What an audit looked at: so many `states` of so many.

    `unchecked` says what could not be looked at; `fault` is the first thing that did not pass, and
    `doubt` says why something may be otherwise that cannot be seen.

    >>> Audited(3, 3).passed
    True
    """

    states: int
    of: int
    unchecked: tuple[str, ...] = ()
    fault: str = ""
    doubt: str = ""

    @property
    def passed(self) -> bool:
        """Whether nothing was found wrong, nor cast a doubt."""
        return not self.fault and not self.doubt
