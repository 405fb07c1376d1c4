"""The steps between numbered states, as arrays."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...data import dataclass
from .arrays import U32, U64, Ints


@dataclass(frozen=True, slots=True)
class Edges:
    """The steps between states, in compressed sparse rows.

    The steps of state i have the numbers `start[i]`, ..., `start[i + 1] - 1`. Step k leads to the
    state `target[k]`; `event[k]` is the number of its event or label.
    """

    start: U64
    target: U32
    event: U32


def steps_of(edges: Edges, state: int) -> Iterator[tuple[int, int]]:
    """The steps of a state, as (event, target) pairs of numbers."""
    for k in range(int(edges.start[state]), int(edges.start[state + 1])):
        yield int(edges.event[k]), int(edges.target[k])


def counts(edges: Edges) -> Ints:
    """The number of steps of each state."""
    return np.diff(edges.start).astype(np.int64)
