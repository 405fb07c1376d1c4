"""Shortest ways to regions."""

from __future__ import annotations

from hypothesis import given

from counterpoint.engines.symbolic.explore import explore
from counterpoint.engines.symbolic.region import Region
from counterpoint.engines.symbolic.way import way_to
from counterpoint.model.model import Model
from counterpoint.terms.term import Term

from .brute_force import Brute, States
from .models import conditions, models
from .trying import often


def distance(brute: Brute, goal: States) -> int | None:
    """The steps to the goal at least, breadth first."""
    ring, seen, steps = brute.initial, brute.initial, 0
    while ring and not ring & goal:
        ring = frozenset(move.target for state in ring for move in brute.moves[state]) - seen
        seen, steps = seen | ring, steps + 1
    return steps if ring else None


def test_a_way_is_a_run_and_none_is_shorter(backend: str) -> None:
    @often(backend, 0.5)
    @given(models(), conditions())
    def is_one(model: Model, goal: Term) -> None:
        brute, space = Brute(model), explore(model, backend=backend)
        where = space.machine.translator.truth(goal) & space.everything
        way = way_to(space, Region(space, where))
        if way is None:
            assert distance(brute, brute.where(goal)) is None
            return
        here, steps = way
        assert here in brute.initial
        assert len(steps) == distance(brute, brute.where(goal))
        for label, there in steps:
            assert (label, there) in model.successors(here)
            here = there
        assert brute.holds(goal, here)

    is_one()
