"""A shortest way to a state, found backwards through the levels of a search."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.arrays import U64
from .search import LevelSearch, Packed, least
from .stepper import Expanded


def way_to(search: LevelSearch, level: int, state: Packed) -> list[Any]:
    """The states on a shortest way to a packed state of a level, from an initial state on.

    Of the states of a level from which a step leads on, the one that is packed into the least words
    is taken: the way does not depend on how many threads, shards or machines found it.
    """
    way = [state]
    for before in reversed(range(level)):
        way.append(_source(search, before, way[-1]))
    return [search.stepper.state(np.array(packed, np.uint64)) for packed in reversed(way)]


def _source(search: LevelSearch, level: int, target: Packed) -> Packed:
    """The least state of a level from which a step leads to a target."""
    wanted = np.array(target, np.uint64)
    found = search.expanded(level, lambda states, some: _leading(states, some, wanted))
    return min(source for source in found if source is not None)


def _leading(states: U64, some: Expanded, wanted: U64) -> Packed | None:
    """The least of some states that were expanded from which a step leads to the wanted one."""
    places = np.flatnonzero((some.targets == wanted).all(axis=1)).astype(np.uint64)
    if not len(places):
        return None
    return least(states[some.first + np.searchsorted(some.starts, places, "right") - 1])
