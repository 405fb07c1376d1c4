"""Explicit graphs: numbered states, steps as arrays, and the player who chooses in each state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from typing import Any

from ...data import dataclass
from ...model.system import Label, State
from ...stopped import NOT_STOPPED, Stopped
from ...tuning import USUAL, Tuning
from ..base.arrays import U32, AnyInts, Bools, Ints
from ..base.edges import Edges

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Fair:
    """A fairness condition on the steps with a label in `labels`: array of bool, one per label.

    A run violates weak fairness if, from some point on, such steps are always enabled and never
    taken. It violates strong fairness if they are enabled infinitely often, but taken only finitely
    often.
    """

    strong: bool
    labels: Bools


@dataclass(frozen=True, slots=True)
class Contest:
    """A state in which two players could choose, with the label of one step of each."""

    state: int
    players: tuple[str, str]
    labels: tuple[Label, Label]


AT_ONCE = 1 << 12
"""States that are read together: they are held in memory several times."""


@dataclass(eq=False)
class ExplicitGraph:
    """A graph: the states 0, ..., n - 1 and their steps. Every state has at least one step.

    Step k belongs to state s if `edges.start[s] <= k < edges.start[s + 1]`. `edges.event[k]` is the
    index of its label in `labels`; a step that was added to a state without steps has the label
    `REST`. `initial` has the numbers of the initial states. `prop` gives the states where an atom
    is true, as array of bool; it raises `UnknownAtom` for an unknown atom.

    `owner[s]` is the index in `players` of the player who chooses in s, or `NOBODY`. `unowned[k]`
    marks a step that no player chooses in a state where a player chooses; such a step may happen
    whatever the player would choose. It is None if there are no such steps. `contest` is a state in
    which two players could choose, if there is one.

    `transitions` is the number of steps without the added `REST` steps. If states are missing,
    `stopped` says why, and `frontier` marks the states with unknown steps, which have a `REST` step
    instead. `plain` gives the state of the system if `state` records more than that, and `many` the
    states with some numbers, if that is quicker than one by one. `extra` caches what is computed
    from the graph.
    """

    edges: Edges
    labels: tuple[Label, ...]
    initial: U32
    state: Callable[[int], State]
    number: Callable[[State], int | None]
    prop: Callable[[str], Bools]
    players: tuple[str, ...] = ()
    owner: AnyInts | None = None
    unowned: Bools | None = None
    contest: Contest | None = None
    fairness: tuple[Fair, ...] = ()
    transitions: int = 0
    stopped: Stopped = NOT_STOPPED
    frontier: Bools | None = None
    plain: Callable[[int], State] | None = None
    many: Callable[[Ints], Iterable[State]] | None = None
    extra: dict[str, object] = field(default_factory=dict)
    tuning: Tuning = USUAL

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: all but what is computed from it."""
        return vars(self) | {"extra": {}}

    @property
    def states(self) -> int:
        return len(self.edges.start) - 1

    def states_at(self, numbers: Ints) -> Iterator[State]:
        """The states with these numbers."""
        if self.many is None:
            yield from map(self.state, numbers.tolist())
            return
        for first in range(0, len(numbers), AT_ONCE):
            yield from self.many(numbers[first : first + AT_ONCE])

    def plain_state(self, number: int) -> State:
        """The state of the system for state `number`, without what the graph records besides."""
        return (self.plain or self.state)(number)
