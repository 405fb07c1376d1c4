"""Where bits of states are in a region, some words at a time."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from counterpoint.engines.search.backward import places as module
from counterpoint.engines.search.backward.places import Places, bools_of, words_of
from counterpoint.engines.search.levels.journal import Level, Part


@pytest.mark.parametrize("together", [1, 2, 1 << 14])
def test_states_of_a_region_are_found_counted_and_drawn(
    together: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "TOGETHER", together)
    random = Random("places")
    for _ in range(20):
        levels = [
            Level({shard: Part(0, random.randint(1, 200), 0) for shard in (0, 2, 3)})
            for _ in range(random.randint(1, 4))
        ]
        places = Places([*levels, Level()])
        words, known = np.zeros(places.words, np.uint64), []
        for level, of in enumerate(levels):
            drawn = {
                n: np.array([random.random() < 0.3 for _ in range(part.rows)])
                for n, part in of.parts.items()
            }
            places.put(words, level, {n: words_of(bools) for n, bools in drawn.items()})
            for shard, bools in drawn.items():
                known += [(level, shard, int(row)) for row in np.flatnonzero(bools)]
                kept = bools_of(places.of_level(words, level)[shard], len(bools))
                assert kept.tolist() == bools.tolist()
        found = [(level, n, int(row)) for level, n, rows in places.rows(words) for row in rows]
        assert found == known
        assert places.count(words) == len(known)
        drawn_places = list(places.chosen(words, range(len(known))))
        assert [places.located(place) for place in drawn_places] == known
        assert [places.place(*state) for state in known] == drawn_places
        assert places.count(places.inside) == sum(level.states for level in levels)
