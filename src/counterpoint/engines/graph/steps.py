"""The steps of a graph in the form that kernels read."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.arrays import cells, flags
from .explicit import ExplicitGraph
from .records import Steps


def steps_of(graph: ExplicitGraph) -> Steps:
    """The steps of a graph for kernels; computed once per graph."""
    known: Any = graph.extra.get("steps")
    if known is None:
        known = graph.extra["steps"] = _steps(graph)
    return known  # type: ignore[no-any-return]


def _steps(graph: ExplicitGraph) -> Steps:
    edges, unowned = graph.edges, graph.unowned
    return Steps(
        states=graph.states,
        start=cells(edges.start, np.uint64),
        target=cells(edges.target, np.uint32),
        event=cells(edges.event, np.uint32),
        free=np.zeros(1, np.uint8) if unowned is None else flags(unowned),
        any_free=int(unowned is not None),
    )
