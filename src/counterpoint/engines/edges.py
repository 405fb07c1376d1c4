"""The steps between numbered states, as arrays."""

from __future__ import annotations

import numpy as np

from ..data import dataclass
from .arrays import Array


@dataclass(frozen=True, slots=True)
class Edges:
    """The steps between states: those of state i stand at `start[i]` up to `start[i + 1]`."""

    start: Array
    target: Array
    event: Array


def counts(edges: Edges) -> Array:
    """How many steps each state has."""
    return np.diff(edges.start).astype(np.int64)
