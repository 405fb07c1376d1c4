"""The result of a walk, in the common form of all searches of specifications."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ....model.system import Label
from ....stopped import Stopped
from ...base.arrays import U32
from ...base.edges import Edges
from ...base.ending import is_too_long
from ...base.engine import EXPLICIT
from ..tabled.found import BadState, BadStep
from .explored import Coverage, Explored
from .patterns import Patterns
from .tally import false_of

if TYPE_CHECKING:
    from .walk import Walk


def explored_of(walk: Walk, stopped: Stopped) -> Explored:
    """The result of a walk, which `stopped` for the given reason or is complete."""
    found, visited = len(walk.order), walk.expanded
    outside = np.zeros(found, bool)
    outside[:visited] = np.array(walk.outside[:visited], bool)
    keeps_edges = _keeps_edges(walk, stopped)
    return Explored(
        system=walk.system,
        wanted=walk.wanted,
        engine=EXPLICIT,
        found=found,
        initial=walk.initial,
        beginning=walk.beginning,
        generated=walk.entered + sum(tally.count for tally in walk.kinds.values()),
        levels=np.array(walk.levels if walk.begun else [0, found], np.uint64),
        outside=outside,
        state=walk.order.__getitem__,
        parents=np.array(walk.parents[:found], np.uint32),
        coverage=_coverage(walk),
        bad_states=_bad_states(walk),
        bad_steps=_bad_steps(walk),
        deadlocks=walk.deadlocks,
        first_deadlock=walk.first_deadlock,
        stopped=stopped,
        trouble=walk.trouble,
        edges=_edges(walk) if keeps_edges else None,
        kinds=tuple(walk.kinds),
        facts=_facts(walk) if keeps_edges else None,
        in_part=walk.in_part,
        visited=visited,
        is_open=np.arange(found) >= visited if stopped else None,
        tuning=walk.tuning,
        number=walk.number,
    )


def _keeps_edges(walk: Walk, stopped: Stopped) -> bool:
    """Whether a graph is wanted, and there is time and memory to build it."""
    found, steps = len(walk.order), len(walk.targets)
    if not walk.wanted.edges or is_too_long(stopped, walk.tuning, found + steps):
        return False
    return walk.task.limits.has_room_for_graph(found, steps, walk.bytes)


def _coverage(walk: Walk) -> tuple[Coverage, ...]:
    counts: dict[Label, list[int]] = {}
    for (label, _), tally in walk.kinds.items():
        count = counts.setdefault(label, [0, 0])
        count[0] += tally.count
        count[1] += tally.fresh
    return tuple(Coverage(label, *count) for label, count in counts.items())


def _bad_states(walk: Walk) -> list[BadState]:
    counts = [(bits, tally.count) for bits, tally in walk.patterns.items()]
    first = sorted(walk.bad_states.found.items())
    return [BadState(bit, at, false_of(bit, counts)) for bit, (at, *_) in first]


def _bad_steps(walk: Walk) -> list[BadStep]:
    counts = [(bits, tally.count) for (_, bits), tally in walk.kinds.items()]
    return [
        BadStep(bit, source, kind, target, false_of(bit, counts))
        for bit, (source, kind, target) in sorted(walk.bad_steps.found.items())
    ]


def _edges(walk: Walk) -> Edges:
    """The steps of the states that were visited."""
    found, visited = len(walk.order), walk.expanded
    start = np.zeros(found + 1, np.uint64)
    start[1 : visited + 1] = np.array(walk.ends[:visited], np.uint64)
    start[visited + 1 :] = start[visited]
    count = int(start[-1])
    targets, events = walk.targets[:count], walk.events[:count]
    return Edges(start, np.array(targets, np.uint32), np.array(events, np.uint32))


def _facts(walk: Walk) -> Patterns:
    of: U32 = np.zeros(len(walk.order), np.uint32)
    known = walk.pattern_of[: walk.expanded]
    of[: len(known)] = np.array(known, np.uint32)
    return Patterns(tuple(walk.patterns) or (0,), of)
