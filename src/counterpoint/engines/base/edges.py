"""The steps between numbered states, as arrays."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...data import dataclass
from .arrays import Array


@dataclass(frozen=True, slots=True)
class Edges:
    """The steps between states: those of state i stand at `start[i]` up to `start[i + 1]`."""

    start: Array
    target: Array
    event: Array


def steps_of(edges: Edges, state: int) -> Iterator[tuple[int, int]]:
    """The steps of a state: the event of each, and where it leads."""
    for k in range(int(edges.start[state]), int(edges.start[state + 1])):
        yield int(edges.event[k]), int(edges.target[k])


def counts(edges: Edges) -> Array:
    """How many steps each state has."""
    return np.diff(edges.start).astype(np.int64)
