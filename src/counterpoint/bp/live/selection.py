"""Selecting the next event of a run: by the index where the strategy is ours, else by asking it."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ...errors import BadStrategy
from ..event import Event
from ..strategy import Custom, Priority, Said, Strategy, ThreadPriority, among_enabled
from .index import Index

_STEADY_RANKS = (Strategy.rank, Priority.rank, ThreadPriority.rank)
"""Those that give the same statement the same rank for ever; one of the user's might not."""


class Selection:
    """A strategy at work in one run, with the run's own chance."""

    def __init__(self, strategy: Strategy, chance: random.Random) -> None:
        self.strategy = strategy
        self._chance = chance
        self._is_ours = strategy.is_ranked
        self.is_steady = self._is_ours and type(strategy).rank in _STEADY_RANKS
        self._chooses = type(strategy).choose is not Strategy.choose

    def selectable(self, index: Index) -> tuple[Event, ...]:
        """The events that the strategy allows now."""
        if self._is_ours:
            return index.selectable(self.strategy.first_only)
        said = tuple(Said(thread.thread, thread.sync) for thread in index.in_order())
        selected = self.strategy.selectable(said)
        if isinstance(self.strategy, Custom):  # it has looked at the answer itself
            return selected
        return among_enabled(selected, said, self.strategy)

    def choose(self, selectable: Sequence[Event]) -> Event:
        """One of the selectable events."""
        if len(selectable) == 1 and not self._chooses:
            return selectable[0]
        event = self.strategy.choose(selectable, self._chance)
        if self._chooses and event not in selectable:
            raise BadStrategy(
                f"strategy {self.strategy} chose {event!r}, which is not selectable; "
                f"selectable are {', '.join(map(str, selectable))}"
            )
        return event
