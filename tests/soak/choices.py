"""Random numbers that are kept: a case can be made again from them, or from fewer, smaller ones.

A case that differs is shrunk through the numbers that it was drawn from, so no kind has to say how
its cases shrink. The passes are those of minithesis: https://github.com/DRMacIver/minithesis
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

Fails = Callable[[Sequence[int]], Sequence[int] | None]
"""The numbers that were used, if the case that is drawn from these still fails."""


class Choices(Random):
    """A source of random numbers that keeps each; once those that are given end, all are zero.

    >>> first = Choices("a seed")
    >>> drawn = [first.randint(1, 6), first.choice("abc")]
    >>> again = Choices("", first.made)
    >>> [again.randint(1, 6), again.choice("abc")] == drawn
    True
    """

    def __new__(cls, *_: Any) -> Choices:
        return super().__new__(cls)

    def __init__(self, seed: str, given: Sequence[int] | None = None) -> None:
        super().__init__(0)
        self.made: list[int] = []
        self._given = given
        self._source = Random(seed)

    def _randbelow(self, n: int) -> int:
        """What `Random` draws everything else from."""
        if self._given is None:
            value = self._source.randrange(n)
        elif len(self.made) < len(self._given):
            value = min(self._given[len(self.made)], n - 1)
        else:
            value = 0
        self.made.append(value)
        return value

    def random(self) -> float:
        return self._randbelow(1 << 16) / (1 << 16)

    def getrandbits(self, k: int, /) -> int:
        return self._randbelow(1 << k)


def shrunk(made: Sequence[int], fails: Fails, seconds: float = 60.0) -> Sequence[int]:
    """Numbers, as few and as small as can be found in time, from which a case still fails."""
    return _Shrinker(made, fails, time.monotonic() + seconds).run()


class _Shrinker:
    def __init__(self, made: Sequence[int], fails: Fails, end: float) -> None:
        self.best, self.fails, self.end = list(made), fails, end
        self.tried: set[tuple[int, ...]] = set()

    def run(self) -> Sequence[int]:
        before: list[int] | None = None
        while before != self.best and time.monotonic() < self.end:
            before = self.best
            for size in (64, 16, 8, 4, 3, 2, 1):
                self._delete(size)
            for size in (16, 4):
                self._zero(size)
            self._lower()
        return self.best

    def _try(self, made: list[int]) -> bool:
        """Keep these numbers if the case still fails and they are less: shorter, else smaller."""
        if time.monotonic() >= self.end or tuple(made) in self.tried:
            return False
        self.tried.add(tuple(made))
        used = self.fails(made)
        if used is None or (len(used), list(used)) >= (len(self.best), self.best):
            return False
        self.best = list(used)
        return True

    def _delete(self, size: int) -> None:
        at = len(self.best) - size
        while at >= 0:
            less = self.best[:at] + self.best[at + size :]
            if not self._try(less) and at and less[at - 1]:
                less[at - 1] -= 1  # it may say how many there are
                self._try(less)
            at -= 1 if size < 8 else size // 2

    def _zero(self, size: int) -> None:
        for at in range(0, len(self.best), size):
            self._try(
                self.best[:at] + [0] * len(self.best[at : at + size]) + self.best[at + size :]
            )

    def _lower(self) -> None:
        for at in range(len(self.best) - 1, -1, -1):
            low, high = -1, self.best[at] if at < len(self.best) else 0
            while high - low > 1 and at < len(self.best):
                middle = (low + high) // 2 if low >= 0 else 0
                if self._try([*self.best[:at], middle, *self.best[at + 1 :]]):
                    high = middle
                else:
                    low = middle
