"""The losing region is what no supervisor wins, whatever it forbids."""

from __future__ import annotations

import pytest

from counterpoint.engines.base.limits import NO_LIMITS, Limits
from counterpoint.errors import LimitReached
from counterpoint.repairs.arena import Offer
from counterpoint.repairs.region import LosingRegion, recurring_among

from ..share import share
from .arenas import Table, is_kept, random_table, supervisors


@pytest.mark.parametrize("seed", range(share(300)))
def test_a_start_is_lost_exactly_if_no_supervisor_keeps_the_property(seed: int) -> None:
    arena = random_table(seed)
    kept = any(is_kept(arena, left, 0) for left in supervisors(arena))
    assert LosingRegion(arena, NO_LIMITS).is_lost is not kept


@pytest.mark.parametrize("seed", range(share(300)))
def test_no_supervisor_wins_from_a_losing_state(seed: int) -> None:
    arena = random_table(seed)
    losing = LosingRegion(arena, NO_LIMITS).losing
    for left in supervisors(arena):
        assert not any(is_kept(arena, left, state) for state in losing)


@pytest.mark.parametrize("seed", range(share(300)))
def test_what_is_allowed_keeps_the_property_where_all_ranks_are_the_same(seed: int) -> None:
    arena = random_table(seed)
    alike = {s: [Offer(o.event, o.targets, 0.0, o.free, o.bad) for o in of]
             for s, of in arena.table.items()}  # fmt: skip
    arena = Table(alike, arena.broken, arena.dead)
    region = LosingRegion(arena, NO_LIMITS)
    if not region.is_lost:
        assert is_kept(arena, {s: tuple(region.allowed(s)) for s in arena.table}, 0)


def test_forbidding_a_step_brings_about_those_of_a_lower_rank() -> None:
    high, low = Offer(0, (1,), rank=2.0), Offer(1, (2,), rank=1.0)
    arena = Table({0: [high, low], 1: [], 2: []}, broken=frozenset({1}))
    region = LosingRegion(arena, NO_LIMITS)
    assert not region.is_lost
    assert [offer.event for offer in region.allowed(0)] == [1]


def test_steps_of_the_environment_stay() -> None:
    arena = Table({0: [Offer(0, (1,), free=True), Offer(1, (0,))], 1: []}, broken=frozenset({1}))
    region = LosingRegion(arena, NO_LIMITS)
    assert region.is_lost
    assert [*region.play()] == [0]


def test_the_play_ends_with_the_step_that_is_bad() -> None:
    arena = Table({0: [Offer(0, (1,), free=True)], 1: [Offer(1, (1,), free=True, bad=True)]})
    assert [*LosingRegion(arena, NO_LIMITS).play()] == [0, 1]


def test_events_that_can_always_happen_again_are_found_on_the_states_that_are_left() -> None:
    steps = {0: {(0, 1), (1, 2)}, 1: {(2, 0)}, 2: {(3, 2)}}
    assert recurring_among(steps) == {3}
    assert recurring_among({0: {(0, 1)}, 1: {(2, 0)}}) == {0, 2}


def test_a_limit_of_states_ends_the_exploration() -> None:
    arena = Table({n: [Offer(0, (n + 1,))] for n in range(9)} | {9: []})
    with pytest.raises(LimitReached, match="the limit of 5 states was reached"):
        LosingRegion(arena, Limits(5))
