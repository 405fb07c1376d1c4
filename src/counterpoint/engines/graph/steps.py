"""The steps of a graph in the form that kernels read."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.arrays import cells, flags
from .arena import Arena
from .records import Steps


def steps_of(arena: Arena) -> Steps:
    """The steps of a graph for kernels; computed once per graph."""
    known: Any = arena.extra.get("steps")
    if known is None:
        known = arena.extra["steps"] = _steps(arena)
    return known  # type: ignore[no-any-return]


def _steps(arena: Arena) -> Steps:
    edges, unowned = arena.edges, arena.unowned
    return Steps(
        states=arena.states,
        start=cells(edges.start, np.uint64),
        target=cells(edges.target, np.uint32),
        event=cells(edges.event, np.uint32),
        free=np.zeros(1, np.uint8) if unowned is None else flags(unowned),
        any_free=int(unowned is not None),
    )
