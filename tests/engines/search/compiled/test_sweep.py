"""Sweeps without edges find the regions that a graph with edges has."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from counterpoint import native
from counterpoint.engines.graph.algebra import BitRegion, GraphAlgebra
from counterpoint.engines.search.compiled.bits import Bits
from counterpoint.engines.search.compiled.graph import Roots, graph_of
from counterpoint.engines.search.compiled.search import search
from counterpoint.engines.search.compiled.sweep import Attraction, SweepAlgebra
from counterpoint.errors import NotAGame, OutOfSort
from counterpoint.logic.core import Kind
from counterpoint.logic.fragments import AT_REST
from counterpoint.model.model import Model
from counterpoint.tuning import Tuning
from tests.tunings import TUNINGS, task

from .models import models

ALWAYS: dict[str, Any] = {
    "deadline": None, "derandomize": True, "suppress_health_check": list(HealthCheck)
}  # fmt: skip
SOME = settings(max_examples=6, **ALWAYS)

FORMS = ("ranked", "packed", "whole")


class Both:
    """The same questions asked of a graph and of sweeps."""

    def __init__(self, model: Model, form: str, tuning: Tuning) -> None:
        roots: Roots = "all" if form == "whole" else "initial"
        if form == "packed":
            tuning = replace(tuning, bitmap_at_once=0, bitmap_sparsest=0)
        self.model = model
        self.graph = GraphAlgebra(graph_of(model, roots=roots))
        self.sweep = SweepAlgebra(search(model, task(tuning), roots=roots))

    def region(self, number: int) -> tuple[BitRegion, Bits]:
        """A set of states that depends on `number` alone."""
        explicit, space = self.graph.graph, self.sweep.space
        rng = np.random.default_rng(number)
        wanted = {explicit.state(n): bool(rng.integers(2)) for n in range(explicit.states)}
        bits = np.array([wanted[explicit.state(n)] for n in range(explicit.states)], bool)
        region = self.sweep.nothing
        for n in range(space.states):
            if wanted[space.state(n)]:
                place = int(space.places_of(np.array([n]))[0])
                region.words[place >> 6] |= np.uint64(1 << (place & 63))
        return BitRegion(bits), region

    def same(self, graph: BitRegion, sweep: Bits) -> None:
        explicit, space = self.graph.graph, self.sweep.space
        expected = {explicit.state(n) for n in graph.numbers()}
        inside = sweep.has(space.places_of(np.arange(space.states)))
        assert {space.state(n) for n in range(space.states) if inside[n]} == expected
        assert self.sweep.count(sweep) == len(expected)
        assert self.sweep.count(~sweep) == space.states - len(expected)


def agree(model: Model, form: str, seed: int, tuning: Tuning) -> None:
    try:
        both = Both(model, form, tuning)
    except OutOfSort:
        return
    (goal, swept_goal), (hold, swept_hold) = both.region(seed), both.region(seed + 1)
    both.same(goal, swept_goal)
    both.same(both.graph.initial, both.sweep.initial)
    both.same(both.graph.prop("atom"), both.sweep.prop("atom"))
    both.same(both.graph.prop("enabled(a)"), both.sweep.prop("enabled(a)"))
    both.same(both.graph.prop(AT_REST), both.sweep.prop(AT_REST))
    for label in ("a", "c", "rest"):
        for kind in (Kind.SOME, Kind.ALL):
            both.same(
                both.graph.step(kind, goal, label, frozenset()),
                both.sweep.step(kind, swept_goal, label, frozenset()),
            )
    asks = [(kind, frozenset[str]()) for kind in (Kind.SOME, Kind.ALL)]
    players = model.players
    if both.graph.graph.contest is None:
        teams = [frozenset[str](), frozenset(players[:1]), frozenset(players)]
        asks += [(kind, team) for kind in (Kind.FORCE, Kind.ALLOW) for team in teams]
    else:
        with pytest.raises(NotAGame, match="two players can choose"):
            both.sweep.step(Kind.FORCE, swept_goal, None, frozenset(players[:1]))
    for kind, team in asks:
        both.same(
            both.graph.step(kind, goal, None, team),
            both.sweep.step(kind, swept_goal, None, team),
        )
        both.same(
            both.graph.until(kind, team, hold, goal),
            both.sweep.until(kind, team, swept_hold, swept_goal),
        )
    found = both.sweep.attract(
        [Attraction(kind, team, swept_goal, swept_hold if at % 2 else None)
         for at, (kind, team) in enumerate(asks)]
    )  # fmt: skip
    for at, ((kind, team), region) in enumerate(zip(asks, found, strict=True)):
        hold_here = hold if at % 2 else both.graph.everything
        both.same(both.graph.until(kind, team, hold_here, goal), region)


@pytest.mark.slow
@SOME
@pytest.mark.parametrize("tuned", TUNINGS)
@given(model=models(), form=st.sampled_from(FORMS), seed=st.integers(0, 99))
def test_sweeps_agree_with_a_graph(tuned: str, model: Model, form: str, seed: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "build", native.twin)
        agree(model, form, seed, TUNINGS[tuned])
