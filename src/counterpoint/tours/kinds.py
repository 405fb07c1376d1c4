"""A plan for rules and actions: each one takes part in a run."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..engines.base.arrays import Ints
from .arcs import joined
from .classes import Covers
from .exact import covering
from .hubs import hubs_of, least_events
from .plan import Missing, Pairs, Plan
from .prices import least_by_prices
from .rules import Rules
from .steps import Paths
from .walks import Walks, walks_in_a_row


def of_rules(paths: Paths, rules: Rules, seed: int) -> Plan:
    """Runs in which each rule takes part that does so in some run."""
    sets, kind = rules.sets, rules.kind
    happens = sorted({rule for each in sets for rule in each})
    numbers = {rule: number for number, rule in enumerate(happens)}
    what = [np.array(sorted(numbers[rule] for rule in each), np.int64) for each in sets]
    start = np.cumsum([0, *map(len, what)])
    listed = np.concatenate([np.zeros(0, np.int64), *what])
    arcs, places = joined(kind, start)
    walks, is_least = covering(paths.arcs, Covers(len(happens), arcs, listed[places]), seed)
    runs = walks_in_a_row(walks)
    events = len(runs.arcs)

    def covered(runs: Walks) -> Pairs:
        arcs, places = joined(kind[runs.arcs], start)
        return runs.which[arcs], listed[places]

    return Plan(
        runs,
        events if is_least else _least(paths, kind, what, len(happens), events),
        len(happens),
        covered,
        lambda number: happens[number],
        tuple(Missing(rule, rules.why_never(rule)) for rule in rules.names if rule not in numbers),
    )


def _least(paths: Paths, kind: Ints, what: Sequence[Ints], things: int, events: int) -> int:
    """The least number of events in which everything is covered; `events` are known to do it.

    A run to where what is farthest is covered is needed in any case.
    """
    kinds = [np.array([k for k, each in enumerate(what) if g in each]) for g in range(things)]
    distance = paths.distance[paths.source] + 1
    farthest = max(int(distance[np.isin(kind, each)].min()) for each in kinds)
    hub = hubs_of(kinds, len(what))[kind]
    return max(farthest, least_events(paths.arcs, hub), least_by_prices(paths.arcs, hub, events))
