"""Sizes that select a path, made tiny, so that small cases take every path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from random import Random

LIMITS: Mapping[str, tuple[int, ...]] = {
    "engines.model.opening.GRAPH_AT_ONCE": (0,),
    "engines.model.opening.GRAPH_AT_MOST": (0, 64),
    "engines.compiled.search.BITMAP_AT_ONCE": (0,),
    "engines.compiled.packed.SPARSEST": (0, 100),
    "engines.compiled.ranked.BEYOND_CACHE": (0,),
    "engines.compiled.ranked.WORTH_SORTING": (2, 8),
    "engines.compiled.sweeper.WORTH_THREADS": (1, 4, 16),
    "engines.compiled.sweeper.CHUNK": (1, 2, 8),
    "engines.arena.product.AT_ONCE": (-1,),
    "engines.arena.product.CHUNK": (1, 8),
    "engines.arena.fair.CHUNK": (1, 8),
    "engines.network.explore.GROUP_FROM": (1, 3),
    "engines.specified.explore.FOR_A_WHILE": (0, 3),
}
"""Where each stands in the package, and what to try in its place."""

Chosen = Mapping[str, int]


def draw(random: Random) -> Chosen:
    """Some of them made tiny; half of the time none."""
    if random.randrange(2) == 0:
        return {}
    return {name: random.choice(tiny) for name, tiny in LIMITS.items() if random.randrange(2)}


@contextmanager
def under(chosen: Chosen) -> Iterator[None]:
    """Whatever runs inside is run under these."""
    places = []
    for path, value in chosen.items():
        module, _, name = path.rpartition(".")
        room = import_module(f"counterpoint.{module}")
        places.append((room, name, getattr(room, name)))
        setattr(room, name, value)
    try:
        yield
    finally:
        for room, name, value in places:
            setattr(room, name, value)
