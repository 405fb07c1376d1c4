"""Which probes are false in many states: a few bit patterns, and for each state its pattern."""

from __future__ import annotations

import numpy as np

from ....data import dataclass
from ....tuning import USUAL, Tuning
from ...base.arrays import U32, U64, AnyInts, Bools


@dataclass(frozen=True, slots=True, eq=False)
class Patterns:
    """For each state the number of its pattern, which has a bit for each probe *false* in it.

    >>> facts = Patterns((0b00, 0b10), np.array([0, 1, 1]))
    >>> facts.true(1).tolist(), facts.true(0).tolist()
    ([True, False, False], [True, True, True])
    """

    patterns: tuple[int, ...]
    of: U32

    def true(self, probe: int) -> Bools:
        """For each state, whether a probe is true in it (array of bool)."""
        return true_in(self.patterns, probe)[self.of]


def true_in(patterns: tuple[int, ...], probe: int) -> Bools:
    """For each pattern, whether a probe is true in its states (array of bool)."""
    return np.array([not pattern >> probe & 1 for pattern in patterns], bool)


def patterns_of(bits: U64, tuning: Tuning = USUAL) -> Patterns:
    """The facts for an array of patterns, one 64-bit word per state.

    >>> patterns_of(np.array([2, 0, 2], np.uint64)).true(1).tolist()
    [False, True, False]
    """
    patterns, of = numbered(bits, tuning)
    return Patterns(tuple(patterns.tolist()), of)


def numbered(values: AnyInts, tuning: Tuning = USUAL) -> tuple[AnyInts, U32]:
    """The different values in ascending order, and for each value its number among them.

    >>> different, numbers = numbered(np.array([7, 3, 7]))
    >>> different.tolist(), numbers.tolist()
    ([3, 7], [1, 0, 1])
    """
    if len(values) == 0 or int(values.max()) >= tuning.numbered_below:
        found, numbers = np.unique(values, return_inverse=True)
        return found, numbers.astype(np.uint32)
    known = np.zeros(int(values.max()) + 1, bool)
    known[values] = True
    return np.flatnonzero(known), (np.cumsum(known) - 1).astype(np.uint32)[values]
