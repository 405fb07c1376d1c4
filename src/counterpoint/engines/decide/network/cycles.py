"""Runs that end in a cycle inside a set of states, a shortest one if fairness allows it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from ....data import dataclass
from ....model.property import Labels
from ....model.system import Label
from ...base.arrays import Bools
from ...base.edges import Edges
from ...base.limits import Limits
from ...base.outcome import NONE
from ...base.ways import way_to
from ...graph.components import on_cycles
from ...search.network import kernel
from ...search.network.exploration import Exploration
from ...search.network.records import Way


@dataclass(frozen=True, slots=True)
class Cycle:
    """A path from state `start` back to it, as numbers of events."""

    start: int
    events: tuple[int, ...]


def run_into(
    inside: Bools, found: Exploration, limits: Limits
) -> tuple[list[int], list[int]] | None:
    """A fair run that ends in a loop in `inside`: the events of stem and loop. None without one."""
    assert found.edges is not None
    cycle = cycle_inside(found.edges, inside)
    if cycle is None or not _neglects(cycle, found):
        return None if cycle is None else (found.way_to(cycle.start), list(cycle.events))
    from .fair_cycle import fair_run_into  # few programs declare what is fair

    return fair_run_into(found, inside, limits)


def _neglects(cycle: Cycle, found: Exploration) -> bool:
    """Whether an infinite run around a cycle violates a fairness condition."""
    network = found.network
    state, taken = found.state(cycle.start), [network.alphabet[event] for event in cycle.events]
    offered: list[list[Label]] = []
    for event in cycle.events:
        offered.append([network.alphabet[choice] for choice in network.choices(state)])
        state = network.step(state, event)

    def enabled(fair: Labels) -> Iterator[bool]:
        return (any(label in fair for label in labels) for labels in offered)

    def never(fair: Labels) -> bool:
        return not any(label in fair for label in taken)

    return any(never(fair) and all(enabled(fair)) for fair in network.weak) or any(
        never(fair) and any(enabled(fair)) for fair in network.strong
    )


def cycle_inside(edges: Edges, inside: Bools) -> Cycle | None:
    """A shortest cycle in `inside` through the first state that is on one; None if there is none.

    `inside` is an array of bool, one per state.
    """
    if not inside.any():
        return None
    on_cycle = on_cycles(edges, inside)
    if not on_cycle.any():
        return None
    start = int(on_cycle.argmax())
    return Cycle(start, _around(start, edges, on_cycle))


def _around(start: int, edges: Edges, inside: Bools) -> tuple[int, ...]:
    way = Way(
        start=edges.start,
        target=edges.target,
        event=edges.event,
        inside=inside.view(np.uint8),
        parents=np.full(len(inside), NONE, np.uint32),
        vias=np.zeros(len(inside), np.uint32),
        queue=np.zeros(len(inside), np.uint32),
    )
    _library().nearest(start, start, way)
    around = way_to(way.parents, int(way.parents[start]), root=start)
    return tuple(way.vias[[*around[1:], start]].tolist())


@cache
def _library() -> Any:
    from ....native import build  # a cold command must feel instant

    return build(kernel.nearest)
