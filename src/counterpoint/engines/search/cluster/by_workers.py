"""Regions computed backwards by the workers of a cluster."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from ....errors import BadCheckpoint
from ...base.arrays import U64
from ..backward.backward import ByShard
from ..backward.choices import ChoicesRecipe
from ..backward.condition import Condition
from ..backward.lead import after_level
from .crew import Crew, Exchange, Rounds
from .place import shards_of
from .search import ClusterSearch

ASKING = Exchange("lead", "follow")
ANSWERING = Exchange("answer", "mark")


class ByWorkers:
    """The levels of a search of which workers hold the shards: a `Backward`."""

    def __init__(
        self, search: ClusterSearch, recipe_of: Callable[[Sequence[str]], ChoicesRecipe]
    ) -> None:
        """`recipe_of` gives what workers make choices of, that knows some atoms."""
        self._search, self._recipe_of = search, recipe_of
        self._levels = list(search.levels)
        self._recipe = recipe_of(())
        self._attempts = count()

    def true(self, level: int, text: str) -> ByShard:
        """As `Backward.true`."""
        recipe, of = self._recipe_of((text,)), self._levels[level]
        return _together(self._ask("true", lambda _: (recipe, of, text)))

    def contested(self, level: int) -> U64 | None:
        """As `Backward.contested`."""
        of = self._levels[level]
        found = self._ask("contested", lambda _: (self._recipe, of))
        return next((state for state in found if state is not None), None)

    def _ask(self, method: str, given: Callable[[int], tuple[Any, ...]]) -> list[Any]:
        """The results of a method of all workers, also if some are lost meanwhile."""

        def ask(crew: Crew) -> list[Any]:
            return crew.ask(method, [given(worker) for worker in range(crew.size)])

        return self._retried(ask)

    def _retried(self, work: Callable[[Crew], list[Any]]) -> list[Any]:
        def whole(crew: Crew) -> list[Any]:
            if len(self._search.levels) != len(self._levels):
                raise BadCheckpoint(f"states in {self._search.folder} are damaged: ask again")
            return work(crew)

        found: list[Any] = self._search.retried(whole)
        return found

    def lead(
        self, level: int, asked: Condition, wanted: ByShard | None, here: ByShard, after: ByShard
    ) -> ByShard:
        """As `Backward.lead`."""
        of, parts = self._levels[level], after_level(self._levels, level).parts

        def work(crew: Crew) -> list[Any]:
            attempt, every = next(self._attempts), range(crew.size)
            held = [shards_of(worker, crew.size, 1 << self._search.sizes.bits) for worker in every]

            def own(bits: ByShard | None, worker: int) -> ByShard | None:
                shards = held[worker]
                return None if bits is None else {n: bits[n] for n in bits if n in shards}

            begun = [(attempt, self._recipe, of, asked, own(wanted, n)) for n in every]
            rounds = max(crew.ask("ask", begun))
            for _ in crew.exchange(Rounds(attempt, rounds, 0, level, ()), ASKING):
                pass
            rounds = max(crew.ask("target", [(attempt, parts, own(after, n)) for n in every]))
            for _ in crew.exchange(Rounds(attempt, rounds, 0, level, ()), ANSWERING):
                pass
            return crew.ask("conclude", [(attempt, own(here, n)) for n in every])

        return _together(self._retried(work))

    def close(self) -> None:
        """As `Backward.close`: the search has the workers."""


def _together(found: Sequence[ByShard]) -> dict[int, U64]:
    return {shard: bits for of in found for shard, bits in of.items()}
