"""Runs of a b-thread that are suspended at its local states and wait to be resumed.

A suspended run cannot be copied, so each step out of a local state uses up a run that stands there.
A state without such a run is reached by a replay. A run that arrives at a known state is kept for
the other steps of this state.
"""

from __future__ import annotations

from .twins import Twins

_STRIDE = 7919
"""A prime: so the choice of twins to drop depends neither on their age nor on the search order.

A breadth-first search needs the oldest twins next, and the newest ones lead on deepest.
"""


class Stands:
    """Pairs of twins, by the local state at which they stand.

    At most `most` parts of local states are held by them, or one pair.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._idle: dict[int, list[Twins]] = {}
        self._held = 0
        self._dropped = 0

    def take(self, local: int) -> Twins | None:
        """Remove and return twins that stand at `local`; None if there are none."""
        waiting = self._idle.get(local)
        if waiting is None:
            return None
        twins = waiting.pop()
        self._held -= _parts(twins)
        if not waiting:
            del self._idle[local]
        return twins

    def leave(self, local: int, twins: Twins, wanted: int) -> None:
        """Keep twins that stand at `local`, unless more than `wanted` pairs are kept there already.

        `wanted` is the number of steps of this state that are not known yet. Other pairs are
        dropped if there is no room.
        """
        if len(self._idle.get(local, ())) > wanted:
            return
        parts = _parts(twins)
        while self._idle and self._held + parts > self._most:
            self._dropped += 1
            places = list(self._idle)
            self.take(places[self._dropped * _STRIDE % len(places)])
        self._idle.setdefault(local, []).append(twins)
        self._held += parts


def _parts(twins: Twins) -> int:
    """How much memory twins hold, in parts of local states."""
    reading = twins.outcome.reading
    return 1 if reading is None else len(reading.key)
