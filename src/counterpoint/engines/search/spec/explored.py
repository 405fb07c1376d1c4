"""The result of a search of a specification, in one form for all searches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from itertools import pairwise

import numpy as np

from ....data import dataclass
from ....errors import CounterpointError, Fault
from ....model.specified import Probe, Specified, StateProbe, StepProbe
from ....model.system import Label, State
from ....stopped import NOT_STOPPED, Stopped
from ....tuning import USUAL, Tuning
from ....verdict import Spread, Trace
from ...base.arrays import U32, U64, Bools
from ...base.edges import Edges
from ...base.engine import TABLED
from ...base.ways import way_to
from ..tabled.found import BadState, BadStep, Found
from .patterns import Patterns, numbered, patterns_of


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a search evaluates: probes of states and of steps, and which of them must be true.

    Those that are wanted only `once` are not evaluated again after they were false; there are none
    if steps are kept. The probes of `start` are evaluated in initial states only. With
    `deadlock`, a state without steps is a violation. With `edges`, the steps are kept. With
    `stop_first`, the search stops at the first violation.
    """

    states: tuple[StateProbe, ...] = ()
    steps: tuple[StepProbe, ...] = ()
    must: frozenset[StateProbe | StepProbe] = frozenset()
    once: frozenset[StateProbe | StepProbe] = frozenset()
    start: tuple[StateProbe, ...] = ()
    deadlock: bool = False
    edges: bool = False
    stop_first: bool = False


@dataclass(frozen=True, slots=True)
class Trouble:
    """An expression without a value in the state with this number; None if no state was known."""

    state: int | None
    error: CounterpointError


@dataclass(frozen=True, slots=True)
class Coverage:
    """How often steps with a label were taken, and how often they led to a new state."""

    label: Label
    taken: int
    fresh: int


@dataclass(frozen=True, slots=True)
class Beginning:
    """What is known of the initial states.

    `generated` counts each initial state as often as it was generated; `complete` says whether
    these are all. `bad` has, for each probe of `Wanted.start` that is false somewhere, the first
    state in which it is false. If not all could be listed, the probes of states were evaluated in
    the first `judged`. Listing them took `seconds`.
    """

    generated: int
    complete: bool
    bad: Mapping[StateProbe, State]
    judged: int = 0
    seconds: float = field(default=0.0, compare=False)


Kind = tuple[Label, int]
"""A class of steps: their label, and a bit for each probe that is false in them."""


@dataclass(frozen=True)
class Explored:
    """The states of a specification, numbered in the order in which they were found.

    `why` says why this engine found them and not another. `found` is their number, and the first
    `initial` of them are initial. `levels` has the number of the first state of each level, and
    last the number of states. `outside` marks the states that a constraint leaves out. `generated`
    counts each state, initial ones included, as often as it was generated. `parents` has for each
    state the one from which it was found, or `NONE`. The events of `edges` are indices of
    `kinds`; `facts` has the probes that are false in each state. If the search `stopped`, `is_open`
    marks the states with unknown facts and steps. `lost` are probes that have no value somewhere.
    `in_part` says that states are distinguished by a part or a representative of them, so that a
    numbered state may represent others. `visited` states were expanded. `warnings` say what went
    wrong. `number` returns the number of a state, or of one that is not distinguished from it; it
    is None if that is no longer possible.
    """

    system: Specified
    wanted: Wanted
    engine: str
    found: int
    initial: int
    beginning: Beginning
    generated: int
    levels: U64
    outside: Bools
    state: Callable[[int], State]
    parents: U32
    coverage: tuple[Coverage, ...]
    bad_states: Sequence[BadState]
    bad_steps: Sequence[BadStep]
    deadlocks: int
    first_deadlock: int | None
    stopped: Stopped = NOT_STOPPED
    trouble: Trouble | None = None
    edges: Edges | None = None
    kinds: tuple[Kind, ...] = ()
    facts: Patterns | None = None
    is_open: Bools | None = None
    lost: frozenset[Probe] = frozenset()
    in_part: bool = False
    learned: int = 0
    visited: int = 0
    tuning: Tuning = USUAL
    why: str = field(default="", compare=False)
    number: Callable[[State], int | None] | None = field(default=None, compare=False)
    warnings: tuple[str, ...] = ()

    @property
    def states(self) -> int:
        """The number of states, without those that a constraint leaves out."""
        return self.found - int(self.outside.sum())

    @property
    def depth(self) -> int:
        """The number of levels with a state that no constraint leaves out."""
        levels = self.levels.astype(np.int64)
        if not self.outside.any():
            return int((np.diff(levels) > 0).sum())
        inside = np.zeros(self.found + 1, np.uint32)
        np.cumsum(~self.outside, out=inside[1:])
        return int((np.diff(inside[levels].astype(np.int64)) > 0).sum())

    def bare(self) -> Explored:
        """A copy without states, edges and facts, which can be sent to another process."""
        return replace(
            self,
            system=None,  # type: ignore[arg-type]
            wanted=Wanted(),
            state=_gone,
            edges=None,
            facts=None,
            kinds=(),
            number=None,
        )

    @property
    def spread(self) -> Spread | None:
        """How the search was spread over the workers of a cluster; None if there was none."""
        return None

    @property
    def ignores(self) -> str:
        """What the search ignored, so that its figures are not those that are asked for."""
        return ""

    @property
    def knows_parents(self) -> bool:
        """Whether it is known from which state each was found first."""
        return True

    def is_inside(self, number: int) -> bool:
        """Whether no constraint leaves out a state."""
        return not self.outside[number]

    def way_to(self, number: int) -> tuple[int, ...]:
        """The numbers of the states on a shortest path from an initial state to this one."""
        return tuple(way_to(self.parents, number))

    def trace_to(self, number: int, *then: State) -> Trace:
        """A shortest run to a state, continued by `then`; the system gives the labels."""
        return self.trace([*map(self.state, self.way_to(number)), *then])

    def trace(self, states: Sequence[State]) -> Trace:
        """A run through these states; the system gives the labels."""
        steps = [(self._label(*pair), pair[1]) for pair in pairwise(states)]
        return Trace(states[0], tuple(steps))

    def _label(self, here: State, there: State) -> Label:
        """The label of a step; raises `Fault` if the system has no such step."""
        for label, after in self.system.successors(here):
            if after == there:
                return label
        raise Fault(f"the system has no step from {here!r} to {there!r}, where one was found")


