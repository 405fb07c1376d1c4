"""What was found of a specification, whichever search found it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from itertools import pairwise

import numpy as np

from ....data import dataclass
from ....errors import CounterpointError, Fault
from ....model.specified import Specified, StateProbe, StepProbe
from ....model.system import Label, State
from ....stopped import NOT_STOPPED, Stopped
from ....tuning import USUAL, Tuning
from ....verdict import Trace
from ...base.arrays import Array
from ...base.edges import Edges
from ..tabled.found import NO_PARENT, BadState, BadStep, Found
from .facts import Facts, facts_of, numbered


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a search looks at: probes of states and of steps, and which must be true of all.

    Those of `start` are asked of initial states only.
    """

    states: tuple[StateProbe, ...] = ()
    steps: tuple[StepProbe, ...] = ()
    must: frozenset[StateProbe | StepProbe] = frozenset()
    start: tuple[StateProbe, ...] = ()
    deadlock: bool = False
    edges: bool = False
    stop_first: bool = False


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that has no value in the state with a number; None where no state was reached."""

    state: int | None
    error: CounterpointError


@dataclass(frozen=True, slots=True)
class Coverage:
    """How often steps with a label were taken, and how often they led to a state not yet known."""

    label: Label
    taken: int
    fresh: int


@dataclass(frozen=True, slots=True)
class Beginning:
    """What was seen of the initial states.

    `generated` counts each way in which one comes up, and `complete` says whether that was all.
    `bad` has the first that a probe is false of. Where not all could be listed, every probe of
    states was asked of the first `judged`. Listing them took `seconds`.
    """

    generated: int
    complete: bool
    bad: Mapping[StateProbe, State]
    judged: int = 0
    seconds: float = field(default=0.0, compare=False)


Kind = tuple[Label, int]
"""Steps that nothing tells apart: their label, and a bit for each probe that is false of them."""


@dataclass(frozen=True)
class Explored:
    """The states of a specification, by number in the order that they were found.

    `why` says why this engine found them and not another. `initial` is how many of them are initial
    ones, and `levels` has the number of the first state of each level, and how many there are in
    all. `outside` marks those that a constraint leaves out. `generated` counts each way in which a
    state comes up, initial ones too. The events of `edges` are numbers of `kinds`; `facts` tells
    what is false of states. Where the search `stopped`, `is_open` marks the states whose facts and
    steps are not known. With `in_part`, what tells states apart is not all of them: those that are
    numbered stand for others. All is known of `visited` states, and `warnings` say what went wrong
    on the way. `number` looks a state up, as far as states are told apart, if that can still be
    done.
    """

    system: Specified
    wanted: Wanted
    engine: str
    found: int
    initial: int
    beginning: Beginning
    generated: int
    levels: Array
    outside: Array
    state: Callable[[int], State]
    parents: Array
    coverage: tuple[Coverage, ...]
    bad_states: Sequence[BadState]
    bad_steps: Sequence[BadStep]
    deadlocks: int
    first_deadlock: int | None
    stopped: Stopped = NOT_STOPPED
    trouble: Trouble | None = None
    edges: Edges | None = None
    kinds: tuple[Kind, ...] = ()
    facts: Facts | None = None
    is_open: Array | None = None
    in_part: bool = False
    learned: int = 0
    visited: int = 0
    tuning: Tuning = USUAL
    why: str = field(default="", compare=False)
    number: Callable[[State], int | None] | None = field(default=None, compare=False)
    warnings: tuple[str, ...] = ()

    @property
    def states(self) -> int:
        """How many states there are, without those that a constraint leaves out."""
        return self.found - int(self.outside.sum())

    @property
    def depth(self) -> int:
        """How many levels have a state that no constraint leaves out."""
        levels = self.levels.astype(np.int64)
        if not self.outside.any():
            return int((np.diff(levels) > 0).sum())
        inside = np.zeros(self.found + 1, np.uint32)
        np.cumsum(~self.outside, out=inside[1:])
        return int((np.diff(inside[levels].astype(np.int64)) > 0).sum())

    def bare(self) -> Explored:
        """The figures alone, which another process can be told."""
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

    def way_to(self, number: int) -> tuple[int, ...]:
        """The numbers of the states on a shortest way to one, from an initial state on."""
        way = [number]
        while (parent := int(self.parents[way[-1]])) != NO_PARENT:
            way.append(parent)
        return tuple(reversed(way))

    def trace_to(self, number: int, *then: State) -> Trace:
        """A run to a state on a shortest way and on to more; the system was asked for each step."""
        states = [*map(self.state, self.way_to(number)), *then]
        steps = [(self._label(*pair), pair[1]) for pair in pairwise(states)]
        return Trace(states[0], tuple(steps))

    def _label(self, here: State, there: State) -> Label:
        """The label of a step."""
        for label, after in self.system.successors(here):
            if after == there:
                return label
        raise Fault(f"the system has no step from {here!r} to {there!r}, where one was found")


def _gone(number: int) -> State:
    raise Fault(f"state {number} is known to another process only")


def explored_of(found: Found, system: Specified, wanted: Wanted, beginning: Beginning) -> Explored:
    """What a search over learned tables found."""
    edges, kinds = _edges_of(found)
    return Explored(
        system=system,
        wanted=wanted,
        engine="learned",
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
        facts=None if found.state_bits is None else facts_of(found.state_bits, found.tuning),
        is_open=_open_of(found),
        in_part=not all(found.system.told_apart),
        learned=found.learned,
        visited=found.expanded,
        tuning=found.tuning,
        number=found.number,
    )


def beginning_of(found: Found, wanted: Wanted) -> Beginning:
    """What can be said of the initial states that a search over learned tables found itself."""
    states = range(int(found.levels[1]))
    bad = {
        probe: state
        for probe in wanted.start
        if (state := next((s for s in map(found.state, states) if not probe.holds(s)), None))
        is not None
    }
    return Beginning(found.entered, complete=found.begun, bad=bad)


def _coverage_of(found: Found) -> tuple[Coverage, ...]:
    counts: dict[Label, list[int]] = {}
    for label, (taken, fresh) in zip(found.labels, found.taken.tolist(), strict=True):
        count = counts.setdefault(label, [0, 0])
        count[0] += taken
        count[1] += fresh
    return tuple(Coverage(label, *count) for label, count in counts.items())


def _edges_of(found: Found) -> tuple[Edges | None, tuple[Kind, ...]]:
    """The edges with kinds for events."""
    if found.edges is None or found.step_bits is None:
        return None, ()
    patterns, of = numbered(found.step_bits, found.tuning)
    many = max(1, len(patterns))
    both = found.edges.event.astype(np.uint64) * np.uint64(many) + of
    pairs, kind = numbered(both, found.tuning)
    kinds = tuple((found.labels[n // many], int(patterns[n % many])) for n in pairs.tolist())
    return Edges(found.edges.start, found.edges.target, kind), kinds


def _open_of(found: Found) -> Array | None:
    """The states that nothing is known of for certain: those without steps, if it was stopped."""
    if not found.stopped or found.edges is None:
        return None
    without: Array = np.diff(found.edges.start.astype(np.int64)) == 0
    return without
