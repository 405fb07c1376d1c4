"""Evaluate linear temporal logic on one infinite run, by its definition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

import numpy as np

from ...logic.core import Both, Core, Either, Linear, Next, Now, Release, Until
from ..base.arrays import Bools


def path_holds(path: Linear, length: int, loop: int, holds: Callable[[Core, int], bool]) -> bool:
    """Whether an infinite run satisfies `path`.

    The run has the positions 0, ..., `length` - 1, and continues at position `loop` after the last
    one. `holds` says whether a state formula is true at a position.
    """
    return bool(_Run(length, loop, holds).truth(path)[0])


class _Run:
    def __init__(self, length: int, loop: int, holds: Callable[[Core, int], bool]) -> None:
        self.length = length
        self.following = np.append(np.arange(1, length), loop)
        self.holds = holds

    def truth(self, path: Linear) -> Bools:
        """Whether the run from each position on satisfies `path`: array of bool, by position."""
        match path:
            case Now(of):
                return np.array([self.holds(of, at) for at in range(self.length)], bool)
            case Both(parts):
                return self._all(parts)
            case Either(parts):
                return ~self._none(parts)
            case Next(of):
                after: Bools = self.truth(of)[self.following]
                return after
            case Until(left, right):
                return self._fixpoint(self.truth(left), self.truth(right), least=True)
            case Release(left, right):
                return self._fixpoint(self.truth(left), self.truth(right), least=False)
            case _:
                assert_never(path)

    def _all(self, parts: Sequence[Linear]) -> Bools:
        found = np.ones(self.length, bool)
        for part in parts:
            found &= self.truth(part)
        return found

    def _none(self, parts: Sequence[Linear]) -> Bools:
        found = np.ones(self.length, bool)
        for part in parts:
            found &= ~self.truth(part)
        return found

    def _fixpoint(self, left: Bools, right: Bools, *, least: bool) -> Bools:
        """`left U right` as a least fixpoint, `left R right` as a greatest one."""
        found = np.full(self.length, not least)
        while True:
            after = found[self.following]
            now = right | (left & after) if least else right & (left | after)
            if np.array_equal(now, found):
                return found
            found = now
