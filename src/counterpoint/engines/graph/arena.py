"""The explicit form of a system: numbered states, steps as arrays, whose choice each state is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from ...data import dataclass
from ...model.system import Label, State
from ...stopped import NOT_STOPPED, Stopped
from ...tuning import USUAL, Tuning
from ..base.arrays import Array
from ..base.edges import Edges

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Fair:
    """Steps that must not be neglected: `labels[l]` says whether label number l is one of them.

    Weak: not enabled for ever without being taken. Strong: not enabled again and again without
    being taken again and again.
    """

    strong: bool
    labels: Array


@dataclass(frozen=True, slots=True)
class Contest:
    """A state in which two players could choose, each with a step of his."""

    state: int
    players: tuple[str, str]
    labels: tuple[Label, Label]


@dataclass(eq=False)
class Arena:
    """States 0..n-1 with their steps: k is one of state s if start[s] <= k < start[s + 1].

    Each state has at least one. `edges.event[k]` is the number of the step's label among `labels`;
    a rest that was added has the label REST. `owner[s]` is the number of the player among `players`
    whose choice the steps of s are, or NOBODY; `unowned[k]` marks steps that are nobody's in a
    state where a player chooses (None: there are none): they may come first whatever he would
    choose. `transitions` does not count rests that were added. When states are missing, `stopped`
    says why, and `frontier` tells the states whose steps are not known; a rest stands in for them.
    `plain` gives the state of the system where `state` tells more than that; what is worth keeping
    once it is computed goes into `extra`.
    """

    edges: Edges
    labels: tuple[Label, ...]
    initial: Array
    state: Callable[[int], State]
    number: Callable[[State], int | None]
    prop: Callable[[str], Array]
    players: tuple[str, ...] = ()
    owner: Array | None = None
    unowned: Array | None = None
    contest: Contest | None = None
    fairness: tuple[Fair, ...] = ()
    transitions: int = 0
    stopped: Stopped = NOT_STOPPED
    frontier: Array | None = None
    plain: Callable[[int], State] | None = None
    extra: dict[str, object] = field(default_factory=dict)
    tuning: Tuning = USUAL

    @property
    def states(self) -> int:
        return len(self.edges.start) - 1

    def plain_state(self, number: int) -> State:
        """State `number` as the system itself knows it."""
        return (self.plain or self.state)(number)