def _gone(number: int) -> State:
    raise Fault(f"state {number} is known to another process only")


def explored_of(found: Found, system: Specified, wanted: Wanted, beginning: Beginning) -> Explored:
    """The result of a search over memoized answers, in the common form."""
    edges, kinds = _edges_of(found)
    return Explored(
        system=system,
        wanted=wanted,
        engine=TABLED,
        found=found.found,
        initial=int(found.levels[1]),
        beginning=beginning,
        generated=found.steps + beginning.generated,
        levels=found.levels,
        outside=found.outside,
        state=found.state,
        parents=found.parents,
        coverage=_coverage_of(found),
        bad_states=found.bad_states,
        bad_steps=found.bad_steps,
        deadlocks=found.deadlocks,
        first_deadlock=found.first_deadlock,
        stopped=found.stopped,
        trouble=None if found.trouble is None else Trouble(*found.trouble),
        edges=edges,
        kinds=kinds,
        facts=None if found.state_bits is None else patterns_of(found.state_bits, found.tuning),
        is_open=_open_of(found),
        lost=_lost_of(found, wanted),
        in_part=not all(found.system.distinguishes),
        learned=found.learned,
        visited=found.expanded,
        tuning=found.tuning,
        number=found.number,
    )


def beginning_of(found: Found, wanted: Wanted) -> Beginning:
    """What is known of initial states that a search over memoized answers generated itself."""
    states = map(found.state, range(int(found.levels[1])))
    return of_starts(states, found.entered, wanted, complete=found.begun)


def of_starts(
    states: Iterable[State], generated: int, wanted: Wanted, *, complete: bool = True
) -> Beginning:
    """What is known of these initial states, of which so many were generated."""
    bad: dict[StateProbe, State] = {}
    for state in states if wanted.start else ():
        bad |= {
            probe: state for probe in wanted.start if probe not in bad and not probe.holds(state)
        }
    return Beginning(generated, complete, bad)


def _lost_of(found: Found, wanted: Wanted) -> frozenset[Probe]:
    of_states, of_steps = found.lost
    states = (probe for n, probe in enumerate(wanted.states) if of_states >> n & 1)
    steps = (probe for n, probe in enumerate(wanted.steps) if of_steps >> n & 1)
    return frozenset((*states, *steps))


def _coverage_of(found: Found) -> tuple[Coverage, ...]:
    counts: dict[Label, list[int]] = {}
    for label, (taken, fresh) in zip(found.labels, found.taken.tolist(), strict=True):
        count = counts.setdefault(label, [0, 0])
        count[0] += taken
        count[1] += fresh
    return tuple(Coverage(label, *count) for label, count in counts.items())


def _edges_of(found: Found) -> tuple[Edges | None, tuple[Kind, ...]]:
    """The edges with numbers of kinds as events, and the kinds."""
    if found.edges is None or found.step_bits is None:
        return None, ()
    patterns, of = numbered(found.step_bits, found.tuning)
    many = max(1, len(patterns))
    both = found.edges.event.astype(np.uint64) * np.uint64(many) + of
    pairs, kind = numbered(both, found.tuning)
    kinds = tuple((found.labels[n // many], int(patterns[n % many])) for n in pairs.tolist())
    return Edges(found.edges.start, found.edges.target, kind), kinds


def _open_of(found: Found) -> Bools | None:
    """The states without edges, if the search was stopped: these may have steps; else None."""
    if not found.stopped or found.edges is None:
        return None
    without: Bools = np.diff(found.edges.start.astype(np.int64)) == 0
    return without
