"""What steppers have in common that know all values of their states beforehand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ...base.arrays import U64
from .gathered import Packed, least
from .stepper import Expanded


class Steady(ABC):
    """A part of a `Stepper` that learns nothing on the way."""

    first_is_enough = False

    @abstractmethod
    def expand(self, states: U64, asked: Collection[int] = ()) -> Iterator[Expanded]:
        """As `Stepper.expand`."""

    def source(self, states: U64, wanted: U64) -> Packed | None:
        """As `Stepper.source`."""
        found = (_leading(states, some, wanted) for some in self.expand(states))
        return min((source for source in found if source is not None), default=None)

    @property
    def form(self) -> Mapping[str, Any]:
        """As `Stepper.form`: nothing."""
        return {}

    def learned(self) -> Mapping[str, Any]:
        """As `Stepper.learned`: nothing."""
        return {}

    def sync(self) -> None:
        """As `Stepper.sync`: there is nothing to learn."""
        return

    def recall(self, notes: Sequence[Mapping[str, Any]]) -> None:
        """As `Stepper.recall`: nothing to do."""
        return


def _leading(states: U64, some: Expanded, wanted: U64) -> Packed | None:
    """The least of some states, of which a part was expanded, with a step to the wanted one."""
    places = np.flatnonzero((some.targets == wanted).all(axis=1)).astype(np.uint64)
    if not len(places):
        return None
    return least(states[some.first + np.searchsorted(some.starts, places, "right") - 1])
