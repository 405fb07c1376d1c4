"""Lower bounds by prices: never too high, whatever the prices are, and often as high as can be."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from counterpoint.target import find_target
from counterpoint.tours import prices
from counterpoint.tours.arcs import EVENT, Arcs
from counterpoint.tours.classes import Covers
from counterpoint.tours.covering import covering_runs
from counterpoint.tours.exact import fewest_events
from counterpoint.tours.hubs import least_events
from counterpoint.tours.prices import least_by_prices

from ..share import share
from .test_flow import drawn


def some_hubs(arcs: Arcs, seed: int) -> tuple[np.ndarray, int]:
    """The number of a thing for each arc, or -1, and the fewest events that cover all things."""
    chance = Random(seed)
    things = chance.randint(1, 6)
    hub = np.array([chance.randrange(-1, things) for _ in arcs.source], np.int64)
    _, numbers = np.unique(hub[hub >= 0], return_inverse=True)
    hub[hub >= 0] = numbers
    known = np.flatnonzero(hub >= 0)
    best = fewest_events(arcs, Covers(int(hub.max(initial=-1)) + 1, known, hub[known]))
    assert best is not None
    return hub, sum(len(walk.arcs) for walk in best)


CASES = [(arcs, *some_hubs(arcs, seed)) for seed in range(share(300)) if (arcs := drawn(seed))]


def test_no_bound_is_too_high_and_most_are_as_high_as_the_fewest_events() -> None:
    found = [least_by_prices(arcs, hub, best) for arcs, hub, best in CASES]
    assert all(bound <= best for bound, (_, _, best) in zip(found, CASES, strict=True))
    assert sum(found) >= 0.95 * sum(best for _, _, best in CASES)
    assert sum(found) > sum(least_events(arcs, hub) for arcs, hub, _ in CASES)


def test_no_prices_make_a_bound_too_high() -> None:
    chance = np.random.default_rng(1)
    for arcs, hub, best in CASES:
        search = prices._Search(arcs, hub)
        for scale in (0.1, 1.0, 3.0, 1e6):
            bound = search.bound(chance.random(arcs.nodes) * scale)
            assert 0 <= bound <= best
        assert search.bound(np.full(arcs.nodes, -1.0)) == 0


def test_no_run_goes_on_elsewhere_than_where_it_covers_something() -> None:
    """Through a hub it may cover the thing 0 at the start, and go on at the other place of it."""
    source, target = np.array([0, 0, 2, 3, 4, 5]), np.array([1, 2, 3, 4, 5, 6])
    arcs = Arcs(7, source, target, np.full(6, EVENT), np.array([0]))
    hub = np.array([0, -1, -1, -1, 0, 1])
    assert least_events(arcs, hub) == 2
    assert least_by_prices(arcs, hub, 5) == 5


def test_a_search_for_prices_may_end_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prices, "LOOK", 1)
    for rounds in (0, 1, 5, 300):
        monkeypatch.setattr(prices, "ROUNDS", rounds)
        assert all(0 <= least_by_prices(*case) <= case[2] for case in CASES[:20])


@pytest.mark.parametrize(
    ("name", "events"), [("alternating_bit", 69), ("delivery", 86), ("peterson", 60)]
)
def test_on_examples_with_cycles_the_bound_for_pairs_is_reached(name: str, events: int) -> None:
    found = covering_runs(find_target(name), "pairs")
    assert (found.events, found.bound) == (events, events)
