"""Cycles inside a set of states, and a shortest run around one."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ....data import dataclass
from ...base.arrays import Bools
from ...base.edges import Edges
from ...base.outcome import NONE
from ...base.ways import way_to
from ...graph.components import on_cycles
from ...search.network import kernel
from ...search.network.records import Way


@dataclass(frozen=True, slots=True)
class Cycle:
    """A path from state `start` back to it, as numbers of events."""

    start: int
    events: tuple[int, ...]


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
