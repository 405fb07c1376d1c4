"""The memory that states take, where states share parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from sys import getsizeof
from typing import Any

from ....identity import Identity, identity
from ...base.limits import parts_of


def size_together(states: Iterable[object]) -> int:
    """The bytes that states take with all their parts, each shared part counted once.

    Numbers, strings and other atoms count nothing, as many states share them.

    >>> part = (1, 2)
    >>> size_together([(0, part), (1, part)]) < size_together([(0, (1, 2)), (1, (2, 1))])
    True
    """
    seen: set[Identity] = set()
    todo = list(states)
    size = 0
    while todo:
        part = todo.pop()
        key = identity(part)
        if key in seen:
            continue
        seen.add(key)
        inner = None if isinstance(part, type) else parts_of(part)
        if inner is not None:
            todo += inner
            size += getsizeof(part)
    return size


BESIDE_A_STATE = 200
"""Bytes that the tables of a walk take per state, besides the state itself; an estimate."""


class SampledSize:
    """The bytes that many states take, estimated from a `sample` of the last ones.

    The estimate is made anew whenever there are twice as many states. `key` gives what
    distinguishes a state, if that is not the state itself.
    """

    def __init__(self, sample: int, key: Callable[[Any], Any] | None) -> None:
        self._sample, self._key = sample, key
        self._sized, self._each = 0, 0.0

    def is_due(self, found: int) -> bool:
        """Whether the estimate would be made anew for so many states."""
        return found >= 2 * self._sized

    def of(self, states: Sequence[Any]) -> int:
        """The bytes that all these states take, with their places in tables."""
        if self.is_due(len(states)) and states:
            last = states[-self._sample :]
            # What the later half adds to the earlier one: states share much with those before.
            before = len(last) // 2
            added = self._together(last) - self._together(last[:before])
            self._each = BESIDE_A_STATE + added / (len(last) - before)
            self._sized = len(states)
        return int(len(states) * self._each)

    def _together(self, states: Sequence[Any]) -> int:
        keys = [] if self._key is None else map(self._key, states)  # often the states themselves
        return size_together([*states, *keys])
