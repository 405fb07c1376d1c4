"""Probes that are asked only once, and have no value somewhere: they are lost, the search is not.

A search that evaluates whole probes takes one without a value to be false. Here a part of it may be
asked for although the whole does not need it, so all that is known is that it does not hold.
"""

from __future__ import annotations

from ....model.factored import MOST_PROBES
from .buffers import Buffers
from .learning import Troubled

Masks = tuple[int, int]
"""A bit for each probe of states, and for each probe of steps."""


class Losing(Buffers):
    """A search that goes on without such probes; `lost` has a bit for each of them."""

    lost: Masks = (0, 0)

    def lose_probes(self) -> bool:
        """Ask no more the probes that have no value in the next state; returns whether there are.

        None are if the state has no value for something else too.
        """
        before, once = self.idle, (self.notes.once_states, self.notes.once_steps)
        if _with(before, once) == before:
            return False
        self.idle = _with(before, once)
        if self._is_troubled():
            self.idle = before
            return False
        lost = (0, 0)
        for probe in _each(once):
            if _with(before, probe) != before:
                self.idle = _with(before, _without(once, probe))
                lost = _with(lost, probe) if self._is_troubled() else lost
        self.lost, self.idle = _with(self.lost, lost), _with(before, lost)
        return any(lost)

    def _is_troubled(self) -> bool:
        """Whether the next state has no value for something that is asked now."""
        while True:
            if not self.library.try_next(self.work):
                return False
            if self.steps.overflow:
                self.widen()
                continue
            try:
                self.learn()
            except Troubled:
                return True


def _with(masks: Masks, more: Masks) -> Masks:
    return masks[0] | more[0], masks[1] | more[1]


def _without(masks: Masks, less: Masks) -> Masks:
    return masks[0] & ~less[0], masks[1] & ~less[1]


def _each(masks: Masks) -> list[Masks]:
    """Each probe alone."""
    bits = [1 << bit for bit in range(MOST_PROBES)]
    of_states = [(bit, 0) for bit in bits if bit & masks[0]]
    return [*of_states, *((0, bit) for bit in bits if bit & masks[1])]
