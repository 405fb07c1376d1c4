"""Runs of a b-thread that stand at its local states and wait to be resumed.

A suspended run cannot be copied, so each step out of a local state uses up a run that stands there,
and a state that lacks one is reached by a replay. Runs that arrive at a state that was known before
are as good as any: they are kept for its other steps.
"""

from __future__ import annotations

from .twins import Twins

_STRIDE = 7919
"""A prime: which twins are dropped depends neither on their age nor on the order of the search.

The oldest are what a search breadth first asks for next, and the newest what goes on deepest.
"""


class Stands:
    """At most `most` twins, by the local state that they stand at."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._idle: dict[int, list[Twins]] = {}
        self._count = 0
        self._dropped = 0

    def take(self, local: int) -> Twins | None:
        """Twins that stand at `local`, which are taken away; None if there are none."""
        waiting = self._idle.get(local)
        if waiting is None:
            return None
        twins = waiting.pop()
        self._count -= 1
        if not waiting:
            del self._idle[local]
        return twins

    def leave(self, local: int, twins: Twins, wanted: int) -> None:
        """Keep twins at `local`, of which `wanted` steps are not known yet; one more can go on."""
        if len(self._idle.get(local, ())) > wanted:
            return
        if self._count >= self._most:
            self._dropped += 1
            places = list(self._idle)
            self.take(places[self._dropped * _STRIDE % len(places)])
        self._idle.setdefault(local, []).append(twins)
        self._count += 1
