"""A shortest way to a state, found backwards through the levels of a search."""

from __future__ import annotations

from typing import Any

import numpy as np

from .gathered import Packed
from .searched import Searched


def way_to(search: Searched, level: int, state: Packed) -> list[Any]:
    """The states on a shortest way to a packed state of a level, from an initial state on.

    Of the states of a level from which a step leads on, the one in the least words, or with the
    first key, is taken: the way does not depend on how many threads, shards or machines found it.
    """
    way = [state]
    for before in reversed(range(level)):
        way.append(search.source(before, way[-1]))
    return [search.stepper.state(np.array(packed, np.uint64)) for packed in reversed(way)]
