"""Randomization: randomly chosen subsets; the same seed gives the same choices."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...errors import NoValue
from ..values import is_finite, members, shortly, size
from .checks import natural, needs, string
from .drawing import draw_several
from .module import LibraryModule, module
from .surroundings import Surroundings


class _Chance:
    """The operators of Randomization, which use the random generator of a run."""

    def __init__(self, around: Surroundings) -> None:
        self._around = around

    def subset(self, count: Any, values: Any) -> frozenset[Any]:
        return draw_several(natural(count, "RandomSubset"), values, self._around.random)

    def set_of_subsets(self, count: Any, mean: Any, values: Any) -> frozenset[Any]:
        available = _available(values)
        if natural(mean, "RandomSetOfSubsets") > available:
            raise NoValue(f"RandomSetOfSubsets: {shortly(values)} has less than {mean} elements")
        return self._drawn(count, mean / max(available, 1), values)

    def subset_set(self, count: Any, chance: Any, values: Any) -> frozenset[Any]:
        _available(values)
        return self._drawn(count, _probability(chance), values)

    def test(self, count: Any, mean: Any, values: Any) -> tuple[int, ...]:
        return tuple(len(self.set_of_subsets(count, mean, values)) for _ in range(5))

    def _drawn(self, count: Any, chance: float, values: Any) -> frozenset[Any]:
        random, listed = self._around.random.random, members(values)
        choices = range(natural(count, "RandomSetOfSubsets"))
        return frozenset(frozenset(x for x in listed if random() < chance) for _ in choices)


def modules(around: Surroundings) -> Iterable[LibraryModule]:
    """The module Randomization, for one run."""
    chance = _Chance(around)
    operators = {
        "RandomSubset": chance.subset,
        "RandomSetOfSubsets": chance.set_of_subsets,
        "RandomSubsetSet": chance.subset_set,
        "TestRandomSetOfSubsets": chance.test,
    }
    return (module("Randomization", operators, standard=True),)


def _available(values: Any) -> int:
    if not is_finite(values):
        raise needs("RandomSetOfSubsets", "a finite set", values)
    return size(values) or 0


def _probability(chance: Any) -> float:
    try:
        probability = float(string(chance, "RandomSubsetSet"))
    except ValueError:
        raise needs("RandomSubsetSet", "a probability as a string", chance) from None
    if not 0 <= probability <= 1:
        raise needs("RandomSubsetSet", "a probability as a string", chance)
    return probability
