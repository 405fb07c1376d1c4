"""Cycles inside a set of states, and a shortest run around one."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ...data import dataclass
from ..arrays import Array
from ..edges import Edges
from . import kernel


@dataclass(frozen=True, slots=True)
class Cycle:
    """A way from state `start` back to it, as events."""

    start: int
    events: tuple[int, ...]


def cycle_inside(edges: Edges, inside: Array) -> Cycle | None:
    """A cycle all of whose states are `inside`, from the first state that is on one."""
    if not inside.any():
        return None
    allowed = inside.astype(np.uint8)
    count = len(inside)
    on_cycle = np.zeros(count, np.uint8)
    numbers = [np.zeros(count, np.uint32) for _ in range(4)]
    position = np.zeros(count, np.uint64)
    target = _at_least_one(edges.target)
    _library().components(count, edges.start, target, allowed, *numbers, position, on_cycle)
    if not on_cycle.any():
        return None
    start = int(on_cycle.argmax())
    return Cycle(start, _around(start, edges, on_cycle))


def _around(start: int, edges: Edges, inside: Array) -> tuple[int, ...]:
    parents = np.full(len(inside), kernel.NONE, np.uint32)
    vias = np.zeros(len(inside), np.uint32)
    queue = np.zeros(len(inside), np.uint32)
    _library().nearest(
        start, start, edges.start, edges.target, edges.event, inside, parents, vias, queue
    )
    events = [int(vias[start])]
    here = int(parents[start])
    while here != start:
        events.append(int(vias[here]))
        here = int(parents[here])
    return tuple(events[::-1])


def _at_least_one(array: Array) -> Array:
    return array if len(array) else np.zeros(1, array.dtype)


@cache
def _library() -> Any:
    from ...native import build  # a cold command must feel instant

    return build(kernel.components, kernel.nearest)
