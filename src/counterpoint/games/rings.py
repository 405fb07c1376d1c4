"""Regions that grow around a goal, for games too large for a graph of their steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..engines.base.limits import Limits, show_size
from ..engines.search.compiled.bits import Bits
from ..engines.space.space import Space
from ..errors import Refused
from ..model.system import State


class Rings:
    """Growing regions; the rank of a state is the index, from 0, of the first one that contains it.

    `wider` maps a region to the next one. That visits all states, so regions are computed only when
    they are needed. Raises `Refused` if they do not fit into the memory limit.
    """

    def __init__(
        self,
        space: Space[Any],
        limits: Limits,
        first: Any,
        wider: Callable[[Any], Any] = lambda region: region,
    ) -> None:
        self._space = space
        self._limit = limits.bytes
        self._wider = wider
        self._rings = [first]

    def __len__(self) -> int:
        """The number of regions computed so far."""
        return len(self._rings)

    def __getitem__(self, rank: int) -> Any:
        while rank >= len(self._rings):
            self._grow()
        return self._rings[rank]

    def rank(self, state: State) -> int:
        """The rank of a state, which must be in some region."""
        rank = 0
        while not self._space.contains(self[rank], state):
            rank += 1
        return rank

    def _grow(self) -> None:
        last = self._rings[-1]
        if isinstance(last, Bits) and last.words.nbytes * (len(self._rings) + 1) > self._limit:
            raise Refused(
                "how to get nearer to the goal takes a region for each step to it, and these do "
                f"not fit into {show_size(self._limit)}: begin nearer to the end"
            )
        wider = self._wider(last)
        assert wider != last, "a state whose rank is asked for is in some ring"
        self._rings.append(wider)
