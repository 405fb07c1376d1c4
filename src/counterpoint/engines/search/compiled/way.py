"""A shortest path to a state, found by searching for predecessors level by level.

So a search need not store the parent of each state; a path costs one pass over the states that are
nearer to the start.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....model.system import Label
from . import sweepkernel
from .form import Form
from .space import Space
from .sweeper import Sweeper


def way_to(space: Space, number: int) -> tuple[Any, list[tuple[Label, Any]]]:
    """An initial state and the steps (label, state) of a shortest path to the state with a number.

    >>> from counterpoint.engines.search.compiled.search import search
    >>> from counterpoint.model.model import Model
    >>> from counterpoint.model.step import step
    >>> model = Model("counter")
    >>> n = model.var("n", range(3), init=0)
    >>> @model.action
    ... def up():
    ...     return step(when=n < 2, set={n: n + 1})
    >>> way_to(search(model), 2)
    ((0,), [('up', (1,)), ('up', (2,))])
    """
    assert space.form is not Form.WHOLE, "encoded states are not reached from anywhere"
    sweeper = Sweeper(space, threads=1)
    buffers = sweeper.buffers()
    library = sweeper.library(sweepkernel.source_of)
    steps: list[tuple[Label, Any]] = []
    level = int(np.searchsorted(space.levels, number, side="right")) - 1
    while level > 0:
        first, last = int(space.levels[level - 1]), int(space.levels[level])
        place = int(space.places_of(np.array([number]))[0])
        source = library.source_of(first, last, place, buffers, space.record)
        assert source < last, "a state of one level is reached from the level before"
        steps.append((space.code.kinds[int(buffers.kinds[0])].label, space.state(number)))
        number, level = source, level - 1
    return space.state(number), steps[::-1]
