"""The result of a search of a network: states in breadth-first order, with paths to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from ....data import dataclass, parts_of
from ....model.grouping import Grouping
from ....model.network import Local, Locals, Network, Voice
from ....stopped import NOT_STOPPED, Stopped
from ....tuning import USUAL, Tuning
from ...base.arrays import U8, U32, AnyInts, Bools, whole
from ...base.edges import Edges
from ...base.ways import way_to
from .steps import ASKING, FAILED, HOT, QUIET, STUCK


@dataclass(frozen=True)
class Exploration:
    """The reached states of a network; row i of `cells` is state number i.

    The cells are local states of the network's automata, or of the groups of a `grouping`.
    `parents` and `vias` give for each state the state from which, and the event by which, it was
    found; `marks` has its marks, a bit set of `kernel`. `first` gives for each event the first
    state in which it can be selected, `NONE` if there is none. The first `expanded` states were
    expanded. If the search did not finish, `stopped` says why. `warnings` say what went wrong.
    """

    network: Network
    cells: AnyInts
    parents: U32
    vias: U32
    marks: U8
    first: U32
    transitions: int
    engine: str
    stopped: Stopped = NOT_STOPPED
    edges: Edges | None = None
    grouping: Grouping | None = None
    expanded: int = 0
    tuning: Tuning = USUAL
    warnings: tuple[str, ...] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by its fields."""
        return _again, tuple(parts_of(self))

    @property
    def states(self) -> int:
        return len(self.cells)

    @property
    def complete(self) -> bool:
        return not self.stopped

    @property
    def bytes(self) -> int:
        """The bytes of its arrays, including unused room at their ends."""
        arrays: list[AnyInts] = [self.cells, self.parents, self.vias, self.marks]
        if self.edges is not None:
            arrays += [self.edges.start, self.edges.target, self.edges.event]
        return sum(whole(array).nbytes for array in arrays)

    def state(self, number: int) -> Locals:
        """State `number` as the local states of the automata."""
        cells = self.cells[number : number + 1]
        if self.grouping is not None:
            cells = self.grouping.ungrouped(cells)
        return tuple(map(int, cells[0]))

    def way_to(self, number: int) -> list[int]:
        """The events on a shortest path to state `number`."""
        events: list[int] = self.vias[way_to(self.parents, number)[1:]].tolist()
        return events

    def first_marked(self, wanted: int) -> int | None:
        """The number of the first state with all marks of `wanted`; None if there is none."""
        found = np.flatnonzero((self.marks & wanted) == wanted)
        return int(found[0]) if len(found) else None

    @property
    def failed(self) -> int | None:
        """The first state with a failed assertion."""
        return self.first_marked(FAILED)

    @property
    def stuck(self) -> int | None:
        """The first state where something is requested and nothing can be selected."""
        return self.first_marked(STUCK)

    @property
    def hot_and_quiet(self) -> int | None:
        """The first state in which a run may stop for ever although some b-thread is hot.

        No request can be selected in it, every external event that is declared fair is blocked, and
        no timeout is due or runs: otherwise, stopping there would violate fairness.
        """
        found = np.flatnonzero(self.where_hot_and_quiet())
        return int(found[0]) if len(found) else None

    def where_hot_and_quiet(self) -> Bools:
        """For each state, whether it is such a state (array of bool)."""
        resting: Bools = (self.marks & (HOT | QUIET)) == HOT | QUIET
        for event in self.network.fair_external:
            if not resting.any():
                break
            resting[: self.states] &= self.where_some_voice(partial(blocks, event))
        for event in self.network.of_time:
            comes = self.where_some_local(partial(_comes, event))
            resting[: self.states] &= ~comes | self.where_some_voice(partial(blocks, event))
        return resting

    @property
    def asks(self) -> bool:
        """Whether something is requested in some state."""
        return bool((self.marks & ASKING).any())

    @property
    def is_ever_hot(self) -> bool:
        """Whether some b-thread is hot in some state."""
        return bool((self.marks & HOT).any())

    @property
    def rests(self) -> bool:
        """Whether in some state nothing requested can be selected, so that other events come."""
        return bool((self.marks & QUIET).any())

    @cached_property
    def visited(self) -> tuple[Bools, ...]:
        """For each automaton, which of its local states occur in some state (array of bool)."""
        if self.grouping is not None:
            return self.grouping.visited(self.cells, self.network.automata)
        return tuple(
            np.bincount(self.cells[:, t], minlength=len(automaton.locals)) > 0
            for t, automaton in enumerate(self.network.automata)
        )

    def locals_of(self, automaton: int) -> AnyInts:
        """The local state of an automaton in each state (array of numbers)."""
        if self.grouping is not None:
            return self.grouping.column(self.cells, automaton)
        return self.cells[:, automaton]

    def where_local(self, automaton: int, rows: Sequence[bool]) -> Bools:
        """For each state, what `rows` says of the automaton's local state (array of bool)."""
        return np.array(rows, bool)[self.locals_of(automaton)]

    def where_some_voice(self, says: Callable[[Voice], bool]) -> Bools:
        """For each state, whether some b-thread's voice in it satisfies `says` (array of bool)."""
        return self.where_some_local(lambda local: any(map(says, local.voices)))

    def where_some_local(self, says: Callable[[Local], bool]) -> Bools:
        """For each state, whether some local state in it satisfies `says` (array of bool)."""
        found = np.zeros(self.states, bool)
        written = self.grouping.network if self.grouping is not None else self.network
        for t, automaton in enumerate(written.automata):
            rows = list(map(says, automaton.locals))
            if any(rows):
                found |= np.array(rows)[self.cells[:, t]]
        return found

    def hot_states(self, threads: Iterable[str]) -> Bools:
        """For each state, whether some b-thread of `threads` is hot in it (array of bool)."""
        wanted = frozenset(threads)
        return self.where_some_voice(lambda voice: voice.hot and voice.stand.thread in wanted)


def blocks(event: int, voice: Voice) -> bool:
    """Whether a b-thread blocks an event."""
    return bool(voice.block >> event & 1)


def _comes(event: int, local: Local) -> bool:
    return bool(local.comes >> event & 1)


def _again(network: Network, *parts: Any) -> Exploration:
    """The exploration that was pickled so; a grouping left its network behind."""
    found = Exploration(network, *parts)
    return found if found.grouping is None else replace(found, grouping=found.grouping.of(network))
