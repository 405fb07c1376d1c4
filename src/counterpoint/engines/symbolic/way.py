"""The shortest way to a region: found forwards as sets of states, then picked out backwards."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, TypeAlias

from ...model.system import Label
from .diagram import Diagram
from .explore import Space, first_state
from .machine import image, preimage
from .region import Region

Way: TypeAlias = tuple[tuple[Any, ...], tuple[tuple[Label, tuple[Any, ...]], ...]]
"""A first state, and steps from there as (label, state)."""


def way_to(space: Space, goal: Region) -> Way | None:
    """A shortest run from an initial state into the region; None if no run leads there.

    >>> from counterpoint.engines.symbolic.explore import explore
    >>> from counterpoint.model.model import Model
    >>> from counterpoint.model.step import step
    >>> model = Model("counter")
    >>> n = model.var("n", range(4), init=0)
    >>> @model.action(by=[1, 2])
    ... def add(by):
    ...     return step(when=n + by <= 3, set={n: n + by})
    >>> space = explore(model)
    >>> at_three = model.predicate("n = 3")
    >>> where = Region(space, space.machine.translator.truth(at_three) & space.everything)
    >>> start, steps = way_to(space, where)
    >>> start, len(steps), steps[-1][1]
    ((0,), 2, (3,))
    """
    rings = _rings(space, goal.diagram)
    if not (last := rings[-1] & goal.diagram):
        return None
    states = [first_state(space, last)]
    for ring in reversed(rings[:-1]):
        here = space.machine.encoding.point(states[-1])
        before = preimage(space.machine.batches, here, ring)
        states.append(first_state(space, before))
    states.reverse()
    steps = [(_label(space, here, there), there) for here, there in pairwise(states)]
    return states[0], tuple(steps)


def _rings(space: Space, goal: Diagram) -> list[Diagram]:
    """States by their distance from the initial ones, up to the goal, or to the last ones."""
    ring = reached = space.machine.start
    rings = [ring]
    while not ring & goal:
        ring = image(space.machine.batches, ring) - reached
        if not ring:
            break
        reached = reached | ring
        rings.append(ring)
    return rings


def _label(space: Space, here: tuple[Any, ...], there: tuple[Any, ...]) -> Label:
    steps = space.machine.model.successors(here)
    return next(label for label, target in steps if target == there)
