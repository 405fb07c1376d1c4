"""Certificates: what an engine delivers with an answer, for a short, separate checker.

A certificate speaks of states in the system's own form. It is queried one state at a time: whether
the engine found the state, what it claims of it, and its rank in a least or greatest fixpoint. The
engine need not list anything.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from .data import dataclass
from .errors import Misuse
from .model.system import Label, State

if TYPE_CHECKING:
    import random

    from .logic.core import Core, Fixpoint, Linear
    from .model.property import Labels
    from .model.specified import Claim, StateProbe, StepProbe


@dataclass(frozen=True, slots=True)
class Past:
    """A part of a formula about the past: was `event` selected in the last step, or `ever`?

    >>> Past("once(HOT)", "HOT", ever=True).ever
    True
    """

    text: str
    event: str
    ever: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """A state, with those watched texts (see `Past`) that hold for the path to it.

    >>> Seen((0, 1)).facts
    frozenset()
    """

    state: Any
    facts: frozenset[str] = frozenset()


Steps: TypeAlias = tuple[tuple[Label, Seen], ...]


Test: TypeAlias = Callable[[Seen], bool]

Rank: TypeAlias = Callable[[Seen], int | None]
"""The rank of each state in the ranked set; None for states outside it."""


class Cover(Protocol):
    """The states that an engine found; it claims that these are all that were asked for."""

    @property
    def watched(self) -> Sequence[Past]:
        """The facts about the past that are recorded with each state."""

    @property
    def states(self) -> int:
        """How many states there are."""

    @property
    def transitions(self) -> int | None:
        """How many steps there are between them, without `REST` steps; None if not counted."""

    @property
    def are_reached(self) -> bool:
        """Whether these are the reachable states; otherwise they are all encodable ones."""

    def every(self) -> Iterator[Seen]:
        """All states, in a fixed order."""

    def sample(self, count: int, rng: random.Random) -> Iterable[Seen]:
        """At most `count` distinct states, drawn by `rng`."""

    def has(self, seen: Seen) -> bool:
        """Whether a state is one of these states."""

    def before(self, seen: Seen) -> Seen | None:
        """A predecessor of this state that was found earlier; None if none is known."""

    def steps(self, seen: Seen) -> Iterable[tuple[Label, Seen]] | None:
        """The steps out of a state, without `REST` steps; None if they were not recorded."""


class Claims(Protocol):
    """What an engine claims of closed formulas, state by state."""

    def test(self, goal: Core) -> Test:
        """The test of whether a formula holds in a state."""

    def rank(self, goal: Fixpoint) -> Rank | None:
        """The rank of a state in a least fixpoint, or of a state outside a greatest fixpoint.

        A state of rank r is justified by states of smaller ranks. None if no ranks are known.
        """

    def lasso(self, path: Linear, seen: Seen) -> tuple[Steps, Steps] | None:
        """A stem and a loop from `seen` on that satisfy a path formula; None if none is known."""


@dataclass(frozen=True, slots=True)
class Noted:
    """What was recorded for a state: a bit for each probe that is false in it, and its steps.

    A step is a label, the number of its target state, and the bits of the probes false in the step.
    """

    false: int
    steps: frozenset[tuple[Label, int, int]]


class Listing(Protocol):
    """The states of a specification by number, in the order in which they were found.

    The claim is that these are all: the reachable states, and the targets of steps that an action
    constraint excludes. `state_probes` and `step_probes` give the meaning of bits in `Noted`.
    """

    @property
    def found(self) -> int:
        """How many states have numbers."""

    @property
    def initial(self) -> int:
        """How many of them are initial states; these come first."""

    @property
    def in_part(self) -> bool:
        """Whether a state may represent others that the search does not distinguish from it."""

    @property
    def state_probes(self) -> Sequence[StateProbe]: ...

    @property
    def step_probes(self) -> Sequence[StepProbe]: ...

    def state(self, number: int) -> State:
        """The state with this number."""

    def number(self, state: State) -> int | None:
        """The number of a state, or of its representative; None if it was not found."""

    def is_inside(self, number: int) -> bool:
        """Whether the search counted a state and expanded it."""

    @property
    def knows_parents(self) -> bool:
        """Whether `parent` is known."""

    def parent(self, number: int) -> int | None:
        """The state from which a state was first found; None for an initial state."""

    def level(self, number: int) -> int:
        """The breadth-first level of a state: the length of a shortest path to it."""

    def noted(self, number: int) -> Noted | None:
        """What was recorded for a state; None if nothing was."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a search: counted states, levels, and states without any step.

    `generated` counts every time that a state was generated, repeats included.
    """

    states: int
    depth: int
    generated: int
    deadlocks: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A run to show: its start, its steps, and the index in `states` to which its loop returns.

    >>> Shown(0, (("up", 1), ("down", 0)), loop=0).states
    (0, 1, 0)
    """

    start: State
    steps: tuple[tuple[Label, State], ...] = ()
    loop: int | None = None

    @property
    def states(self) -> tuple[State, ...]:
        """The states of the run, in order."""
        return self.start, *(state for _, state in self.steps)


class Inductive(Protocol):
    """A proof that no run reaches a goal while `via` is true, and without a step of `ends`.

    The claim: all `conditions` are true in initial states; such a step from a state where all are
    leads to a state where all are; and none of them is a goal. With `length` 1 or more, it is about
    runs instead: no run of fewer steps reaches a goal, and after that many different states that
    are none comes no goal. If it is negative, nothing is claimed of states that are not reached.
    """

    @property
    def watched(self) -> Sequence[Past]:
        """The facts about the past that are recorded with each state."""

    @property
    def start(self) -> State | None:
        """The only initial state that the proof is about; None if it is about all."""

    @property
    def conditions(self) -> Sequence[Test]: ...

    @property
    def via(self) -> Core: ...

    @property
    def ends(self) -> Labels: ...

    @property
    def length(self) -> int: ...

    @property
    def encoded(self) -> int:
        """How many states can be written down, with what is recorded of their past."""

    def state(self, number: int) -> Seen:
        """Each of these states, by a number from 0 on."""

    def apart(self, seen: Seen) -> Hashable:
        """A key of a state: states are different if their keys are."""


@dataclass(frozen=True, slots=True)
class Said:
    """An answer: whether `claim` holds, with a run that shows it; None claims absence of deadlock.

    `count` is the number of states or steps that violate the claim, None if they were not counted.
    With `no_run`, the claim holds because the specification has no run.
    """

    claim: Claim | None
    holds: bool
    shown: Shown | None = None
    count: int | None = None
    no_run: bool = False


class Extent(Enum):
    """How much of an answer is audited: nothing, a sample, or everything.

    >>> [extent.value for extent in Extent]
    ['none', 'sample', 'all']
    """

    NONE = "none"
    SAMPLE = "sample"
    ALL = "all"


def extent_of(text: str) -> Extent:
    """The extent with this name; raises `Misuse` for an unknown name.

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
    """The budget of an audit: a sample looks at up to `states` states in up to `seconds` seconds.

    With `Extent.ALL`, answers are also compared with the graph of the reference semantics, if it
    has at most `whole` states. Where the search identified states, that graph distinguishes them,
    up to `apart` states for each one found. A sample that takes `patience` seconds longer ends even
    within a state, whose choices may be too many to be tried. `starts` initial states are looked at
    however long that takes.
    """

    extent: Extent = Extent.SAMPLE
    states: int = 300
    seconds: float = float("inf")
    seed: int = 0
    whole: int = 200_000
    apart: int = 100
    patience: float = float("inf")
    starts: int = 8

    @property
    def is_over(self) -> bool:
        """Whether a sample may look at no state, because earlier samples used up the time."""
        return self.extent is Extent.SAMPLE and self.seconds <= 0


@dataclass(frozen=True, slots=True)
class Audited:
    """What an audit looked at: `states` of the `of` states that there are.

    `unchecked` lists what could not be checked, and `fault` is the first failed check. `doubt` says
    why something that the audit cannot observe may be otherwise.

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
        """Whether the audit found no fault and no doubt."""
        return not self.fault and not self.doubt
